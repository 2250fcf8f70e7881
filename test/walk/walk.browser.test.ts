import { characterTests } from '../support/character-tests.ts';

characterTests(
  {
    name: 'the walk character (needs ../shared/data)',
    folder: '/shared/walk',
    actionCount: 9,
    frames: 30,
    merges: 20,
    isWatched: false,
  },
  __SHARED_DATA__,
);
