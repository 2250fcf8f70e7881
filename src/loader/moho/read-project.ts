import type { MohoProject } from '../../engine/model/moho.ts';
import { AyatoriError } from '../../engine/model/problem.ts';
import type { Limits } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { Context } from './context.ts';
import { Fields, isObject, shortJson } from './fields.ts';
import { cameraFields, projectDataFields, projectFields, reportOthers } from './known-fields.ts';
import { parts, readChannel } from './read-channel.ts';
import { readLayers } from './read-layers.ts';
import { readStyles } from './read-style.ts';

/** Versions of the format that public files have. */
const versions = { least: 1021, greatest: 1045 };

/**
 * Reads the JSON of a project. Yields now and then.
 * @throws AyatoriError `moho-damaged` for what is no project, or `limit`.
 */
export function* readProject(
  text: string,
  file: string,
  name: string,
  limits: Limits,
  log: ProblemLog,
): Generator<void, MohoProject> {
  const value = parse(text, file);
  if (!isProject(value)) {
    throw new AyatoriError({
      code: 'moho-damaged',
      file,
      message: 'the file is no Moho project',
      expected: 'an object with "mime_type": "application/x-vnd.lm_mohodoc" and "layers"',
      found: isObject(value) ? `the fields ${Object.keys(value).slice(0, 5).join(', ')}` : shortJson(value),
    });
  }
  yield;
  const context = new Context(file, limits, log);
  const fields = new Fields(value, '', '', context);
  reportOthers(fields, projectFields);
  const version = readVersion(fields);
  const data = fields.object('project_data');
  reportOthers(data, projectDataFields);
  const camera = fields.object('animated_values');
  reportOthers(camera, cameraFields);
  const { layers, roots } = yield* readLayers(fields, readStyles(fields), context);
  const startFrame = data.number('start_frame', 1);
  return {
    name,
    version,
    width: positive(data, 'width', 1280),
    height: positive(data, 'height', 720),
    fps: positive(data, 'fps', 24),
    startFrame,
    endFrame: Math.max(startFrame, data.number('end_frame', 240)),
    actions: context.actions(),
    layers,
    roots,
    camera: {
      track: readChannel(camera, 'camera_track', parts.space, [0, 0, 2 + Math.sqrt(3)]),
      zoom: readChannel(camera, 'camera_zoom', parts.number, [2]),
    },
  };
}

/** Whether JSON is a project of Moho, so that other JSON can be told by its own name. */
export function isProject(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value.layers)) return false;
  return value.mime_type === undefined
    ? isObject(value.project_data)
    : value.mime_type === 'application/x-vnd.lm_mohodoc';
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AyatoriError(
      {
        code: 'moho-damaged',
        file,
        message: 'the project is not valid JSON; it may be cut off',
        found: cause instanceof Error ? cause.message : String(cause),
        hint: 'save it again in Moho',
      },
      { cause },
    );
  }
}

function readVersion(fields: Fields): number {
  const version = fields.index('version', versions.greatest);
  if (version < versions.least || version > versions.greatest) {
    fields.context.report('', 'version', {
      severity: 'warning',
      code: 'moho-version',
      message: 'a version that is not known; it is read as far as it goes',
      expected: `${versions.least} to ${versions.greatest}`,
      found: String(version),
    });
  }
  return version;
}

function positive(fields: Fields, key: string, fallback: number): number {
  const value = fields.number(key, fallback);
  if (value > 0) return value;
  fields.wrong(key, 'a positive number', value);
  return fallback;
}
