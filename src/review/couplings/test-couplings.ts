/** One branch changes code, another its tests. */
import { importMatch } from './link-of.ts';
import {
  placeOf,
  told,
  turned,
  type Found,
  type LookedBranch,
  type LookedFile,
  type Pair,
} from './looked.ts';
import { canCall, folderOf } from './module-match.ts';

export function testCouplings({ a, b }: Pair): readonly Found[] {
  return [...testsOf(a, b), ...testsOf(b, a).map((found) => turned(found, true))];
}

const FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|testing|testdata)\//i;
const SHAPES = [
  /^(.+)[.-](?:test|spec)$/,
  /^test_(.+)$/,
  /^(.+)_(?:test|spec)$/,
  /^(.+?)(?:Tests?|IT|TestCase|Spec)$/,
  /^Test([A-Z].*)$/,
];

/** What a test's file is called after; `null`: it is none, or says nothing. */
export function testedStem(path: string): string | null {
  const stem = stemOf(path);
  for (const shape of SHAPES) {
    const tested = shape.exec(stem)?.[1];
    if (tested !== undefined) return tested;
  }
  return FOLDER.test(path) ? stem : null;
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[A-Za-z]{1,5}$/, '');
}

function testsOf(by: LookedBranch, tester: LookedBranch): readonly Found[] {
  const found: Found[] = [];
  for (const test of tester.files) {
    const stem = testedStem(test.change.path);
    if (stem === null || test.change.status === 'deleted') continue;
    for (const home of by.files) {
      if (testedStem(home.change.path) !== null || !hasCode(home)) continue;
      const link = linkOfTest(test, stem, home);
      if (link === null) continue;
      const touched = touchedBy(test, home);
      const use = touched.use ?? test.facts.uses[0];
      found.push({
        kind: 'test',
        detail: `${told(by.branch.branch)} changes ${told(touched.name ?? home.change.path)}, ${told(tester.branch.branch)} changes tests of it`,
        places: [
          placeOf(
            home,
            touched.row ?? home.facts.hunks[0]?.at ?? null,
            touched.text ?? home.facts.hunks[0]?.text,
          ),
          placeOf(test, use?.row ?? null, use?.text ?? ''),
        ],
        binds: touched.name !== null,
        strength: (touched.name === null ? 5 : 30) + (link === 'named' ? 5 : 0),
        rare: null,
      });
    }
  }
  return found;
}

function hasCode({ facts }: LookedFile): boolean {
  return facts.hunks.some(({ code }) => code);
}

function linkOfTest(test: LookedFile, stem: string, home: LookedFile): 'named' | 'imported' | null {
  if (!canCall(test.facts.language, home.facts.language)) return null;
  const own = stemOf(home.change.path);
  const folder = stemOf(folderOf(home.change.path));
  const isIndex = /^(?:index|__init__|mod|lib|main)$/.test(own);
  if (own.toLowerCase() === stem.toLowerCase() || (isIndex && folder === stem)) return 'named';
  if (test.facts.language === 'go') return null;
  return test.facts.imports.some((one) => importMatch(one, test, home) === 'yes')
    ? 'imported'
    : null;
}

interface Touched {
  readonly name: string | null;
  readonly row: number | null;
  readonly text: string | null;
  readonly use: LookedFile['facts']['uses'][number] | undefined;
}

/** Whether the changed lines of the test speak of what changed, or of what calls that. */
function touchedBy(test: LookedFile, home: LookedFile): Touched {
  const { definitions, reached } = home.facts;
  const uses = test.facts.uses.filter(({ local }) => !local);
  for (const { name, row, text } of definitions) {
    const use = uses.find((one) => one.name === name);
    if (use !== undefined) return { name, row, text, use };
  }
  const through = new Set(reached);
  const use = uses.find((one) => through.has(one.name));
  const first = definitions[0];
  if (use === undefined || first === undefined)
    return { name: null, row: null, text: null, use: undefined };
  return { name: `${first.name}, which ${use.name} calls`, row: first.row, text: first.text, use };
}
