// @ts-check
/** `npm start`: installs what is missing, serves the gallery and prints its address. */
import { parseArgs } from 'node:util';
import { stop } from './lib/log.mjs';
import { checkNode, ensurePackages } from './lib/packages.mjs';
import { fromRoot } from './lib/paths.mjs';

checkNode();
const port = readPort();
ensurePackages();

const { createServer } = await import('vite');
const server = await createServer({
  configFile: fromRoot('vite.config.ts'),
  logLevel: 'warn',
  server: port === undefined ? {} : { port, strictPort: true },
});
try {
  await server.listen();
} catch (error) {
  stop(error instanceof Error ? error.message : String(error));
}
process.stdout.write(`Gallery: ${server.resolvedUrls?.local[0]}\n`);

/** The port asked for; without one, the first free one from 5173 on. */
function readPort() {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' } } });
    if (values.port === undefined) return undefined;
    const number = Number(values.port);
    if (Number.isInteger(number) && number > 0 && number < 65536) return number;
    return stop(`--port takes a number from 1 to 65535, not ${values.port}.`, 2);
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : error}\nUsage: npm start -- [--port NUMBER]`, 2);
  }
}
