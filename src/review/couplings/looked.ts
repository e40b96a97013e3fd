/** Branches with what is known of their files, and what a rule says of two of them. */
import type { Coupling, CouplingKind, CouplingPlace } from '../../words/review/change-set.ts';
import type { BranchChange, ReviewBranch } from '../../words/review/review-branch.ts';
import { oneLine } from '../../words/text.ts';
import { roleOf, type PathRole } from '../path-kinds.ts';
import type { FileFacts, ImportFact, UseFact } from './file-facts.ts';

export interface LookedFile {
  readonly change: BranchChange;
  readonly facts: FileFacts;
}

export interface UsedAt {
  readonly file: LookedFile;
  readonly use: UseFact;
  /** The name stands in an import that the branch changed. */
  readonly imported: ImportFact | null;
}

export interface LookedBranch {
  readonly branch: ReviewBranch;
  readonly files: readonly LookedFile[];
  /** By the name that the definition has, whatever an import calls it. */
  readonly uses: ReadonlyMap<string, readonly UsedAt[]>;
  /** What it defines itself. */
  readonly defines: ReadonlySet<string>;
  readonly roles: ReadonlyMap<LookedFile, PathRole>;
  /** Names in its changed lines, by the files: all, those that stand there more or less often than before, and only more often. */
  readonly says: NamesOfFiles;
  readonly differs: NamesOfFiles;
  readonly grows: NamesOfFiles;
}

export type NamesOfFiles = ReadonlyMap<string, readonly LookedFile[]>;

/** Two branches, `a` first by name. */
export interface Pair {
  readonly a: LookedBranch;
  readonly b: LookedBranch;
}

export interface Found {
  readonly kind: CouplingKind;
  readonly detail: string;
  /** In `a` and in `b`. */
  readonly places: readonly [CouplingPlace, CouplingPlace];
  readonly binds: boolean;
  /** Which of the two uses what the other defines; absent: neither. */
  readonly user?: 'a' | 'b';
  /** Among those of its kind: more counts more. */
  readonly strength: number;
  /** It counts only where the name is as rare in the repository. */
  readonly rare: Rarity | null;
  /** It counts only where these names together are rare enough. */
  readonly weighed?: Weighed;
}

export interface Rarity {
  readonly name: string;
  /** Files that define something of that name, and files that hold it at all. */
  readonly definers: number;
  readonly files: number;
  /** What becomes of it where the name is not. */
  readonly otherwise: 'weak' | 'nothing';
}

export interface Weighed {
  readonly names: readonly WeighedName[];
  /** What their weights have to come to. */
  readonly least: number;
}

export interface WeighedName {
  readonly name: string;
  readonly share: number;
}

export function lookAt(branch: ReviewBranch, files: readonly LookedFile[]): LookedBranch {
  const uses = new Map<string, UsedAt[]>();
  const add = (name: string, used: UsedAt): void => {
    const known = uses.get(name);
    if (known === undefined) uses.set(name, [used]);
    else known.push(used);
  };
  for (const file of files) {
    const aliases = aliasesOf(file.facts.imports);
    for (const use of file.facts.uses) {
      if (use.local) continue;
      add(use.name, { file, use, imported: null });
      const real = use.how === 'bare' ? aliases.get(use.name) : undefined;
      if (real !== undefined && real !== use.name) add(real, { file, use, imported: null });
    }
    for (const imported of file.facts.imports)
      if (imported.changed)
        for (const { name, as } of imported.names.filter((one) =>
          imported.fresh.includes(one.name),
        ))
          add(name, { file, use: importUse(imported, as), imported });
  }
  const defines = new Set(
    files.flatMap(({ facts }) =>
      facts.definitions.filter(({ change }) => change === 'added').map(({ name }) => name),
    ),
  );
  const roles = new Map(files.map((file) => [file, roleOf(file.change.path)] as const));
  return {
    branch,
    files,
    uses,
    defines,
    roles,
    says: namesOf(files, 'says'),
    differs: namesOf(files, 'differs'),
    grows: namesOf(files, 'grows'),
  };
}

function namesOf(files: readonly LookedFile[], of: 'says' | 'differs' | 'grows'): NamesOfFiles {
  const found = new Map<string, LookedFile[]>();
  for (const file of files)
    for (const name of new Set(file.facts.hunks.flatMap((hunk) => hunk[of]))) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [file]);
      else known.push(file);
    }
  return found;
}

function aliasesOf(imports: readonly ImportFact[]): ReadonlyMap<string, string> {
  return new Map(imports.flatMap(({ names }) => names.map(({ name, as }) => [as, name] as const)));
}

function importUse({ row, text }: ImportFact, name: string): UseFact {
  const plain = { how: 'bare', on: null, of: null, called: false, local: false } as const;
  return { ...plain, name, row, text, within: null };
}

/** `row` from 0; `null`: the whole file. */
export function placeOf(file: LookedFile, row: number | null, text = ''): CouplingPlace {
  const isGone = file.change.status === 'deleted';
  return {
    path: file.change.path,
    line: row === null || isGone ? null : Math.min(row + 1, Math.max(1, file.facts.newLines)),
    text: oneLine(text, 160),
  };
}

/** Puts what was found from the second branch's side the right way round. */
export function turned(found: Found, isTurned: boolean): Found {
  if (!isTurned) return found;
  const [first, second] = found.places;
  const { user } = found;
  const other = user === undefined ? {} : ({ user: user === 'a' ? 'b' : 'a' } as const);
  return { ...found, places: [second, first], ...other };
}

/** A path or name, as it stands in a sentence. */
export function told(text: string): string {
  return oneLine(text, 120);
}

export function couplingOf({ kind, detail, places, binds, user }: Found, { a, b }: Pair): Coupling {
  return {
    a: a.branch.branch,
    b: b.branch.branch,
    kind,
    detail: oneLine(detail, 400),
    places,
    binds,
    ...(user === undefined ? {} : { user }),
  };
}

// One coupling a kind: the strongest, which says how many others there are.
export function strongestOf(found: readonly Found[]): readonly Found[] {
  const byKind = new Map<CouplingKind, Found[]>();
  for (const one of found) {
    const known = byKind.get(one.kind);
    if (known === undefined) byKind.set(one.kind, [one]);
    else known.push(one);
  }
  return [...byKind.values()].flatMap((all) => {
    const sorted = all.toSorted(compare);
    const first = sorted[0];
    if (first === undefined) return [];
    const others = new Set(
      sorted.filter(({ detail }) => detail !== first.detail).map(({ detail }) => detail),
    ).size;
    return [others === 0 ? first : { ...first, detail: `${first.detail} (and ${others} more)` }];
  });
}

function compare(one: Found, other: Found): number {
  return (
    Number(other.binds) - Number(one.binds) ||
    other.strength - one.strength ||
    byText(one.detail, other.detail) ||
    byText(placesOf(one), placesOf(other))
  );
}

function placesOf({ places }: Found): string {
  return places.map(({ path, line }) => `${path}\0${line ?? 0}`).join('\0');
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
