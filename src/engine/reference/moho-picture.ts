import { actionIndex, boneIndex, checkNumber } from '../animate/pose.ts';
import type { ActionRequest, PoseRequest } from '../animate/pose-request.ts';
import { mainFrames, mainName } from '../geometry/moho/moment.ts';
import { drawnLayers, layerPaths, type MohoPath } from '../geometry/moho/picture.ts';
import { type MohoMoment, type MohoPlay, MohoPose } from '../geometry/moho/pose.ts';
import type { PreparedMoho } from '../geometry/moho/prepare.ts';
import type { MohoProject } from '../model/moho.ts';
import { AyatoriError } from '../model/problem.ts';
import { cssColor } from './css-color.ts';
import type { PosedBone, PosedPath, PosedPicture } from './posed-picture.ts';

/**
 * The picture of a Moho project in a pose, evaluated as Moho does: parameters are added before
 * curves are built. Only what is seen is listed, seams included; masks cut nothing.
 *
 * In the request, `main` is the main timeline, whose weight only says whether it plays. Other
 * actions lie on top of it, by weight; dials whose actions are not named follow their bones. Bones
 * are all those of the project.
 *
 * @throws AyatoriError `unknown-action`, `unknown-bone`, `number`, or `moho-request` for what has no meaning here.
 */
export function mohoPicture(prepared: PreparedMoho, request: PoseRequest): PosedPicture {
  const { project } = prepared;
  const moment = momentOf(project, request);
  const pose = new MohoPose(prepared, moment);
  const layers = drawnLayers(pose);
  return {
    width: project.width,
    height: project.height,
    actions: framesOf(pose, moment),
    drawOrder: layers.map((layer) => project.layers[layer].name),
    bones: bonesOf(pose),
    paths: layers.flatMap((layer) =>
      layerPaths(pose, layer).map((path) => posedPath(path, project.layers[layer].name)),
    ),
  };
}

function momentOf(
  project: MohoProject,
  { actions = {}, play = {}, bones = {}, ik = {}, interpolation }: PoseRequest,
): MohoMoment {
  if (Object.keys(ik).length > 0) {
    throw new AyatoriError({
      code: 'moho-request',
      message: 'bones of a Moho project cannot reach for a target',
      hint: 'turn them by angles',
    });
  }
  const names = [{ name: mainName(project), frames: mainFrames(project) }, ...project.actions];
  let frame = 0;
  const plays: MohoPlay[] = [];
  for (const [name, value] of [...Object.entries(actions), ...Object.entries(play)]) {
    const { frame: at, weight = 1 }: ActionRequest = typeof value === 'number' ? { frame: value } : value;
    const index = actionIndex({ rig: { actions: names } }, name);
    checkNumber(`the frame of ${name}`, at);
    checkNumber(`the weight of ${name}`, weight, 0, 1);
    const held = interpolation === 'hold' ? Math.floor(at) : at;
    // The main timeline goes on beyond its last frame.
    if (index > 0) plays.push({ action: index - 1, frame: Math.min(Math.max(held, 0), names[index].frames), weight });
    else if (weight > 0) frame = Math.max(0, held);
  }
  const all = project.layers.flatMap(({ skeleton }) => (skeleton?.bones ?? []).map(({ name: id }) => ({ id })));
  const turns = new Map<string, number>();
  for (const [name, degrees] of Object.entries(bones)) {
    const { id } = all[boneIndex({ rig: { bones: all } }, name)];
    // Angles of the request are clockwise.
    turns.set(id, (-checkNumber(`the angle of ${name}`, degrees) * Math.PI) / 180);
  }
  return { frame, plays, turns };
}

/** Frame of each action, in the outermost bone layer that has it as a dial; 0 where it is off. */
function framesOf(pose: MohoPose, { frame }: MohoMoment): Record<string, number> {
  const { project } = pose.prepared;
  const frames: Record<string, number> = { [mainName(project)]: frame };
  for (const [action, { name }] of project.actions.entries()) {
    frames[name] = 0;
    for (const layer of project.layers.keys()) {
      const drive = pose.drive(layer);
      if (drive.weights[action] === 0) continue;
      frames[name] = drive.frames[action];
      break;
    }
  }
  return frames;
}

function bonesOf(pose: MohoPose): Record<string, PosedBone> {
  const bones: Record<string, PosedBone> = {};
  for (const [layer, { skeleton }] of pose.prepared.project.layers.entries()) {
    const matrices = pose.bones(layer)?.matrices;
    if (skeleton === undefined || matrices === undefined) continue;
    const m = pose.toPixels(layer);
    for (const [b, { name, length }] of skeleton.bones.entries()) {
      const own = matrices.subarray(b * 6, b * 6 + 6);
      const place = (along: number): readonly [number, number] => {
        const [x, y] = [own[4] + along * own[0], own[5] + along * own[1]];
        return [rounded(m[0] * x + m[2] * y + m[4]), rounded(m[1] * x + m[3] * y + m[5])];
      };
      bones[name] = { from: place(0), to: place(length) };
    }
  }
  return bones;
}

function posedPath({ index, contours, points, paint }: MohoPath, group: string): PosedPath {
  return {
    group,
    index,
    fill: cssColor(paint.fill),
    stroke: cssColor(paint.stroke),
    width: rounded(paint.width),
    visible: true,
    fillRule: 'evenodd',
    commands: contours.map(({ segments, closed }) => `M${'C'.repeat(segments)}${closed ? 'Z' : ''}`).join(''),
    points: Array.from(points, rounded),
  };
}

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
