/** A rare name that one branch defines and another writes. */
import type { PathRole } from '../path-kinds.ts';
import { placeOf, told, type Found, type LookedFile, type Pair } from './looked.ts';
import { COMMON } from './symbol-couplings.ts';

/** Files of the repository that hold the name. */
const RARE = 2;
/** Of one pair: each name is looked up in the whole repository. */
const MOST = 8;
const SHORTEST = 4;
const MANY = 100_000;

interface Shared {
  readonly name: string;
  readonly one: LookedFile;
  readonly other: LookedFile;
  /** Files of the repository that may hold it. */
  readonly files: number;
}

/** Of languages, of licences and of what tests are written with. */
const PLAIN = new Set(
  'import export require include package class struct function method public private static final void const return this self string number boolean true false null none from with that should when then else override extends throws throw license licensed copyright information distributed source code file true describe expected actual equal assert example tests param params value'.split(
    ' ',
  ),
);

/** What one of them defines, the other writes where no parser or import says so: in documentation, types, another language. */
export function sharedNameCouplings(pair: Pair): readonly Found[] {
  const { a, b } = pair;
  if (isSweep(pair)) return [];
  const shared: Shared[] = [];
  for (const [name, ones] of a.differs) {
    if (!isName(name)) continue;
    const met = meeting(
      ones,
      b.differs.get(name) ?? [],
      (one, other) =>
        mayShare(a.roles.get(one), b.roles.get(other)) && isDefinedByOne(one, other, name),
    );
    if (met === null) continue;
    const isProse = a.roles.get(met.one) === 'doc' || b.roles.get(met.other) === 'doc';
    if (isTelling(name)) shared.push({ name, ...met, files: RARE });
    // A plain word counts where it is new to the repository.
    else if (name.length > SHORTEST && !isProse) shared.push({ name, ...met, files: 0 });
  }
  return longest(shared).map((one) => ({
    kind: 'words',
    detail: `both write ${told(one.name)}, which is rare`,
    ...foundAt(one),
  }));
}

/** Where both define it, each means its own. */
function isDefinedByOne(one: LookedFile, other: LookedFile, name: string): boolean {
  const [mine, theirs] = [defines(one, name), defines(other, name)];
  return mine !== theirs && writes(mine ? other : one, name);
}

function defines({ facts }: LookedFile, name: string): boolean {
  return [...facts.definitions, ...facts.named].some((one) => one.name === name);
}

/** Of code that is parsed, neither a comment nor a variable of a function counts. */
function writes({ facts }: LookedFile, name: string): boolean {
  return facts.language === null || facts.uses.some((use) => use.name === name && !use.local);
}

/** Both put the same in place of the same: two parts of a sweep, of which each holds by itself. */
export function isSweep({ a, b }: Pair): boolean {
  const both = { gone: false, come: false };
  for (const [name, ones] of a.differs) {
    if (!isName(name)) continue;
    const others = b.differs.get(name) ?? [];
    if (meeting(ones, others, () => true) === null) continue;
    if (a.grows.has(name) && b.grows.has(name)) both.come = true;
    if (!a.grows.has(name) && !b.grows.has(name)) both.gone = true;
  }
  return both.gone && both.come;
}

/** Two tests, or two pages, that say the same are two parts of a sweep. */
function mayShare(one: PathRole | undefined, other: PathRole | undefined): boolean {
  return one !== 'other' && other !== 'other' && (one === 'code' || one !== other);
}

/** The places, and how rare the name has to be. Counts less than what a definition says. */
function foundAt({
  name,
  one,
  other,
  files,
}: Shared): Pick<Found, 'places' | 'binds' | 'strength' | 'rare'> {
  return {
    places: [placeOfName(one, name), placeOfName(other, name)],
    binds: true,
    strength: 10 + Math.min(8, name.length / 4),
    rare: { name, definers: MANY, files, otherwise: 'nothing' },
  };
}

function meeting(
  ones: readonly LookedFile[],
  others: readonly LookedFile[],
  fits: (one: LookedFile, other: LookedFile) => boolean,
): Pick<Shared, 'one' | 'other'> | null {
  for (const one of ones)
    for (const other of others)
      if (one.change.path !== other.change.path && fits(one, other)) return { one, other };
  return null;
}

/** As git finds it: a word without letters of other scripts. */
export function isName(name: string): boolean {
  return name.length >= SHORTEST && /^[\w$]+$/.test(name) && !COMMON.has(name) && !PLAIN.has(name);
}

/** Put together of several words. */
export function isTelling(name: string): boolean {
  return name.length >= 8 && (/[a-z][A-Z]/.test(name) || name.slice(1).includes('_'));
}

/** The longer a name, the rarer. */
function longest(shared: readonly Shared[]): readonly Shared[] {
  return shared
    .toSorted(
      (one, other) => other.name.length - one.name.length || (one.name < other.name ? -1 : 1),
    )
    .slice(0, MOST);
}

export function placeOfName(file: LookedFile, name: string): ReturnType<typeof placeOf> {
  const { facts } = file;
  const at =
    [...facts.definitions, ...facts.uses, ...facts.words, ...facts.named].find(
      (one) => one.name === name,
    ) ?? facts.hunks.find(({ says }) => says.includes(name));
  if (at === undefined) return placeOf(file, null);
  return placeOf(file, 'row' in at ? at.row : at.at, at.text);
}
