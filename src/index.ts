export type { ActionState, PlayOptions } from './engine/animate/action-state.ts';
export type { Interpolation } from './engine/animate/pose.ts';
export type { Place, Problem, Severity } from './engine/model/problem.ts';
export { AyatoriError, formatProblem } from './engine/model/problem.ts';
export type * from './engine/model/rig.ts';
export { type ActionSummary, type RigSummary, summarizeRig } from './engine/reference/rig-summary.ts';
export type { Align, Fit } from './engine/stage/fit.ts';
export type { Puppet, PuppetEvents, PuppetOptions } from './engine/stage/puppet.ts';
export { Stage, type StageEvents, type StageOptions, type StageStats } from './engine/stage/stage.ts';
