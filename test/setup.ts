import { inject } from 'vitest';
import '../src/bones.ts';
import '../src/moho.ts';
import '../src/check.ts';

globalThis.__SHARED_DATA__ = inject('sharedData');
globalThis.__ALL_PICTURES__ = inject('allPictures');
