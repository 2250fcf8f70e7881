import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';
import { includeParts } from './scripts/lib/include-parts.mjs';
import { leaveUnused } from './scripts/lib/lean-packages.mjs';
import { aliases, fromRoot, root } from './scripts/lib/paths.mjs';
import { stripShaders } from './scripts/lib/strip-shaders.mjs';

const gallery = fromRoot('examples');

/** Every page of the gallery; public/ is copied as it is, and what pages share is no page. */
const pages = readdirSync(gallery, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'index.html' && !/^public[\\/]/.test(file))
  .map((file) => fromRoot('examples', file));

/** The gallery: served by `npm start`, built by `npm run build:gallery`. */
export default defineConfig({
  root: gallery,
  // Relative, so that the built gallery works under any address.
  base: './',
  resolve: { alias: aliases },
  plugins: [includeParts(), stripShaders(), leaveUnused()],
  server: { host: 'localhost', fs: { allow: [root] } },
  build: {
    target: 'es2022',
    outDir: fromRoot('dist-gallery'),
    emptyOutDir: true,
    rolldownOptions: { input: pages },
  },
});
