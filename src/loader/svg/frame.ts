import type { Place, Problem } from '../../engine/model/problem.ts';
import { nearestNames } from '../../engine/model/problem.ts';
import { type Action, type Color, type Contour, groupRef, type NodeRef, pathRef } from '../../engine/model/rig.ts';
import { nameKey } from '../names.ts';
import { type Limits, limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { type ActionState, buildAction, type GroupState, type PathState, startState } from './action-state.ts';
import { changesOf, type Memory, remember, shapeChange, styleChange } from './changes.ts';
import { clipShapes } from './clip-shapes.ts';
import { sameColor } from './color.ts';
import { ContentReader, checkDepth } from './content.ts';
import type { Sheet } from './declarations.ts';
import type { SvgDocument, SvgNode } from './document.ts';
import { keepContext } from './keep-context.ts';
import { type Look, lookOf } from './look.ts';
import { type Matrix, placePoints } from './matrix.ts';
import { mergeOrder } from './order.ts';
import { placed } from './placed.ts';
import { fadesGroup, groupOpacity, lookFaults, paintReporter, styleReporter } from './reporters.ts';
import {
  groupName,
  holdsSeveral,
  type Scene,
  type SceneBone,
  type SceneGroup,
  type SceneMask,
  type ScenePath,
} from './scene.ts';
import { isShape } from './shape-attributes.ts';
import { outlineLength, readShape } from './shapes.ts';
import { type Context, computeContext } from './style.ts';
import { describeTopology, sameTopology } from './topology.ts';
import { Keys, Rows } from './tracks.ts';
import { pictureSize } from './viewport.ts';

export interface ActionOptions {
  readonly name: string;
  readonly kind: 'morph' | 'bone';
  /** Whether points, colours and visibility are kept, or only bones and order. */
  readonly keepsPaths: boolean;
  readonly limits: Limits;
  readonly budget: Budget;
}

/** What all actions of a rig may still take. */
export interface Budget {
  deltaBytes: number;
}

/** Characters of attributes between two points where the work may be interrupted. */
const workSlice = 8_000;

/**
 * Compares the frames of one action with the rest pose, in ascending order, and keeps what changes.
 * A value has a key only where it differs from its last key before (frame 0: rest).
 */
export class ActionReader {
  readonly #scene: Scene;
  readonly #options: ActionOptions;
  readonly #log: ProblemLog;
  readonly #state: ActionState;
  #sheet: Sheet;
  #work = 0;
  // Of the frame at hand.
  #frame = 0;
  #document!: SvgDocument;
  #content!: ContentReader;
  #counts = new Map<string, number>();

  constructor(scene: Scene, options: ActionOptions, log: ProblemLog) {
    this.#scene = scene;
    this.#options = options;
    this.#log = log;
    this.#sheet = scene.sheet;
    this.#state = startState(scene);
  }

  /** Takes one frame in, with its style sheet. Yields between elements. */
  *read(document: SvgDocument, sheet: Sheet, frame: number): Generator<void, void> {
    const { limits } = this.#options;
    this.#frame = frame;
    this.#document = document;
    this.#content = new ContentReader(document, limits, this.#log);
    this.#counts = new Map();
    this.#sheet = sheet;
    const parentContext = this.#rootContext(document.root);
    yield* this.#group(this.#scene.groups[0], document.root, parentContext, 1);
    this.#updateVisibility();
  }

  /** The action, when all frames were taken in. */
  *finish(frames: number): Generator<void, Action> {
    const { name, kind, keepsPaths } = this.#options;
    const action = yield* buildAction(name, kind, frames, this.#state);
    // Paths that were kept show what the bones did to them; moved by the bones as well they would move twice.
    return kind === 'bone' && keepsPaths ? { ...action, bones: [] } : action;
  }

  /** The context around the picture: its viewBox. */
  #rootContext(root: SvgNode): Context {
    const { size, context } = this.#scene;
    const found = pictureSize(root);
    if (found.width !== size.width || found.height !== size.height) {
      const expected = `${size.width} × ${size.height}`;
      const more = { expected, found: `${found.width} × ${found.height}` };
      this.#once('size', 'picture-size', 'the size of the picture differs from that at rest', {}, more);
    }
    return sameMatrix(found.matrix, context.matrix) ? context : { ...context, matrix: found.matrix };
  }

  *#group(group: SceneGroup, node: SvgNode, parentContext: Context, depth: number): Generator<void, void> {
    checkDepth(depth, this.#options.limits, this.#document.file);
    const state = this.#state.groups[group.index];
    state.seenIn = this.#frame;
    const at: Place = { group: groupName(group) };
    const context = this.#contextOf(state, node, parentContext, at, changesOf(state, node));
    if (node.name === 'use') this.#content.enter(node);
    const children = this.#content.children(node);
    if (group.bone !== undefined) yield* this.#bone(group.bone, children, context);
    else if (this.#options.keepsPaths) {
      this.#groupOpacity(group, context, parentContext, at);
      yield* this.#clips(group.ownedMasks, context, at);
      yield* this.#groupPaths(group, children, context);
    }
    const order: NodeRef[] = [];
    let place = 0;
    let anonymous = 0;
    for (const child of children) {
      if (isShape(child.name)) {
        const path = group.paths[place++];
        if (path !== undefined) order.push(pathRef(path.index));
        continue;
      }
      const isAnonymous = this.#content.isCopy || !child.attributes.id;
      const inner = isAnonymous ? group.anonymous[anonymous++] : this.#match(child, group);
      if (inner === undefined) {
        this.#reportUnknown(child, group);
        continue;
      }
      if (inner.parent === group) order.push(groupRef(inner.index));
      yield* this.#group(inner, child, context, depth + 1);
    }
    if (node.name === 'use') this.#content.leave();
    this.#updateOrder(state, order);
  }

  #groupOpacity(group: SceneGroup, context: Context, parentContext: Context, at: Place): void {
    if (!fadesGroup(context, parentContext) || fadesGroup(group.context, group.parentContext)) return;
    if (holdsSeveral(group, this.#scene.groups)) this.#once(groupName(group), ...groupOpacity, at);
  }

  /** The group at rest for the n-th group of an id. */
  #match(node: SvgNode, parent: SceneGroup): SceneGroup | undefined {
    const key = nameKey(node.attributes.id);
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    const group = this.#scene.groupsByKey.get(key)?.[count];
    if (group !== undefined && group.parent !== parent) {
      this.#once(
        key,
        'group-moved',
        'the group is inside another one than at rest; it stays where it is at rest',
        {
          group: group.id,
        },
        {
          expected: `inside "${group.parent === undefined ? '' : groupName(group.parent)}"`,
          found: `inside "${groupName(parent)}"`,
        },
      );
    }
    return group;
  }

  *#groupPaths(group: SceneGroup, children: readonly SvgNode[], context: Context): Generator<void, void> {
    const count = children.reduce((sum, { name }) => sum + (isShape(name) ? 1 : 0), 0);
    if (count !== group.paths.length) {
      this.#add(
        'morph-topology',
        'the number of paths differs from that at rest; the frame before is held',
        {
          group: groupName(group),
        },
        { expected: countPaths(group.paths.length), found: countPaths(count) },
      );
      return;
    }
    let place = 0;
    for (const child of children) {
      if (isShape(child.name)) yield* this.#path(this.#state.paths[group.paths[place++].index], child, context);
    }
  }

  *#path(state: PathState, node: SvgNode, parentContext: Context): Generator<void, void> {
    const { rest } = state;
    const at: Place = { group: rest.owner, path: rest.place };
    const before = state.context;
    const changes = changesOf(state, node);
    const context = this.#contextOf(state, node, parentContext, at, changes);
    if ((changes & shapeChange) !== 0 || !sameMatrix(before.matrix, context.matrix)) {
      yield* this.#shape(state, node, context.matrix, at);
    } else if (state.misfit !== undefined) this.#reportMisfit(state.misfit, rest, at);

    if (rest.role === 'drawn' && (context !== before || hasReference(context))) this.#style(state, context, at);
    if (rest.ownedMasks.length > 0) yield* this.#clips(rest.ownedMasks, context, at);
  }

  *#shape(state: PathState, node: SvgNode, matrix: Matrix, at: Place): Generator<void, void> {
    const { limits, budget } = this.#options;
    const { rest } = state;
    this.#work += 100 + outlineLength(node);
    if (this.#work > workSlice) {
      this.#work = 0;
      yield;
    }
    const data = yield* readShape(node, this.#scene.size.viewport, limits.points);
    if (data === undefined) throw limitError(limits, 'points', 'control points', undefined, this.#document.file);
    const { contours, points } = data.geometry;
    const fits = sameTopology(contours, rest.geometry.contours);
    state.misfit = fits ? undefined : contours;
    if (data.fault !== undefined) {
      const hint = fits ? 'kept up to there' : 'the frame before is held';
      this.#add('path-data', `faulty path data: ${data.fault}`, { ...at, line: node.line }, { hint });
    } else if (!fits) this.#reportMisfit(contours, rest, at);
    if (!fits) return;
    if (!(yield* placePoints(points, matrix))) {
      this.#add('out-of-range', 'points of the path are too far away to be drawn; the frame before is held', at);
      return;
    }
    if (samePoints(points, state.points)) return;
    state.points = points;
    state.morph ??= new Rows(points.length);
    yield* state.morph.add(this.#frame, points, rest.geometry.points);
    budget.deltaBytes -= points.length * Float32Array.BYTES_PER_ELEMENT;
    if (budget.deltaBytes < 0) {
      throw limitError(limits, 'deltaBytes', 'bytes of differences from rest', undefined, this.#document.file);
    }
  }

  #reportMisfit(contours: readonly Contour[], rest: ScenePath, at: Place): void {
    this.#add('morph-topology', 'the commands of the path differ from those at rest; the frame before is held', at, {
      expected: describeTopology(rest.geometry.contours),
      found: describeTopology(contours),
    });
  }

  #style(state: PathState, context: Context, at: Place): void {
    const place: Place = { file: this.#document.file, action: this.#options.name, frame: this.#frame, ...at };
    const look = lookOf(context, this.#document, this.#sheet, paintReporter(this.#log, place));
    const before = state.look;
    state.look = look;
    const fill = seenColor(look, 'fill');
    const stroke = seenColor(look, 'stroke');
    if (!sameColor(fill, seenColor(before, 'fill'))) {
      state.fill ??= new Keys();
      state.fill.add(this.#frame, fill);
    }
    if (!sameColor(stroke, seenColor(before, 'stroke'))) {
      state.stroke ??= new Keys();
      state.stroke.add(this.#frame, stroke);
    }
    if (look.strokeWidth !== before.strokeWidth) {
      state.width ??= new Keys();
      state.width.add(this.#frame, look.strokeWidth);
    }
    const fixed = state.rest.context;
    const faults = lookFaults(context, look);
    if (faults.length > 0) {
      // Those of the rest pose are known.
      const known = new Set(lookFaults(fixed, state.rest.look).map(([code]) => code));
      for (const [code, message] of faults) {
        if (!known.has(code)) this.#once(`${at.group} ${at.path}`, code, message, at);
      }
    }
    for (const property of ['lineCap', 'lineJoin', 'miterLimit', 'fillRule'] as const) {
      if (context[property] === fixed[property]) continue;
      this.#once(
        `${at.group} ${at.path} ${property}`,
        'style-fixed',
        `${property} cannot change; it stays as at rest`,
        at,
        {
          expected: String(fixed[property]),
          found: String(context[property]),
        },
      );
    }
  }

  *#clips(masks: readonly SceneMask[], context: Context, at: Place): Generator<void, void> {
    for (const mask of masks) yield* this.#clip(mask, context, at);
  }

  /** Follows a mask through the clip path that its owner names in this frame, whatever its id is now. */
  *#clip(mask: SceneMask, ownerContext: Context, at: Place): Generator<void, void> {
    const clip = ownerContext.clip === undefined ? undefined : this.#document.byId.get(ownerContext.clip);
    if (clip?.name !== 'clipPath') {
      this.#once(
        `${at.group} ${at.path}`,
        'clip-fixed',
        'the clip is gone in this frame; that of the frame before is held',
        at,
      );
      return;
    }
    const { matrix } = ownerContext;
    const base: Context = { ...this.#scene.context, matrix };
    const place: Place = { group: mask.id };
    const context = this.#compute(clip, base, place);
    const shapes = [...clipShapes(clip, context, this.#content, (use) => this.#compute(use, context, place))];
    if (shapes.length !== mask.children.length) {
      this.#add('morph-topology', 'the number of paths differs from that at rest; the frame before is held', place, {
        expected: countPaths(mask.children.length),
        found: countPaths(shapes.length),
      });
    } else {
      for (const [i, shape] of shapes.entries()) {
        const path = mask.children[i];
        if (path !== undefined) yield* this.#path(this.#state.paths[path.index], shape.node, shape.context);
      }
    }
    if (mask.ownedMasks.length > 0) yield* this.#clips(mask.ownedMasks, context, place);
  }

  *#bone(bone: SceneBone, children: readonly SvgNode[], context: Context): Generator<void, void> {
    const state = this.#state.bones[bone.index];
    const at: Place = { group: bone.group.id, bone: bone.group.id };
    const node = children.find(({ name }) => isShape(name));
    if (node === undefined) {
      this.#once(bone.group.id, 'bone-path', 'the bone has no path in this frame; the frame before is held', at);
      return;
    }
    const changes = changesOf(state, node);
    const before = state.context;
    const { matrix } = this.#contextOf(state, node, context, at, changes);
    if ((changes & shapeChange) === 0 && sameMatrix(matrix, before.matrix)) return;
    const data = yield* readShape(node, this.#scene.size.viewport, this.#options.limits.points);
    const points = data?.geometry.points ?? new Float64Array(0);
    if (points.length < 8) {
      this.#add('bone-path', 'the path of the bone has no segment; the frame before is held', at, {
        ...(data?.fault !== undefined && { found: data.fault }),
      });
      return;
    }
    if (!(yield* placePoints(points, matrix))) {
      this.#add('out-of-range', 'the bone is too far away; the frame before is held', at);
      return;
    }
    const ends = [points[0], points[1], points[6], points[7]] as const;
    if (ends.every((value, i) => value === state.ends[i])) return;
    state.ends = ends;
    state.keys.add(this.#frame, ends);
  }

  #updateOrder(state: GroupState, found: readonly NodeRef[]): void {
    const children = mergeOrder(found, state.children);
    if (children === state.children) return;
    state.children = children;
    state.order ??= new Keys();
    state.order.add(this.#frame, children);
  }

  #updateVisibility(): void {
    if (!this.#options.keepsPaths) return;
    for (const group of this.#scene.groups) {
      const { parent, bone } = group;
      // What is inside an absent group needs no key of its own; bones are never drawn.
      if (parent === undefined || bone !== undefined || this.#state.groups[parent.index].seenIn !== this.#frame)
        continue;
      const state = this.#state.groups[group.index];
      const isVisible = state.seenIn === this.#frame;
      if (isVisible === state.isVisible) continue;
      state.isVisible = isVisible;
      state.visible ??= new Keys();
      state.visible.add(this.#frame, isVisible);
      if (!isVisible) {
        this.#once(
          group.id,
          'group-absent',
          'the group is not in this frame; it is invisible until it is back',
          {
            group: groupName(group),
          },
          {},
          'info',
        );
      }
    }
  }

  /** The element's context: that of the frame before where its text, its surroundings and the rules are the same. */
  #contextOf(state: Memory, node: SvgNode, parentContext: Context, at: Place, changes: number): Context {
    const isSame = state.sheet === this.#sheet && state.parentContext === parentContext;
    if (!isSame || (changes & styleChange) !== 0) {
      state.context = keepContext(state.context, this.#compute(node, parentContext, at));
      state.sheet = this.#sheet;
      state.parentContext = parentContext;
    }
    if (changes !== 0) remember(state, node);
    return state.context;
  }

  #compute(node: SvgNode, parentContext: Context, at: Place): Context {
    const { size } = this.#scene;
    const place: Place = {
      file: this.#document.file,
      line: node.line,
      action: this.#options.name,
      frame: this.#frame,
      ...at,
    };
    const report = styleReporter(this.#log, place);
    return placed(computeContext(parentContext, node, this.#sheet, size.viewport.diagonal, report), node, size);
  }

  #reportUnknown(node: SvgNode, parent: SceneGroup): void {
    const id = node.attributes.id ?? '';
    const key = `${parent.index} ${id}`;
    const wantsNames = id !== '' && this.#log.keeps('group-unknown', this.#keyOf(key));
    const near = wantsNames ? nearestNames(id, this.#scene.groupsByKey.keys()) : [];
    this.#once(
      key,
      'group-unknown',
      'the group is not in the rest pose and is left out',
      {
        group: id === '' ? `<${node.name}> in ${groupName(parent)}` : id,
        line: node.line,
      },
      near.length > 0 ? { hint: `at rest there is ${near.join(', ')}` } : {},
    );
  }

  #problem(code: string, message: string, at: Place, more: Partial<Problem>): Problem {
    const { name } = this.#options;
    return {
      severity: 'warning',
      code,
      file: this.#document.file,
      action: name,
      frame: this.#frame,
      ...at,
      message,
      ...more,
    };
  }

  #add(code: string, message: string, at: Place, more: Partial<Problem> = {}): void {
    this.#log.add(this.#problem(code, message, at, more));
  }

  /** For what is likely to repeat in every frame of the action. */
  #once(
    key: string,
    code: string,
    message: string,
    at: Place,
    more: Partial<Problem> = {},
    severity: Problem['severity'] = 'warning',
  ): void {
    this.#log.once(this.#keyOf(key), { ...this.#problem(code, message, at, more), severity });
  }

  #keyOf(key: string): string {
    return `${this.#options.name} ${key}`;
  }
}

function hasReference({ fill, stroke }: Context): boolean {
  return fill.kind === 'reference' || stroke.kind === 'reference';
}

/** The colour that is seen: none of what is hidden. */
function seenColor(look: Look, property: 'fill' | 'stroke'): Color | null {
  return look.visible ? look[property] : null;
}

function samePoints(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function sameMatrix(a: Matrix, b: Matrix): boolean {
  return a === b || a.every((value, i) => value === b[i]);
}

function countPaths(count: number): string {
  return count === 1 ? '1 path' : `${count} paths`;
}
