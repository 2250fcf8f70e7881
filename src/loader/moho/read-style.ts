import type { MohoChannel, MohoStyle } from '../../engine/model/moho.ts';
import { type Fields, isObject } from './fields.ts';
import { reportOthers, styleFields } from './known-fields.ts';
import { constant, parts, readChannel } from './read-channel.ts';

/** Styles with a name that shapes can refer to. */
export type Styles = ReadonlyMap<string, NamedStyle>;

interface NamedStyle {
  readonly style: MohoStyle;
  readonly uuid: string;
}

const black = [0, 0, 0, 1];

export function readStyles(project: Fields): Styles {
  const styles = new Map<string, NamedStyle>();
  for (const fields of project.objects('styles')) {
    reportOthers(fields, styleFields);
    const [name, uuid] = [fields.text('name'), fields.text('uuid')];
    const entry = { style: readStyle(fields, (key) => fields.flag(key, false)), uuid };
    if (name !== '') styles.set(`name ${name}`, entry);
    if (uuid !== '') styles.set(`uuid ${uuid}`, entry);
  }
  return styles;
}

/** What a style defines. */
function readStyle(fields: Fields, defines: (key: string) => boolean): MohoStyle {
  return {
    ...(defines('define_fill_color') && { fill: readChannel(fields, 'fill_color', parts.color, black) }),
    ...(defines('define_line_col') && { line: readChannel(fields, 'line_color', parts.color, black) }),
    ...(defines('define_line_width') && { lineWidth: fields.number('line_width', 0) }),
    lineCap: fields.index('line_caps', 1),
  };
}

/**
 * The style of a shape. What it does not define itself comes from its second named style, else from
 * its first, where these define it. Not verified.
 */
export function readShapeStyle(shape: Fields, styles: Styles): Required<MohoStyle> {
  const fields = shape.object('style');
  reportOthers(fields, styleFields);
  reportGradient(fields);
  const own = readStyle(fields, () => true);
  const inherited: Partial<MohoStyle> = {};
  for (const key of ['inherited_style', 'inherited_style2']) {
    const named = namedStyle(shape, key, styles);
    if (named === undefined) continue;
    shape.unverified(`${key}_name`, 'named styles are applied by a rule that is not verified');
    const { fill, line, lineWidth } = named.style;
    if (fill !== undefined && !fields.flag('define_fill_color', false)) Object.assign(inherited, { fill });
    if (line !== undefined && !fields.flag('define_line_col', false)) Object.assign(inherited, { line });
    if (lineWidth !== undefined && !fields.flag('define_line_width', false)) Object.assign(inherited, { lineWidth });
  }
  const plain: MohoChannel = { components: 4, main: constant(black), actions: [] };
  return { fill: plain, line: plain, lineWidth: 0, ...own, ...inherited };
}

function namedStyle(shape: Fields, key: string, styles: Styles): NamedStyle | undefined {
  const [name, uuid] = [shape.text(`${key}_name`), shape.text(`${key}_uuid`)];
  if (name === '' && uuid === '') return undefined;
  const named = styles.get(`uuid ${uuid}`) ?? styles.get(`name ${name}`);
  if (named === undefined) shape.wrong(`${key}_name`, 'the name of a style of the project', name || uuid);
  return named;
}

/** Fill effects are told by their type alone: their fields are many. */
function reportGradient(fields: Fields): void {
  const effect = fields.json.fill_style;
  if (isObject(effect))
    fields.unsupported('fill_style', 'fill effects; drawn in the plain fill colour', String(effect.type));
}
