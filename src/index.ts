export type { ActionListener, ActionState, Marker, PlayOptions } from './engine/animate/action-state.ts';
export type { BonePlace, BoneState, ReachOptions } from './engine/animate/bone-state.ts';
export { divideRig, type RegionOptions } from './engine/animate/divide-rig.ts';
export { cubicBezier } from './engine/animate/easing/cubic-bezier.ts';
export { type Easing, type Jump, linear, snap, step, steps, wrapEasing } from './engine/animate/easing/easing.ts';
export * from './engine/animate/easing/named.ts';
export { type EasingLike, toEasing } from './engine/animate/easing/resolve.ts';
export type { CrossFadeOptions, Layer, LayerOptions, QueueOptions } from './engine/animate/layer.ts';
export { Mixer, type MixerRig } from './engine/animate/mixer.ts';
export type { Direction } from './engine/animate/playhead.ts';
export type { Interpolation } from './engine/animate/pose.ts';
export type { ActionRequest, PoseRequest, ReachRequest } from './engine/animate/pose-request.ts';
export {
  type Animation as StoryboardPart,
  type GroupOptions,
  type KeyframeOptions,
  type KeyframesOptions,
  keyframes,
  parallel,
  sequence,
  type TweenOptions,
  tween,
} from './engine/animate/storyboard/animations.ts';
export {
  type FrameSource,
  Storyboard,
  type StoryboardListener,
  type StoryboardState,
} from './engine/animate/storyboard/storyboard.ts';
export type { Time as TimeSpan } from './engine/animate/storyboard/time.ts';
export type { TimingOptions } from './engine/animate/storyboard/timing.ts';
export {
  type EmitterLike,
  type EventTargetLike,
  type TriggerAct,
  trigger,
} from './engine/animate/storyboard/trigger.ts';
export type { Value as AnimatedValue } from './engine/animate/storyboard/values.ts';
export {
  type FillOptions,
  type MaskOptions,
  type Paint,
  PathBuilder,
  type PathBuilderOptions,
  type StrokeOptions,
} from './engine/model/path-builder.ts';
export type { Place, Problem, Severity } from './engine/model/problem.ts';
export { AyatoriError, formatProblem } from './engine/model/problem.ts';
export type * from './engine/model/rig.ts';
export { type ActionSummary, type RigSummary, summarizeRig } from './engine/reference/rig-summary.ts';
export type { Align, Fit } from './engine/stage/fit.ts';
export { PathPoints } from './engine/stage/path-points.ts';
export { type Picked, type PuppetPointer, type PuppetPointerEvent, pick, pointerOf } from './engine/stage/pointer.ts';
export type { Puppet, PuppetEvents, PuppetOptions } from './engine/stage/puppet.ts';
export { restoreMix, type SavedAction, type SavedBone, type SavedMix, saveMix } from './engine/stage/saved-mix.ts';
export { Stage, type StageEvents, type StageOptions, type StageStats } from './engine/stage/stage.ts';
