import fc from 'fast-check';

/** What tends to upset readers. */
const tokens = [
  ...[
    '<g>',
    '</g>',
    '<',
    '>',
    '&',
    '"',
    "'",
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x?>',
    '&d;',
    '&x;',
    '&#0;',
    '\0',
    '\ufeff',
  ],
  ...[
    'NaN',
    '1e999',
    '-',
    '.',
    '1e',
    '09',
    'e',
    'M',
    'Z',
    'A',
    'url(#c)',
    'url(#g)',
    '#',
    '#c',
    'none',
    'inherit',
    '!important',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    'null',
    '-0',
    '1e31',
    '100%',
    '(',
    ')',
    ';',
    '\n',
    '\r\n',
    '0',
    '-1',
    'id="arm"',
    'id=""',
  ],
  ...['<use href="#arm"/>', '<g id="arm"/>', '<path/>', '<path d="M0 0"/>', 'display="none"', 'transform="scale(0)"'],
  ...[
    '<svg>',
    'BASE',
    'SMRT',
    '..',
    '/',
    '\u3099',
    '\ud800',
    '__proto__',
    'constructor',
    '<style>',
    '*{',
    'matrix(1 0 0 1 0 1e300)',
  ],
];

type Edit = readonly [
  kind: 'cut' | 'copy' | 'insert' | 'truncate' | 'replace',
  at: number,
  length: number,
  token: string,
];

const edit: fc.Arbitrary<Edit> = fc.tuple(
  fc.constantFrom(
    'cut' as const,
    'copy' as const,
    'insert' as const,
    'insert' as const,
    'replace' as const,
    'truncate' as const,
  ),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.oneof(fc.nat(8), fc.nat(200)),
  fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary', maxLength: 3 })),
);

/** The text after the edits, each at its share of the length. */
export function spoil(text: string, edits: readonly Edit[]): string {
  return edits.reduce((before, [kind, share, length, token]) => {
    const at = Math.floor(share * before.length);
    const head = before.slice(0, at);
    if (kind === 'cut') return head + before.slice(at + length);
    if (kind === 'copy') return head + before.slice(at, at + length) + before.slice(at);
    if (kind === 'insert') return head + token + before.slice(at);
    return kind === 'replace' ? head + token + before.slice(at + token.length) : head;
  }, text);
}

export const edits = fc.array(edit, { minLength: 1, maxLength: 6 });
