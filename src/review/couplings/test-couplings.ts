/** One branch changes code, another its tests. */
import { stemOf, testedStem } from '../path-kinds.ts';
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
import { POPULAR } from './symbol-couplings.ts';

export function testCouplings({ a, b }: Pair): readonly Found[] {
  return [...testsOf(a, b), ...testsOf(b, a).map((found) => turned(found, true))];
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
        // What every test calls is tested by none of them in particular.
        rare:
          touched.popular === null
            ? null
            : { name: touched.popular, definers: 100_000, files: POPULAR, otherwise: 'weak' },
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
  const matches = test.facts.imports.map((one) => importMatch(one, test, home));
  const own = stemOf(home.change.path);
  const folder = stemOf(folderOf(home.change.path));
  const isIndex = /^(?:index|__init__|mod|lib|main)$/.test(own);
  const isNamed = own.toLowerCase() === stem.toLowerCase() || (isIndex && folder === stem);
  // One name comes in many folders: something more has to speak for it.
  if (isNamed && (matches.some((match) => match !== 'no') || isBeside(test, home))) return 'named';
  return test.facts.language !== 'go' && matches.includes('yes') ? 'imported' : null;
}

function isBeside(test: LookedFile, home: LookedFile): boolean {
  if (test.facts.package !== null && test.facts.language === 'java')
    return test.facts.package === home.facts.package;
  return (
    test.facts.imports.length === 0 || folderOf(test.change.path) === folderOf(home.change.path)
  );
}

interface Touched {
  readonly name: string | null;
  /** The name that the test calls, where no more than the body of something changed. */
  readonly popular: string | null;
  readonly row: number | null;
  readonly text: string | null;
  readonly use: LookedFile['facts']['uses'][number] | undefined;
}

/** Whether the changed lines of the test speak of what changed. */
function touchedBy(test: LookedFile, home: LookedFile): Touched {
  const uses = test.facts.uses.filter(({ local }) => !local);
  for (const { name, row, text, change } of home.facts.definitions) {
    const use = uses.find((one) => one.name === name);
    if (use !== undefined)
      return { name, row, text, use, popular: change === 'body' ? name : null };
  }
  return { name: null, popular: null, row: null, text: null, use: undefined };
}
