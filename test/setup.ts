import { inject } from 'vitest';

globalThis.__SHARED_DATA__ = inject('sharedData');
