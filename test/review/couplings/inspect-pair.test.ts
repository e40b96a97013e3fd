import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { inspectPair } from '../../../src/review/couplings/inspect-pair.ts';
import { turned, type Found, strongestOf } from '../../../src/review/couplings/looked.ts';
import { lookedBranch, type Files } from '../../kit/looked-branches.ts';

const told = (found: readonly Found[]): readonly string[] =>
  strongestOf(found).map(
    ({ kind, binds, detail }) => `${binds ? 'binds' : 'weak'} ${kind}: ${detail}`,
  );

const BASE: Readonly<Record<string, string>> = {
  'src/dates.ts':
    'export function parseDay(text: string) {\n  return text.trim();\n}\n\nexport const firstDay = 1;\n',
  'src/clock.ts':
    "import { parseDay } from './dates.ts';\n\nexport class Clock {\n  tick() {\n    return parseDay('1');\n  }\n}\n",
  'test/dates.test.ts':
    "import { parseDay } from '../src/dates.ts';\n\ntest('a day', () => {\n  parseDay('2');\n});\n",
  'CHANGELOG.md': '# Changelog\n\n## Next\n\n- One thing\n',
  'package.json': '{\n  "dependencies": {\n    "left": "^1.0"\n  }\n}\n',
};
const EDITS: readonly ((text: string) => string)[] = [
  (text) => text.replaceAll('parseDay', 'readDay'),
  (text) => text.replace('text: string', 'text: string, zone: string'),
  (text) => `${text}\nexport const lastDay = 31;\n`,
  (text) => text.replace("parseDay('", "parseDay('0"),
  (text) => text.replace('## Next\n', '## Next\n\n- Another thing\n'),
  (text) => text.replace('"^1.0"', '"^2.0"'),
  () => '',
];
const files = fc
  .dictionary(fc.constantFrom(...Object.keys(BASE)), fc.nat({ max: EDITS.length - 1 }), {
    minKeys: 1,
    maxKeys: 4,
  })
  .map((chosen): Files =>
    Object.fromEntries(
      Object.entries(chosen).flatMap(([path, index]) => {
        const before = BASE[path] ?? '';
        const after = EDITS[index]?.(before) ?? '';
        return after === before ? [] : [[path, [before, after === '' ? null : after] as const]];
      }),
    ),
  );

test('two branches have the same couplings whichever of them comes first', async () => {
  await fc.assert(
    fc.asyncProperty(files, files, async (mine, theirs) => {
      const [a, b] = [await lookedBranch('work/a', mine), await lookedBranch('work/b', theirs)];
      const forth = inspectPair({ a, b }, new Map());
      const back = inspectPair({ a: b, b: a }, new Map()).map((found) => turned(found, true));
      const kinds = (found: readonly Found[]): readonly string[] =>
        strongestOf(found)
          .map(({ kind, binds }) => `${kind} ${binds}`)
          .toSorted();
      expect(kinds(back)).toEqual(kinds(forth));
    }),
    { numRuns: 40 },
  );
});

test('what changes nothing that another one has is coupled to nothing', async () => {
  const a = await lookedBranch('work/a', { 'src/a.ts': [null, 'export const alone = 1;\n'] });
  const b = await lookedBranch('work/b', { 'src/b.ts': [null, 'export const apart = 2;\n'] });
  expect(inspectPair({ a, b }, new Map())).toEqual([]);
});

test.each([
  'CHANGELOG.md',
  'docs/HISTORY.rst',
  'NEWS',
  'packages/a/Changes.txt',
  'RELEASE_NOTES.md',
])('lines at the same place of %s bind nobody', async (path) => {
  const before = '# Changes\n\n## Next\n\n- One thing\n';
  const with_ = (line: string): Files => ({
    [path]: [before, before.replace('Next\n\n', `Next\n\n- ${line}\n`)],
  });
  const [a, b] = [
    await lookedBranch('work/a', with_('Mine')),
    await lookedBranch('work/b', with_('Yours')),
  ];
  expect(told(inspectPair({ a, b }, new Map()))).toEqual([
    `weak same-hunk: both change line 5 of ${path}`,
  ]);
});

