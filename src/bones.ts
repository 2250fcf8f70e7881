/**
 * Import it for its effect where rigs with bones do not come from `load` in the same page or worker: made by hand, or
 * sent by a worker.
 */
import { boneAnimator } from './engine/animate/bone-part.ts';
import { BonesInTime } from './engine/animate/puppet-bones.ts';
import { Skeleton } from './engine/animate/skeleton.ts';
import { boneCompiler } from './engine/compile/bone-part.ts';
import { compileSkeleton } from './engine/compile/skeleton.ts';
import { compileSkin } from './engine/compile/skin.ts';
import { SkinRoom } from './engine/compile/skin-room.ts';
import skin from './shaders/bones/skin.glsl?raw';
import skinned from './shaders/bones/skinned.vert?raw';

/** Lets rigs have bones. Called by the import; calling it again does nothing new. */
export function provideBones(): void {
  boneCompiler.provide({
    compile: (rig) => ({
      ...compileSkin(rig),
      boneCount: rig.bones.length,
      skeleton: compileSkeleton(rig),
      curves: null,
      shaders: { 'skin.glsl': skin, 'skinned.vert': skinned },
    }),
    createRoom: (compiled) => new SkinRoom(compiled),
  });
  boneAnimator.provide({
    createSkeleton: (compiled) => new Skeleton(compiled),
    createBones: (compiled, host) =>
      new BonesInTime(compiled.rig, compiled.skeleton?.actions ?? [], () => new Skeleton(compiled), host),
  });
}

provideBones();
