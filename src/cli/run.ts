import { Command, CommanderError, Option } from 'commander';
import { describeFault } from './faults.ts';
import { inspect } from './inspect.ts';
import type { Io } from './io.ts';
import { addLoadOptions, addPoseOptions, parseSize } from './options.ts';
import { pose } from './pose.ts';
import { render } from './render.ts';

export interface Surroundings extends Io {
  /** The built page that pictures are drawn in. */
  readonly page: URL;
  /** Of the package. */
  readonly version: string;
}

/** Exit codes. */
const FINE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * Runs the command.
 * @param args Without the names of Node and of the script.
 * @returns The exit code: 0 fine, 1 something could not be loaded or drawn, 2 wrong usage.
 */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  let fine = true;
  const program = makeProgram(surroundings, (result) => {
    fine = result;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return fine ? FINE : FAILED;
  } catch (error) {
    // Commander has written what is wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? FINE : WRONG_USAGE;
    surroundings.err(`error: ${describeFault(error)}\n`);
    return FAILED;
  }
}

/** @param done Is told whether all went well. */
function makeProgram(surroundings: Surroundings, done: (fine: boolean) => void): Command {
  const program = new Command('ayatori')
    .description('Looks into vector characters, poses and draws them.')
    .version(surroundings.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void surroundings.out(text),
      writeErr: (text) => surroundings.err(text),
      outputError: (text, write) => write(`${text.trim().replace(/\s*\n\s*/g, ' ')}\n`),
    });

  addLoadOptions(
    program
      .command('inspect')
      .description('tells what is in a character')
      .argument(
        '<src>',
        'filelist.csv, a folder of frames, an SVG file, a path_data.bin, a text skeleton, or a Moho project',
      )
      .option('--json', 'as JSON, problems included'),
  ).action(async (src, options) => done(await inspect(src, options, surroundings)));

  addPoseOptions(
    addLoadOptions(
      program
        .command('pose')
        .description('tells where the control points are in a pose, and in which colours and order paths are painted')
        .argument('<src>', 'as for inspect')
        .option('--poses <file>', 'poses as JSON lines ("-": standard input); each is answered by one line')
        .option('--json', 'as JSON; --poses always answers so'),
    ),
    'poses',
  ).action(async (src, options) => done(await pose(src, options, surroundings)));

  addPoseOptions(
    addLoadOptions(
      program
        .command('render')
        .description('draws pictures with WebGL2 in a headless Chromium')
        .argument('[src]', 'as for inspect')
        .option('--size <WxH>', 'of the picture, px; the character is stretched over it', parseSize)
        .option('--out <file>', 'the PNG file to write')
        .addOption(
          new Option('--quality <which>', 'exact coverage, or the fallback of machines without float targets').choices([
            'coverage',
            'stencil',
          ]),
        )
        .option('--jobs <file>', 'jobs as JSON lines ("-": standard input); the other options are their defaults'),
    ),
    'jobs',
  ).action(async (src, options, command: Command) => {
    if (options.jobs === undefined) {
      if (src === undefined) command.error("error: missing required argument 'src'");
      for (const name of ['size', 'out'] as const) {
        if (options[name] === undefined) command.error(`error: missing option --${name}`);
      }
    } else if (options.out !== undefined) command.error('error: --out cannot be used with --jobs');
    done(await render(src, options, surroundings));
  });
  return program;
}
