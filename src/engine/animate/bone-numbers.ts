import type { PuppetSkeleton } from './puppet-skeleton.ts';

/** What is kept of the bones of one puppet between poses; see `PuppetSkeleton`. */
export class BoneNumbers implements Omit<PuppetSkeleton, 'solve'> {
  readonly moves: Float64Array;
  readonly turns: Float64Array;
  readonly scales: Float64Array;
  drives = false;
  readonly drivenFrames: Float64Array;
  readonly ends: Float64Array;
  readonly angles: Float64Array;

  constructor(boneCount: number, actionCount: number) {
    // Of one piece: a buffer takes more memory than what most have in it.
    const numbers = new Float64Array(boneCount * 9 + actionCount);
    this.moves = numbers.subarray(0, boneCount * 2);
    this.turns = numbers.subarray(boneCount * 2, boneCount * 3);
    this.scales = numbers.subarray(boneCount * 3, boneCount * 4).fill(1);
    this.ends = numbers.subarray(boneCount * 4, boneCount * 8);
    this.angles = numbers.subarray(boneCount * 8, boneCount * 9);
    this.drivenFrames = numbers.subarray(boneCount * 9).fill(-1);
  }

  reset(): void {
    this.moves.fill(0);
    this.turns.fill(0);
    this.scales.fill(1);
  }
}