test('code called after a changelog binds as any other', async () => {
  const before = 'export const lines = [\n];\n';
  const after = (line: string): Files => ({
    'src/changelog.ts': [before, before.replace('[\n', `[\n  '${line}',\n`)],
  });
  const [a, b] = [
    await lookedBranch('work/a', after('x')),
    await lookedBranch('work/b', after('y')),
  ];
  const [found] = inspectPair({ a, b }, new Map());
  expect(found).toMatchObject({ kind: 'same-hunk', binds: true });
});

describe('in Rust', () => {
  const home = (after: string): Files => ({
    'crates/grid/src/inner/ruler.rs': [
      'pub struct Ruler {\n    pub width: u32,\n}\n\npub fn measure_all(a: u32) -> u32 {\n    a\n}\n',
      after,
    ],
  });
  const changed =
    'pub struct Ruler {\n    pub width: u64,\n}\n\npub fn measure_all(a: u32, b: u32) -> u32 {\n    a + b\n}\n';

  test.each([
    ['a struct', 'use grid::Ruler;\n\npub fn draw(ruler: &Ruler) -> u32 {\n    1\n}\n', 'Ruler'],
    [
      'a function',
      'use grid::measure_all;\n\npub fn draw() -> u32 {\n    measure_all(1)\n}\n',
      'measure_all',
    ],
  ])('%s that another module hands on is the one that is defined', async (_what, after, name) => {
    const a = await lookedBranch('work/a', home(changed));
    const b = await lookedBranch('work/b', { 'crates/app/src/draw.rs': [null, after] });
    const found = inspectPair({ a, b }, new Map()).filter(({ kind }) => kind === 'symbol');
    expect(found.map(({ rare }) => rare?.name)).toContain(name);
  });

  test('a name out of another crate is another one', async () => {
    const a = await lookedBranch('work/a', home(changed));
    const b = await lookedBranch('work/b', {
      'crates/app/src/draw.rs': [
        null,
        'use other::Ruler;\n\npub fn draw(ruler: &Ruler) -> u32 {\n    1\n}\n',
      ],
    });
    expect(inspectPair({ a, b }, new Map()).filter(({ kind }) => kind === 'symbol')).toEqual([]);
  });
});

describe('what was there before is not used again', () => {
  const home: Files = {
    'src/dates.ts': [
      'export function parseDay(text: string) {\n  return text;\n}\n',
      'export function parseDay(text: string, zone: string) {\n  return text + zone;\n}\n',
    ],
  };
  const caller = (call: string): string =>
    `import { parseDay } from './dates.ts';\n\nexport const day = ${call};\n`;
  const symbols = async (after: string): Promise<readonly string[]> => {
    const a = await lookedBranch('work/a', home);
    const b = await lookedBranch('work/b', { 'src/clock.ts': [caller("parseDay('1')"), after] });
    return told(inspectPair({ a, b }, new Map())).filter((line) => line.includes('symbol'));
  };
  const uses = ['binds symbol: work/a changes the signature of parseDay, work/b calls it'] as const;

  test.each([
    ['laid out again', caller("parseDay(\n  '1',\n)"), []],
    ['beside something else', caller("[parseDay('1')]"), []],
    ['with other arguments', caller("parseDay('2')"), uses],
    ['of something else', caller("days.parseDay('1')").replace('{ parseDay }', '* as days'), uses],
    ['once more', `${caller("parseDay('1')")}export const more = parseDay('1');\n`, uses],
    ['in place of another name', caller("parseDay('1')").replace('day =', 'today ='), []],
  ])('a call %s', async (_how, after, expected) => {
    expect(await symbols(after)).toEqual(expected);
  });

  test.each([
    ["import { firstDay, parseDay } from './dates.ts';", []],
    ["import { parseDay } from './days.ts';", uses],
  ])('an import that becomes %s', async (line, expected) => {
    const before = `import { parseDay, firstDay } from '${line.includes('days') ? './other.ts' : './dates.ts'}';\n`;
    const path = line.includes('days') ? 'src/days.ts' : 'src/dates.ts';
    const a = await lookedBranch('work/a', { [path]: home['src/dates.ts'] ?? [null, null] });
    const b = await lookedBranch('work/b', { 'src/clock.ts': [before, `${line}\n`] });
    const found = told(inspectPair({ a, b }, new Map())).filter((one) => one.includes('symbol'));
    expect(found).toEqual(expected.map((one) => one.replace('calls', 'imports')));
  });
});

