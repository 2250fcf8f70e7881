import { readdirSync } from 'node:fs';
import { defineConfig } from 'vite';
import { leaveUnused } from './scripts/lib/lean-packages.mjs';
import { aliases, fromRoot, root } from './scripts/lib/paths.mjs';
import { stripShaders } from './scripts/lib/strip-shaders.mjs';

const gallery = fromRoot('examples');

/** Every page of the gallery; public/ is copied as it is. */
const pages = readdirSync(gallery, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html') && !/^public[\\/]/.test(file))
  .map((file) => fromRoot('examples', file));

/** The gallery: served by `npm start`, built by `npm run build:gallery`. */
export default defineConfig({
  root: gallery,
  // Relative, so that the built gallery works under any address.
  base: './',
  resolve: { alias: aliases },
  plugins: [stripShaders(), leaveUnused()],
  server: { host: 'localhost', fs: { allow: [root] } },
  build: {
    target: 'es2022',
    outDir: fromRoot('dist-gallery'),
    emptyOutDir: true,
    rolldownOptions: { input: pages },
  },
});
