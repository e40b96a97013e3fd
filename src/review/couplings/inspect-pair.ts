/** What every rule says of two branches. Pure: the same whichever comes first, turned round. */
import { lockCouplings, migrationCouplings } from './file-couplings.ts';
import type { WordFact } from './file-facts.ts';
import { importMatch } from './link-of.ts';
import {
  type Found,
  type LookedBranch,
  type LookedFile,
  type Pair,
  placeOf,
  told,
  turned,
} from './looked.ts';
import { canCall, folderOf } from './module-match.ts';
import { stemOf, testedStem } from './path-role.ts';
import { isTelling, sharedNameCouplings } from './shared-names.ts';
import { COMMON, POPULAR, symbolCouplings } from './symbol-couplings.ts';
import { type BaseMaps, textCouplings } from './text-couplings.ts';
import { weighedCouplings } from './weighed-names.ts';

// One branch changes code, another its tests.

function testCouplings({ a, b }: Pair): readonly Found[] {
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

const PROSE =
  /\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|org|html?|svg|json|lock|sum|csv|po|snap|log)$/i;

/** Files of the repository that hold a rare name. */
const RARE = 5;
const MOST = 300;

export function inspectPair(pair: Pair, maps: BaseMaps): readonly Found[] {
  return [
    ...textCouplings(pair, maps),
    ...symbolCouplings(pair),
    ...importCouplings(pair),
    ...testCouplings(pair),
    ...migrationCouplings(pair),
    ...lockCouplings(pair),
    ...wordCouplings(pair),
    ...sharedNameCouplings(pair),
    ...weighedCouplings(pair),
  ];
}

/** Where nothing parses: a rare name that one branch seems to define or take away, and another writes. */
function wordCouplings({ a, b }: Pair): readonly Found[] {
  return [...wordsOf(a, b), ...wordsOf(b, a).map((found) => turned(found, true))];
}

function wordsOf(by: LookedBranch, user: LookedBranch): readonly Found[] {
  const words = new Map<string, { readonly file: LookedFile; readonly word: WordFact }>();
  for (const file of user.files)
    if (!PROSE.test(file.change.path))
      for (const word of file.facts.words)
        if (!words.has(word.name)) words.set(word.name, { file, word });
  if (words.size === 0) return [];
  // Who defines a name again means that one.
  const own = new Set(
    user.files.flatMap(({ change, facts }) =>
      change.status === 'deleted' ? [] : facts.named.map(({ name }) => name),
    ),
  );
  const found: Found[] = [];
  for (const home of by.files) {
    if (PROSE.test(home.change.path)) continue;
    for (const named of namedIn(home)) {
      const used = words.get(named.name);
      if (used === undefined || own.has(named.name) || !isName(named.name)) continue;
      const same = endingOf(used.file) === endingOf(home);
      if (used.file.change.path === home.change.path && found.length > MOST) continue;
      found.push({
        kind: 'words',
        detail: `${told(by.branch.branch)} changes ${told(named.name)} in ${told(home.change.path)}, ${told(user.branch.branch)} writes it`,
        places: [
          placeOf(home, named.row, named.text),
          placeOf(used.file, used.word.row, used.word.text),
        ],
        binds: same || isTelling(named.name),
        strength: 20 + Math.min(20, named.name.length),
        rare: { name: named.name, definers: 2, files: RARE, otherwise: 'nothing' },
      });
    }
  }
  return found.slice(0, MOST);
}

/** Of parsed files what leaves or changes its form; of others what their lines seem to define. */
function namedIn({ facts }: LookedFile): readonly WordFact[] {
  if (facts.language === null) return facts.named;
  return facts.definitions.filter(
    ({ change }) => change === 'removed' || change === 'renamed' || change === 'signature',
  );
}

function isName(name: string): boolean {
  return (
    name.length >= 5 &&
    !COMMON.has(name) &&
    !/^(?:const|class|function|string|return|value|values|index|items?|export|import|number|title|label|width|height|color|other|content|default|options|version|description|enabled|target|source)$/i.test(
      name,
    )
  );
}

function endingOf({ change }: LookedFile): string {
  return /\.\w+$/.exec(change.path)?.[0] ?? '';
}

/** One branch moves, deletes or makes a file that another begins to import, or puts files where a folder went away. */
function importCouplings({ a, b }: Pair): readonly Found[] {
  return [...importsOf(a, b), ...importsOf(b, a).map((found) => turned(found, true))];
}

function importsOf(by: LookedBranch, user: LookedBranch): readonly Found[] {
  const found: Found[] = [];
  for (const home of by.files) {
    const { status, path, from } = home.change;
    if (status === 'changed') continue;
    for (const file of user.files) {
      const imported = importedBy(file, home);
      if (imported === null) continue;
      found.push({
        kind: 'import',
        detail: `${told(by.branch.branch)} ${doneTo(home)}, ${told(user.branch.branch)} imports it`,
        places: [
          placeOf(home, status === 'deleted' ? null : 0, ''),
          placeOf(file, imported.row, imported.text),
        ],
        binds: imported.isSure,
        user: 'b',
        strength: imported.isSure ? (status === 'added' ? 40 : 60) : 10,
        rare: null,
      });
    }
    const orphan = status === 'renamed' ? addedBeside(user, from ?? path, by) : undefined;
    if (orphan !== undefined)
      found.push({
        kind: 'import',
        detail: `${told(by.branch.branch)} moves all of ${told(folderOf(from ?? path))} to ${told(folderOf(path))}, ${told(user.branch.branch)} adds ${told(orphan.change.path)}`,
        places: [placeOf(home, 0, ''), placeOf(orphan, 0, orphan.facts.hunks[0]?.text)],
        binds: true,
        strength: 30,
        rare: null,
      });
  }
  return found;
}

function doneTo({ change }: LookedFile): string {
  const { status, path, from } = change;
  if (status === 'added') return `adds ${told(path)}`;
  return status === 'deleted'
    ? `deletes ${told(path)}`
    : `moves ${told(from ?? '')} to ${told(path)}`;
}

function importedBy(
  file: LookedFile,
  home: LookedFile,
): { readonly row: number; readonly text: string; readonly isSure: boolean } | null {
  if (!canCall(file.facts.language, home.facts.language)) return null;
  if (
    file.facts.language === 'go' &&
    folderOf(home.change.from ?? home.change.path) === folderOf(home.change.path)
  )
    // A Go package is its folder: which files it contains does not matter to importers.
    return null;
  const matches = file.facts.imports
    .filter(({ changed }) => changed)
    .map((one) => ({ one, match: importMatch(one, file, home) }));
  const best =
    matches.find(({ match }) => match === 'yes') ?? matches.find(({ match }) => match === 'maybe');
  if (best === undefined) return null;
  return { row: best.one.row, text: best.one.text, isSure: best.match === 'yes' };
}

/** Files that another adds to a folder whose files all go elsewhere together. */
function addedBeside(user: LookedBranch, from: string, by: LookedBranch): LookedFile | undefined {
  const folder = folderOf(from);
  if (folder === '') return undefined;
  const moved = by.files.filter(
    ({ change }) => change.status === 'renamed' && folderOf(change.from ?? '') === folder,
  );
  const targets = new Set(moved.map(({ change }) => folderOf(change.path)));
  if (moved.length < 2 || targets.size !== 1 || targets.has(folder)) return undefined;
  return user.files.find(
    ({ change }) => change.status === 'added' && folderOf(change.path) === folder,
  );
}
