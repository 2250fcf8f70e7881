import { inject } from 'vitest';
import '../src/bones.ts';

globalThis.__SHARED_DATA__ = inject('sharedData');
