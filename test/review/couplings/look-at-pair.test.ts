import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { lookAtPair } from '../../../src/review/couplings/look-at-pair.ts';
import {
  lookAt,
  turned,
  type Found,
  type LookedBranch,
} from '../../../src/review/couplings/looked.ts';
import { readFileFacts } from '../../../src/review/couplings/read-file-facts.ts';
import { strongestOf } from '../../../src/review/couplings/strongest-of.ts';
import { changeOf, reviewBranch } from '../../kit/review-branches.ts';

type Files = Readonly<Record<string, readonly [before: string | null, after: string | null]>>;

async function branchOf(name: string, files: Files): Promise<LookedBranch> {
  const looked = await Promise.all(
    Object.entries(files).map(async ([path, [before, after]]) => ({
      change: changeOf(path, {
        status: before === null ? 'added' : after === null ? 'deleted' : 'changed',
        oldBlob: before === null ? null : changeOf(path).oldBlob,
        newBlob: after === null ? null : (changeOf(`${name} ${path}`).newBlob ?? null),
      }),
      facts: await readFileFacts({ path, before, after }),
    })),
  );
  const changes = looked.map(({ change }) => change);
  return lookAt(reviewBranch(name, { changes }), looked);
}

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
      const [a, b] = [await branchOf('work/a', mine), await branchOf('work/b', theirs)];
      const forth = lookAtPair({ a, b }, new Map());
      const back = lookAtPair({ a: b, b: a }, new Map()).map((found) => turned(found, true));
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
  const a = await branchOf('work/a', { 'src/a.ts': [null, 'export const alone = 1;\n'] });
  const b = await branchOf('work/b', { 'src/b.ts': [null, 'export const apart = 2;\n'] });
  expect(lookAtPair({ a, b }, new Map())).toEqual([]);
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
    await branchOf('work/a', with_('Mine')),
    await branchOf('work/b', with_('Yours')),
  ];
  expect(told(lookAtPair({ a, b }, new Map()))).toEqual([
    `weak same-hunk: both change line 5 of ${path}`,
  ]);
});

test('code called after a changelog binds as any other', async () => {
  const before = 'export const lines = [\n];\n';
  const after = (line: string): Files => ({
    'src/changelog.ts': [before, before.replace('[\n', `[\n  '${line}',\n`)],
  });
  const [a, b] = [await branchOf('work/a', after('x')), await branchOf('work/b', after('y'))];
  const [found] = lookAtPair({ a, b }, new Map());
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
    const a = await branchOf('work/a', home(changed));
    const b = await branchOf('work/b', { 'crates/app/src/draw.rs': [null, after] });
    const found = lookAtPair({ a, b }, new Map()).filter(({ kind }) => kind === 'symbol');
    expect(found.map(({ rare }) => rare?.name)).toContain(name);
  });

  test('a name out of another crate is another one', async () => {
    const a = await branchOf('work/a', home(changed));
    const b = await branchOf('work/b', {
      'crates/app/src/draw.rs': [
        null,
        'use other::Ruler;\n\npub fn draw(ruler: &Ruler) -> u32 {\n    1\n}\n',
      ],
    });
    expect(lookAtPair({ a, b }, new Map()).filter(({ kind }) => kind === 'symbol')).toEqual([]);
  });
});
