import type { Place } from '../../engine/model/problem.ts';
import { groupRef, pathRef } from '../../engine/model/rig.ts';
import { nameKey } from '../names.ts';
import { type Limits, limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { clipShapes } from './clip-shapes.ts';
import { ContentReader, checkDepth } from './content.ts';
import type { Sheet } from './declarations.ts';
import type { SvgDocument, SvgNode } from './document.ts';
import { emptyGeometry, type Geometry } from './geometry.ts';
import { type Look, lookOf } from './look.ts';
import { type Matrix, placePoints } from './matrix.ts';
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
  type Seen,
} from './scene.ts';
import { isShape } from './shape-attributes.ts';
import { outlineLength, readShape } from './shapes.ts';
import { type Context, computeContext, initialContext } from './style.ts';
import { type PictureSize, pictureSize } from './viewport.ts';

export interface SceneOptions {
  readonly bonePrefix: string;
  readonly limits: Limits;
}

/** Reads the rest pose from a document and its style sheet. Yields between elements. */
export function* readScene(
  document: SvgDocument,
  sheet: Sheet,
  options: SceneOptions,
  log: ProblemLog,
): Generator<void, Scene> {
  const builder = new SceneBuilder(document, sheet, options, log);
  return yield* builder.build();
}

/** Characters of attributes between two points where the work may be interrupted. */
const workSlice = 8_000;

/** A clip path that an element asks for; masks are made when all groups are known. */
interface ClipRequest {
  readonly id: string;
  readonly matrix: Matrix;
  /** What asks: an element, or another clip path. */
  readonly target: Pick<SceneMask, 'masks' | 'ownedMasks'>;
  readonly at: Place;
  /** The group whose bones bend the clip path when it stands in no group itself. */
  readonly group: SceneGroup;
}

class SceneBuilder {
  readonly #document: SvgDocument;
  readonly #options: SceneOptions;
  readonly #log: ProblemLog;
  readonly #sheet: Sheet;
  readonly #size: PictureSize;
  readonly #content: ContentReader;
  readonly #groups: SceneGroup[] = [];
  readonly #paths: ScenePath[] = [];
  readonly #masks: SceneMask[] = [];
  readonly #bones: SceneBone[] = [];
  readonly #groupsByKey = new Map<string, SceneGroup[]>();
  readonly #groupOf = new Map<SvgNode, SceneGroup>();
  readonly #clips: ClipRequest[] = [];
  readonly #masksByClip = new Map<SvgNode, Map<string, SceneMask>>();
  /** See {@link #inherited}. */
  readonly #inheritedIn = new Map<SvgNode, Context>();
  #points = 0;
  #work = 0;

  constructor(document: SvgDocument, sheet: Sheet, options: SceneOptions, log: ProblemLog) {
    this.#document = document;
    this.#options = options;
    this.#log = log;
    this.#sheet = sheet;
    this.#size = pictureSize(document.root);
    this.#content = new ContentReader(document, options.limits, log);
  }

