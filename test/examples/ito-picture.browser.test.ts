import { characterTests } from '../support/character-tests.ts';

characterTests(
  { name: 'Ito', folder: '/examples/public/characters/ito', actionCount: 8, frames: 12, merges: 12, isWatched: true },
  true,
);