test('a method of a class overrides that of what its own base comes from', async () => {
  const a = await lookedBranch('work/a', {
    'app/base.py': [
      'class Shape:\n    def draw(self, at):\n        return at\n',
      'class Shape:\n    def draw(self, at, **more):\n        return at\n',
    ],
  });
  const before =
    'from app.base import Shape\n\n\nclass Field(Shape):\n    def draw(self, at):\n        return 1\n';
  const b = await lookedBranch('work/b', {
    'app/fields.py': [
      before,
      `${before}\n\nclass Late(Field):\n    def draw(self, at):\n        return 2\n`,
    ],
  });
  expect(told(inspectPair({ a, b }, new Map()))).toContain(
    'binds symbol: work/a changes the signature of Shape.draw, work/b implements it in draw',
  );
});

test('a class comes from what its own base comes from', async () => {
  const a = await lookedBranch('work/a', {
    'app/base.py': ['class Shape:\n    size = 1\n', 'class Shape(ABC):\n    size = 1\n'],
  });
  const before = 'from app.base import Shape\n\n\nclass Field(Shape):\n    pass\n';
  const b = await lookedBranch('work/b', {
    'app/fields.py': [before, `${before}\n\nclass Late(Field):\n    pass\n`],
  });
  expect(told(inspectPair({ a, b }, new Map()))).toContain(
    'binds symbol: work/a changes Shape, work/b implements it in Late',
  );
});

test('a variant of one type in Rust is none of another', async () => {
  const a = await lookedBranch('work/a', {
    'src/verify.rs': [
      'pub enum Peer {\n    Chain(u8),\n    RawKey(u8),\n}\n',
      'pub enum Peer {\n    Chain(u8),\n    RawKey(u16),\n}\n',
    ],
  });
  const b = await lookedBranch('work/b', {
    'src/handy.rs': [null, 'pub fn pick(kind: Kind) -> bool {\n    kind == Kind::RawKey\n}\n'],
  });
  expect(inspectPair({ a, b }, new Map()).filter(({ kind }) => kind === 'symbol')).toEqual([]);
});

describe('where nothing parses', () => {
  const home: Files = {
    'lib/first.ex': ["def open_all\n  'one'\nend\n", "def open_all(how)\n  'one'\nend\n"],
  };
  test.each([
    ['writes a name that the other changes', 'list = open_all\n', 1],
    ['defines that name itself', "def open_all\n  'two'\nend\n", 0],
  ])('a branch that %s', async (_what, after, count) => {
    const a = await lookedBranch('work/a', home);
    const b = await lookedBranch('work/b', { 'lib/second.ex': [null, after] });
    expect(inspectPair({ a, b }, new Map()).filter(({ kind }) => kind === 'words')).toHaveLength(
      count,
    );
  });

  test('a name of everything says nothing', async () => {
    const a = await lookedBranch('work/a', {
      'lib/first.ex': ["def delete\n  'one'\nend\n", "def delete(how)\n  'one'\nend\n"],
    });
    const b = await lookedBranch('work/b', { 'lib/second.ex': [null, 'stack.delete(stub)\n'] });
    expect(inspectPair({ a, b }, new Map())).toEqual([]);
  });
});

