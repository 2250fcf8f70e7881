import { compile } from '../engine/compile/compile.ts';
import { type ActionSummary, type RigSummary, summarizeRig } from '../engine/reference/rig-summary.ts';
import { load } from '../loader/node.ts';
import { describeProblem } from './faults.ts';
import type { Io } from './io.ts';
import { flagsToRecord, makeJob } from './job.ts';
import type { LoadFlags } from './options.ts';

/** `ayatori inspect`: what is in a character. */
export async function inspect(src: string, flags: LoadFlags & { readonly json?: boolean }, io: Io): Promise<boolean> {
  const { choice } = makeJob(flagsToRecord(src, flags));
  const { rig, report } = await load(choice.src, choice.options);
  const summary = summarizeRig(compile(rig));
  if (flags.json) {
    await io.out(`${JSON.stringify({ ...summary, problems: report.problems })}\n`);
    return true;
  }
  for (const problem of report.problems) io.err(`${describeProblem(problem)}\n`);
  await io.out(`${summaryLines(summary, report.problems.length).join('\n')}\n`);
  return true;
}

function summaryLines(summary: RigSummary, problems: number): string[] {
  const rows: [string, string | number][] = [
    ['name', summary.name],
    ['size', `${summary.width} × ${summary.height} px, ${summary.fps} frames a second`],
    ['groups', summary.groups],
    ['paths', `${summary.paths} (${summary.fills} filled, ${summary.strokes} stroked)`],
    ['contours', summary.contours],
    ['segments', summary.segments],
    ['points', summary.points],
    ['masks', summary.masks],
    ['bones', `${summary.bones} (${summary.smartBones} smart)`],
    ['draw orders', summary.drawOrders],
    ['deltas', `${summary.deltaBytes} bytes`],
    ['problems', problems],
    ['actions', summary.actions.length],
  ];
  return [...rows.map(([name, value]) => `${name.padEnd(12)} ${value}`), ...summary.actions.map(actionLine)];
}

/** The name stands last: how wide it is, only the terminal knows. */
function actionLine({ name, kind, frames, changedPaths, smart }: ActionSummary): string {
  const numbers = `${String(frames).padStart(5)} frames ${String(changedPaths).padStart(5)} paths`;
  const driver = smart ? `, by ${smart.bone} from ${smart.startAngle}° to ${smart.endAngle}°` : '';
  return `  ${kind.padEnd(6)} ${numbers}  ${name}${driver}`;
}
