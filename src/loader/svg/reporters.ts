import type { Place } from '../../engine/model/problem.ts';
import type { ProblemLog } from '../report.ts';
import type { PaintReporter } from './look.ts';
import type { StyleReporter } from './style.ts';

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
