/** One branch moves, deletes or makes a file that another begins to import, or puts files where a folder went away. */
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

export function importCouplings({ a, b }: Pair): readonly Found[] {
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
    // A package is its folder: which files are in it is nobody's business.
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
