/**
 * Import it for its effect where rigs of Moho projects do not come from `load` in the same page or worker: sent by a
 * worker, or kept as bytes.
 */
import { curveAnimator } from './engine/animate/bone-part.ts';
import { BonesInTime } from './engine/animate/puppet-bones.ts';
import { curveCompiler } from './engine/compile/bone-part.ts';
import { compileMoho } from './engine/moho/compile.ts';
import { LayerRoom } from './engine/moho/layer-room.ts';
import { MohoSkeleton } from './engine/moho/skeleton.ts';

/** Lets rigs be those of Moho projects. Called by the import; calling it again does nothing new. */
export function provideMoho(): void {
  curveCompiler.provide({ compile: compileMoho, createRoom: (compiled) => new LayerRoom(compiled) });
  curveAnimator.provide({
    createSkeleton: (compiled) => new MohoSkeleton(compiled),
    createBones: (compiled, host) => {
      const bones = new BonesInTime(compiled.rig, [], () => new MohoSkeleton(compiled), host);
      // Dials and layers have a say before anything moves: its skeleton is made at once.
      bones.skeleton.reset();
      return bones;
    },
  });
}

provideMoho();
