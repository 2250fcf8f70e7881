/** What `ayatori` runs: built into dist/cli.js, beside the page that it draws in. */
import { readFileSync } from 'node:fs';
import { standardIo } from './io.ts';
import { run } from './run.ts';

const builtFiles = { page: './render-page.js', manifest: '../package.json' };
const at = (file: string) => new URL(file, import.meta.url);
const { version } = JSON.parse(readFileSync(at(builtFiles.manifest), 'utf8')) as { version: string };

process.exitCode = await run(process.argv.slice(2), { ...standardIo(), page: at(builtFiles.page), version });
