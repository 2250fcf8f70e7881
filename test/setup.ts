import { inject } from 'vitest';

globalThis.__SHARED_DATA__ = inject('sharedData');
globalThis.__ALL_PICTURES__ = inject('allPictures');