  *build(): Generator<void, Scene> {
    const { root } = this.#document;
    if (this.#size.fault !== undefined) {
      const { width, height } = this.#size;
      this.#report('picture-size', this.#size.fault, {}, { hint: `taken as ${width} × ${height} px` });
    }
    const context: Context = { ...initialContext, matrix: this.#size.matrix };
    const picture = yield* this.#group(root, undefined, context, 1);
    // The list grows while it is worked off: shapes of clip paths may be clipped in turn.
    for (const request of this.#clips) yield* this.#clip(request, []);
    return {
      size: this.#size,
      context: picture.parentContext,
      sheet: this.#sheet,
      groups: this.#groups,
      paths: this.#paths,
      masks: this.#masks,
      bones: this.#bones,
      groupsByKey: this.#groupsByKey,
    };
  }

  *#group(
    node: SvgNode,
    parent: SceneGroup | undefined,
    parentContext: Context,
    depth: number,
  ): Generator<void, SceneGroup> {
    checkDepth(depth, this.#options.limits, this.#document.file);
    const id = parent === undefined || this.#content.isCopy ? '' : (node.attributes.id ?? '');
    const key = nameKey(id);
    const group: SceneGroup = {
      index: this.#groups.length,
      id: node.attributes.id ?? '',
      key,
      parent,
      children: [],
      paths: [],
      anonymous: [],
      bone: undefined,
      masks: [],
      ownedMasks: [],
      ...this.#seen(node, parentContext, { group: node.attributes.id || `<${node.name}>` }),
    };
    this.#groups.push(group);
    this.#register(group, node);
    if (group.context.clip !== undefined) {
      const { clip, matrix } = group.context;
      this.#clips.push({ id: clip, matrix, target: group, at: { group: groupName(group) }, group });
    }
    if (node.name === 'use') this.#content.enter(node);
    const children = this.#content.children(node);
    const { bonePrefix } = this.#options;
    const lines = bonePrefix !== '' && key.startsWith(bonePrefix) ? children.filter(({ name }) => isShape(name)) : [];
    const isBone = lines.length > 0;
    if (isBone) yield* this.#bone(group, lines[0], lines.length > 1);
    for (const child of children) {
      if (isShape(child.name)) {
        if (isBone) continue;
        const path = yield* this.#path(child, group, group.context, group.paths.length, 'drawn', groupName(group));
        group.paths.push(path);
        group.children.push(pathRef(path.index));
      } else {
        const inner = yield* this.#group(child, group, group.context, depth + 1);
        group.children.push(groupRef(inner.index));
      }
    }
    if (node.name === 'use') this.#content.leave();
    if (fadesGroup(group.context, parentContext) && holdsSeveral(group, this.#groups)) {
      this.#report(...groupOpacity, { group: groupName(group), line: node.line });
    }
    return group;
  }

  #register(group: SceneGroup, node: SvgNode): void {
    const { key, parent } = group;
    if (!this.#content.isCopy) this.#groupOf.set(node, group);
    if (parent === undefined) return;
    if (key === '') {
      parent.anonymous.push(group);
      return;
    }
    const same = this.#groupsByKey.get(key);
    if (same === undefined) {
      this.#groupsByKey.set(key, [group]);
      return;
    }
    same.push(group);
    if (same.length === 2) {
      this.#report('duplicate-id', 'several groups have this id; they are matched by their order', {
        group: group.id,
        line: node.line,
      });
    }
  }

  #seen(node: SvgNode, parentContext: Context, place: Place): Seen {
    const { name, attributes, line } = node;
    const report = styleReporter(this.#log, { file: this.#document.file, line, ...place });
    const context = computeContext(parentContext, node, this.#sheet, this.#size.viewport.diagonal, report);
    return { name, attributes, parentContext, context: placed(context, node, this.#size) };
  }

  *#path(
    node: SvgNode,
    group: SceneGroup,
    parentContext: Context,
    place: number,
    role: 'drawn' | 'clip',
    owner: string,
  ): Generator<void, ScenePath> {
    const { limits } = this.#options;
    const { file } = this.#document;
    if (this.#paths.length >= limits.paths) throw limitError(limits, 'paths', 'paths', undefined, file);
    const at: Place = { group: owner, path: place };
    const seen = this.#seen(node, parentContext, at);
    const { context } = seen;
    const geometry = yield* this.#geometry(node, context.matrix, at);
    const path: ScenePath = {
      index: this.#paths.length,
      group,
      place,
      role,
      owner,
      geometry,
      look: this.#look(context, at, role),
      masks: [],
      ownedMasks: [],
      ...seen,
    };
    this.#paths.push(path);
    if (context.clip !== undefined) {
      this.#clips.push({ id: context.clip, matrix: context.matrix, target: path, at, group });
    }
    return path;
  }

  #look(context: Context, at: Place, role: 'drawn' | 'clip'): Look {
    const place = { file: this.#document.file, ...at };
    const look = lookOf(
      context,
      this.#document,
      this.#sheet,
      role === 'clip' ? () => undefined : paintReporter(this.#log, place),
    );
    if (role === 'drawn') {
      for (const [code, message] of lookFaults(context, look)) this.#report(code, message, at);
    }
    return look;
  }

  *#geometry(node: SvgNode, matrix: Matrix, at: Place): Generator<void, Geometry> {
    const { limits } = this.#options;
    const { file } = this.#document;
    this.#work += 200 + outlineLength(node);
    if (this.#work > workSlice) {
      this.#work = 0;
      yield;
    }
    const data = yield* readShape(node, this.#size.viewport, limits.points - this.#points);
    if (data === undefined) throw limitError(limits, 'points', 'control points', undefined, file);
    const { geometry, fault } = data;
    if (fault !== undefined) {
      this.#report('path-data', `faulty path data: ${fault}`, { ...at, line: node.line }, { hint: 'kept up to there' });
    }
    this.#points += geometry.points.length / 2;
    if (yield* placePoints(geometry.points, matrix)) return geometry;
    this.#report('out-of-range', 'points of the path are too far away to be drawn; it is left empty', {
      ...at,
      line: node.line,
    });
    return emptyGeometry;
  }

  *#bone(group: SceneGroup, node: SvgNode, hasMore: boolean): Generator<void, void> {
    const at: Place = { group: group.id, path: 0 };
    if (hasMore) {
      // A bone is one line; this may well be artwork.
      const hint = "rename the group, or set bonePrefix to '' where there are no bones";
      this.#report(
        'bone-paths',
        'the group counts as a bone, so none of its paths is drawn',
        { group: group.id },
        { hint },
      );
    }
    const seen = this.#seen(node, group.context, at);
    const { points } = yield* this.#geometry(node, seen.context.matrix, at);
    if (points.length < 8) {
      this.#report('bone-path', 'the path of a bone has no segment; the group is not a bone', at);
      return;
    }
    const bone: SceneBone = {
      index: this.#bones.length,
      group,
      seen,
      base: [points[0], points[1]],
      tip: [points[6], points[7]],
    };
    this.#bones.push(bone);
    group.bone = bone;
  }

  /** Makes or finds the mask for a clip path as seen from one place. `inside`: clip paths that lead here. */
  *#clip(request: ClipRequest, inside: readonly SvgNode[]): Generator<void, void> {
    const { id, matrix, target, at, group } = request;
    const node = this.#clipNode(id, at, inside);
    if (node === undefined) return;
    const { limits } = this.#options;
    if (inside.length >= limits.depth) {
      throw limitError(limits, 'depth', 'clip paths of clip paths', undefined, this.#document.file);
    }
    let known = this.#masksByClip.get(node);
    if (known === undefined) {
      known = new Map();
      this.#masksByClip.set(node, known);
    }
    const seenFrom = matrix.join();
    const existing = known.get(seenFrom);
    if (existing !== undefined) {
      target.masks.push(existing.index);
      return;
    }

    const around = { ...this.#inherited(node), matrix, displayed: true };
    const { context } = this.#seen(node, around, { group: id });
    const children: (ScenePath | undefined)[] = [];
    const paths: number[] = [];
    const owner = this.#groupOf.get(enclosingGroup(node) ?? node) ?? group;
    for (const shape of clipShapes(
      node,
      context,
      this.#content,
      (use) => this.#seen(use, context, { group: id }).context,
    )) {
      const path = yield* this.#path(shape.node, owner, shape.context, children.length, 'clip', id);
      children.push(path.look.visible ? path : undefined);
      if (path.look.visible) paths.push(path.index);
    }
    const mask: SceneMask = { index: this.#masks.length, id, children, paths, masks: [], ownedMasks: [] };
    this.#masks.push(mask);
    known.set(seenFrom, mask);
    target.masks.push(mask.index);
    target.ownedMasks.push(mask);
    if (context.clip !== undefined) {
      const inner = { id: context.clip, matrix: context.matrix, target: mask, at: { group: id }, group };
      yield* this.#clip(inner, [...inside, node]);
    }
  }

  /** The clip path of an id; undefined, with a report, where there is none to use. */
  #clipNode(id: string, at: Place, inside: readonly SvgNode[]): SvgNode | undefined {
    const node = this.#document.byId.get(id);
    const found = `#${id}`;
    const hint = 'drawn without that clip';
    if (node === undefined) this.#report('reference-missing', 'there is no clip path of this id', at, { found, hint });
    else if (node.name !== 'clipPath') {
      this.#report('reference-missing', `clip-path refers to a <${node.name}>`, at, { found, hint });
    } else if (inside.includes(node)) this.#report('reference-cycle', 'a clip path clips itself', at, { found, hint });
    else if (node.attributes.clipPathUnits === 'objectBoundingBox') {
      this.#report('unsupported-clip', 'clip paths in units of the bounding box are not supported', at, {
        found,
        hint,
      });
    } else return node;
    return undefined;
  }

  /** Properties that reach a clip path from the elements around it. */
  #inherited({ parent }: SvgNode): Context {
    const chain: SvgNode[] = [];
    let known: Context | undefined;
    for (let each = parent; each !== undefined && known === undefined; each = each.parent) {
      known = this.#inheritedIn.get(each);
      if (known === undefined) chain.push(each);
    }
    let context = known ?? initialContext;
    const { diagonal } = this.#size.viewport;
    for (const node of chain.reverse()) {
      context = computeContext(context, node, this.#sheet, diagonal, () => undefined);
      this.#inheritedIn.set(node, context);
    }
    return context;
  }

  #report(code: string, message: string, place: Place, more: { found?: string; hint?: string } = {}): void {
    this.#log.add({ severity: 'warning', code, file: this.#document.file, ...place, message, ...more });
  }
}

function enclosingGroup(node: SvgNode): SvgNode | undefined {
  let each = node.parent;
  while (each !== undefined && each.name !== 'g') each = each.parent;
  return each;
}
