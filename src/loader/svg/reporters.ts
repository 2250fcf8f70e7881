import type { Place } from '../../engine/model/problem.ts';
import type { ProblemLog } from '../report.ts';
import type { Look, PaintReporter } from './look.ts';
import { anisotropy } from './matrix.ts';
import type { Context, StyleReporter } from './style.ts';

/** Reports properties that have no effect; each property and group once, for frames repeat them. */
export function styleReporter(log: ProblemLog, place: Place): StyleReporter {
  return (property, value, why) => {
    const isInvalid = why === 'invalid';
    log.once(`${place.group} ${property} ${isInvalid ? value.slice(0, 40) : ''}`, {
      severity: 'warning',
      code: isInvalid ? 'invalid-property' : 'unsupported-property',
      ...place,
      message: isInvalid ? `the value of ${property} is not valid and is ignored` : `${property} is not supported`,
      found: JSON.stringify(value.slice(0, 60)),
    });
  };
}

/** Reports paints that are not colours. */
export function paintReporter(log: ProblemLog, place: Place): PaintReporter {
  return (property, id, element) => {
    const isMissing = element === undefined;
    log.once(`${place.group} ${place.path} ${property}`, {
      severity: 'warning',
      code: isMissing ? 'reference-missing' : 'unsupported-paint',
      ...place,
      message: isMissing
        ? `${property} refers to an element that is not there; its fallback is used`
        : `<${element}> as ${property} is not supported; ${element.endsWith('Gradient') ? 'the colour of its middle stop is used' : 'nothing is painted'}`,
      found: `#${id}`,
    });
  };
}

/** What of the look of a path is not drawn as it should be: code and message of each. */
export function lookFaults(
  { matrix, dashed, opacity }: Context,
  { fill, stroke, strokeWidth }: Look,
): [string, string][] {
  const faults: [string, string][] = [];
  if (stroke === null) return faults;
  if (strokeWidth > 0 && anisotropy(matrix) > 1 + 1e-3) {
    faults.push(['stroke-scale', 'the transform stretches the stroke unevenly; its width is made even']);
  }
  if (dashed) faults.push(['unsupported-property', 'dashes are not supported; the line is solid']);
  if (strokeWidth > 0 && fill !== null && isTranslucent(opacity)) {
    faults.push([
      'path-opacity',
      'opacity is given to fill and stroke one by one, so the fill shows through the stroke',
    ]);
  }
  return faults;
}

/** Whether a group fades its paths in a way that shows where they overlap. */
export function fadesGroup({ opacity }: Context, parent: Context): boolean {
  return opacity !== parent.opacity && isTranslucent(opacity);
}

export const groupOpacity = [
  'group-opacity',
  'the opacity of a group is given to its paths one by one, so overlaps show through',
] as const;

const isTranslucent = (opacity: number): boolean => opacity > 0 && opacity < 1;
