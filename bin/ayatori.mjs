#!/usr/bin/env node
// @ts-check
import { existsSync } from 'node:fs';

// In a checkout the sources are there and may be newer than the build. The published package has none.
if (existsSync(new URL('../src/cli/main.ts', import.meta.url))) {
  const { freshenCommand } = await import('../scripts/lib/build.mjs');
  await freshenCommand();
}
await import(new URL('../dist/cli.js', import.meta.url).href);