test('lines of a manifest near each other bind nobody', async () => {
  const before =
    '{\n  "dependencies": {\n    "left": "^1.0",\n    "middle": "^1.0",\n    "right": "^1.0"\n  }\n}\n';
  const a = await lookedBranch('work/a', {
    'package.json': [before, before.replace('"left": "^1.0"', '"left": "^2.0"')],
  });
  const b = await lookedBranch('work/b', {
    'package.json': [before, before.replace('"right": "^1.0"', '"right": "^2.0"')],
  });
  expect(inspectPair({ a, b }, new Map()).filter(({ binds }) => binds)).toEqual([]);
});

test('a method of an impl is of the trait that it implements', async () => {
  const key = (body: string): string => `pub trait Key {\n    fn public(&self) -> u8${body}\n}\n`;
  const a = await lookedBranch('work/a', { 'src/key.rs': [key(' {\n        0\n    }'), key(';')] });
  const impl = (more: string): string =>
    `struct Own;\n\nimpl Key for Own {\n    fn algorithm(&self) -> u8 {\n        1\n    }\n${more}}\n`;
  const b = await lookedBranch('work/b', {
    'src/own.rs': [impl(''), impl('\n    fn public(&self) -> u8 {\n        2\n    }\n')],
  });
  expect(told(inspectPair({ a, b }, new Map()))).toContain(
    'binds symbol: work/a changes the signature of Key.public, work/b implements it in public',
  );
});

test.each([
  ['renames', 'aclose', 'renames Client.close to aclose', true],
  ['keeps', 'close', '', false],
])('the inside of a function binds where another %s it', async (...[_does, name, does, binds]) => {
  const lines = '        skip()\n'.repeat(6);
  const client = (method: string, more = ''): string =>
    `class Client:\n    def ${method}(self):\n${lines}${more}\n\nOTHER = 1\n`;
  const a = await lookedBranch('work/a', {
    'app/client.py': [client('close'), client(name).replace('OTHER = 1', 'OTHER = 2')],
  });
  const b = await lookedBranch('work/b', {
    'app/client.py': [client('close'), client('close', '        leave()\n')],
  });
  const near = inspectPair({ a, b }, new Map()).filter(
    (one) => one.kind === 'near-hunk' && one.binds,
  );
  expect(near.map(({ detail }) => detail)).toEqual(
    binds ? [`work/a ${does}, work/b changes it`] : [],
  );
});

describe('changes near each other in one function', () => {
  const walk = (first: string, last: string): string =>
    `export function walk(list) {\n  ${first}\n  skip();\n  skip();\n  skip();\n  skip();\n  skip();\n  ${last}\n}\n`;
  const before = walk('const begun = list.size;', 'finish(1);');
  test.each([
    ['what one says otherwise, the other speaks of', 'finish(begun);', true],
    ['neither speaks of what the other says otherwise', 'finish(2);', false],
  ])('%s', async (_what, last, binds) => {
    const a = await lookedBranch('work/a', {
      'src/walk.js': [before, walk('const opened = list.size;', 'finish(1);')],
    });
    const b = await lookedBranch('work/b', {
      'src/walk.js': [before, walk('const begun = list.size;', last)],
    });
    expect(inspectPair({ a, b }, new Map())).toContainEqual(
      expect.objectContaining({ kind: 'near-hunk', binds }),
    );
  });
});

test('what Go throws away by the name `_` is used by nobody', async () => {
  const [a, b] = [
    await lookedBranch('work/a', {
      'render/yaml.go': ['package render\n', 'package render\n\nvar _ Render = YAML{}\n'],
    }),
    await lookedBranch('work/b', {
      'render/text.go': [
        'package render\n\nfunc f() {\n}\n',
        'package render\n\nfunc f() {\n\t_ = g()\n}\n',
      ],
    }),
  ];
  expect(inspectPair({ a, b }, new Map()).filter(({ kind }) => kind === 'symbol')).toEqual([]);
});
