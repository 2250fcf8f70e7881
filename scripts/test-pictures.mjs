// @ts-check
/** `npm run test:pictures`: `npm test` with every picture of the long lists, of which it else takes each third. */
process.env.ALL_PICTURES = '1';
await import('./test.mjs');
