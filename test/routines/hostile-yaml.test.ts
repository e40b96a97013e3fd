import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseRoutine } from '../../src/routines/parse-routine.ts';
import { parseWorkspace } from '../../src/routines/parse-workspace.ts';
import { bytesOf, context, read, routineOf } from '../kit/definitions.ts';

test.each([
  [
    'a tab',
    'on:\n\tmanual: {}\n',
    '2:1 tab-indent the line is indented with a tab | Indent with spaces.',
  ],
  [
    'a duplicate key',
    'on: manual\non: manual\n',
    '2:1 duplicate-key the key `on` is here a second time | Keep one of the two.',
  ],
  [
    '__proto__',
    'on: manual\n__proto__: {}\n',
    '2:1 forbidden-key the key `__proto__` is not allowed | Remove it.',
  ],
  [
    'constructor',
    'constructor: 1\n',
    '1:1 forbidden-key the key `constructor` is not allowed | Remove it.',
  ],
  [
    'a merge key',
    '<<: 1\n',
    '1:1 merge-key merge keys (`<<`) are not allowed | Write the values out.',
  ],
  [
    'a tag',
    'name: !!binary aa\n',
    '1:16 tag the tag tag:yaml.org,2002:binary is not allowed | Remove the tag and write the plain value.',
  ],
  [
    'an alias to itself',
    'name: &a [*a]\n',
    '1:11 unknown-alias the alias *a names no anchor before it | Put a value that begins with * in quotes: "*a".',
  ],
  [
    'a second document',
    'on: manual\n---\non: manual\n',
    '2:1 several-documents a second YAML document begins here | Keep one document a file; remove the line `---`.',
  ],
  [
    'a number for a key',
    '1: 2\n',
    '1:1 bad-key a key is not plain text | Write a key such as `name`.',
  ],
  [
    'another YAML',
    '%YAML 1.1\n---\non: manual\n',
    '1:1 yaml-version the file asks for YAML 1.1 | Remove the %YAML line; files are read as YAML 1.2.',
  ],
  [
    'nothing',
    '',
    '1:1 empty-file the file is empty | Write keys and values, such as `name: Nightly sweep`.',
  ],
  [
    'an unquoted star',
    'on: { schedule: * * * * * }\n',
    '1:17 needs-quotes a plain value cannot begin with * here | Put the value in quotes, such as "*/5 * * * *".',
  ],
  [
    'a control character',
    'name: "a\\0b"\n',
    '1:7 control-character the value "ab" holds a control character | Remove it.',
  ],
  [
    '10 MB',
    'x'.repeat(10_000_000),
    '1:1 file-too-large the file is too large: it has 10000000 bytes, the limit is 262144 | Move long texts to files of their own: agent.prompt-file, report.template.',
  ],
])('%s is one clean problem', (_, text, problem) => {
  expect(read(text)).toEqual([problem]);
});

test('a byte that is not UTF-8 is found where it stands', () => {
  expect(read(new Uint8Array([0x61, 0x0a, 0xc3, 0xa4, 0x62, 0xff, 0x0a]))).toEqual([
    '2:3 not-utf-8 the file is not UTF-8 from here on | Save it as UTF-8.',
  ]);
});

test('a byte order mark and CRLF are fine', () => {
  expect(routineOf('\ufeffon: manual\r\ncollect: [todos]\r\n').id).toBe('x');
});

test('aliases that multiply are refused before they are expanded', () => {
  const level = (name: string, of: string): string => `${name}: &${name} [${`${of},`.repeat(9)}]`;
  const text = [
    'a: &a [x]',
    level('b', '*a'),
    level('c', '*b'),
    level('d', '*c'),
    level('e', '*d'),
    level('f', '*e'),
  ];
  const found = read(text.join('\n'));
  expect(found).toContain(
    '6:7 too-large the file holds more than 20,000 values once aliases are expanded | Write fewer values.',
  );
});

test.each([
  ['on: manual\nname: ' + '['.repeat(300), '2:207 too-deep'],
  ['- '.repeat(300), '1:401 too-deep'],
  ['"[[[" :\n  - ' + '{'.repeat(300), '2:204 too-deep'],
])(
  'what nests on one line is refused where it goes too deep, before it is parsed',
  (text, start) => {
    const found = read(text);
    expect(found).toEqual([`${start} the file is nested too deeply | Write it flat.`]);
  },
);

test('brackets in quotes, comments and block texts nest nothing', () => {
  const many = '['.repeat(500);
  const text = `on: manual # ${many}\nname: "${many.slice(0, 100)}"\ncollect: [todos]\nagent:\n  prompt: |\n    ${many}\n`;
  expect(routineOf(text).id).toBe('x');
});

test('nesting by indentation alone, as deep as a file can hold, is one clean problem', () => {
  const deep = Array.from({ length: 700 }, (_, level) => `${' '.repeat(level)}a:`).join('\n');
  expect(read(deep)).toEqual([
    '26:26 too-deep the file is nested more than 24 levels deep | Write it flat.',
  ]);
});

test.each(['[', '{', '- ', '? ', '"', '&a ', '!a ', 'a: ', '*a,'])(
  'a file full of %s ends in problems',
  (piece) => {
    const found = read(piece.repeat(Math.floor(40_000 / piece.length)));
    expect(Array.isArray(found) && found.length > 0 && found.length <= 100).toBe(true);
  },
);

const words = fc.constantFrom(
  'on',
  'collect',
  'todos',
  'agent',
  ': ',
  '\n',
  '\n  ',
  '- ',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  '&a',
  '*a',
  '|',
  '\t',
  '#',
  'manual',
  '__proto__',
  '30d',
  '0',
  '!',
  '<<',
  'schedule',
  ',',
);
const pieces = fc.array(words, { maxLength: 40 }).map((list) => bytesOf(list.join('')));

test('whatever the bytes are, there is a routine or problems with places, never a throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), pieces), (bytes) => {
      const reading = parseRoutine({ file: 'routines/x.yaml', bytes }, context);
      if (reading.kind === 'routine') return;
      expect(reading.problems.length).toBeGreaterThan(0);
      for (const { line, column, message, hint } of reading.problems) {
        expect(Math.min(line, column)).toBeGreaterThanOrEqual(1);
        expect(Math.min(message.length, hint.length)).toBeGreaterThan(0);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('the same holds for roundsman.yaml', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), pieces), (bytes) => {
      const { config } = parseWorkspace(bytes, { folderName: 'shop', hostTimezone: 'UTC' });
      expect(config.timezone).not.toBe('');
    }),
  );
});

test('no override makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (key, value) => {
      const bytes = bytesOf('on: manual\ncollect: [todos]\n');
      const source = {
        file: 'routines/x.yaml',
        bytes,
        overrides: [key, `${key}=${value}`, `name=${value}`],
      };
      expect(['routine', 'problems']).toContain(parseRoutine(source, context).kind);
    }),
  );
});
