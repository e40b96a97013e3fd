/** What every rule says of two branches. Pure: the same whichever comes first, turned round. */
import { lockCouplings, migrationCouplings, testCouplings } from './file-couplings.ts';
import type { WordFact } from './file-facts.ts';
import { importMatch } from './link-of.ts';
import {
  type Found,
  type Pair,
  placeOf,
  told,
  turned,
  type LookedBranch,
  type LookedFile,
} from './looked.ts';
import { canCall, folderOf } from './module-match.ts';
import { isTelling, sharedNameCouplings } from './shared-names.ts';
import { symbolCouplings, COMMON } from './symbol-couplings.ts';
import { textCouplings, type BaseMaps } from './text-couplings.ts';
import { weighedCouplings } from './weighed-names.ts';

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
