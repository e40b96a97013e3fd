/** One branch changes what another uses, implements, or defines as well. */
import type { DefinitionFact } from './file-facts.ts';
import { comesFrom, isSameFile, linkOf, type Link } from './link-of.ts';
import {
  placeOf,
  told,
  turned,
  type Found,
  type LookedBranch,
  type LookedFile,
  type Pair,
  type Rarity,
  type UsedAt,
} from './looked.ts';
import { canCall, folderOf } from './module-match.ts';

/** Names that stand for nothing in particular. */
export const COMMON = new Set(
  'get set run main init test data value name type item items list index key keys call apply update create delete remove add start stop open close read write next size length string parse load save send build make print format check error result options config context state handler handle process execute toString equals hashCode clone copy self this new default render setup teardown describe expect assert each to_s'.split(
    ' ',
  ),
);
const SHORTEST = 4;
/** Files that hold a name whose body alone changed: more of them, and it is a part of everything. */
export const POPULAR = 12;

export function symbolCouplings({ a, b }: Pair): readonly Found[] {
  return [
    ...usesOf({ by: a, user: b, isTurned: false }),
    ...usesOf({ by: b, user: a, isTurned: true }),
    ...twins({ a, b }),
  ];
}

interface Direction {
  readonly by: LookedBranch;
  readonly user: LookedBranch;
  /** `user` comes first. */
  readonly isTurned: boolean;
}

function usesOf(direction: Direction): readonly Found[] {
  const { by, user } = direction;
  const found: Found[] = [];
  for (const home of by.files)
    for (const definition of home.facts.definitions) {
      // What is thrown away is used by nobody.
      if (definition.name === '_') continue;
      for (const used of (user.uses.get(definition.name) ?? []).slice(0, 50)) {
        const one = useFound(direction, { definition, home, used });
        if (one !== null) found.push(turned(one, direction.isTurned));
      }
      for (const one of implementers(direction, home, definition))
        found.push(turned(one, direction.isTurned));
    }
  return found;
}

interface Asked {
  readonly definition: DefinitionFact;
  readonly home: LookedFile;
  readonly used: UsedAt;
}

function useFound({ by, user }: Direction, asked: Asked): Found | null {
  const { definition, home, used } = asked;
  const link = linkOf(asked);
  if (link === 'no') return null;
  // Any file may open a namespace again.
  if (definition.kind === 'namespace' && link !== 'sure') return null;
  // Another constructor or base class does not affect code that names the class only as a type.
  if (definition.kind === 'class' && definition.change === 'signature' && !used.use.called)
    return null;
  // Who defines the name again means that one, unless the file says otherwise.
  if (link !== 'sure' && user.defines.has(definition.name)) return null;
  if (link === 'open' && (COMMON.has(definition.name) || definition.name.length < SHORTEST))
    return null;
  if (link === 'open' && definition.kind === 'field' && definition.name.length < 6) return null;
  const verb = used.imported !== null ? 'imports' : used.use.called ? 'calls' : 'uses';
  return {
    kind: 'symbol',
    detail: `${told(by.branch.branch)} ${doneTo(definition)}, ${told(user.branch.branch)} ${verb} it`,
    places: [
      placeOf(home, definition.row, definition.text),
      placeOf(used.file, used.use.row, used.use.text),
    ],
    binds: true,
    user: 'b',
    strength: STRENGTH[definition.change] + { sure: 10, likely: 5, open: 0 }[link],
    rare: rarityOf(definition, link),
  };
}

const STRENGTH: Readonly<Record<DefinitionFact['change'], number>> = {
  removed: 60,
  renamed: 60,
  signature: 50,
  members: 45,
  added: 40,
  body: 30,
};

function rarityOf({ name, change, heritage }: DefinitionFact, link: Link): Rarity | null {
  // Who uses already what has yet to come means another one, unless it overrides that or nothing has its name.
  if (change === 'added' && link !== 'sure' && heritage.length === 0)
    return { name, definers: 0, files: 0, otherwise: 'nothing' };
  const files = change === 'body' ? POPULAR : 100_000;
  if (link === 'sure')
    return change === 'body' ? { name, definers: 100_000, files, otherwise: 'weak' } : null;
  if (link === 'likely')
    return { name, definers: COMMON.has(name) ? 1 : 2, files, otherwise: 'weak' };
  return {
    name,
    definers: 1,
    files: Math.min(files, 40),
    otherwise: 'nothing',
  };
}

export function doneTo(definition: DefinitionFact): string {
  const { change, to, kind } = definition;
  const name = told(nameTold(definition));
  switch (change) {
    case 'added':
      return `adds ${name}`;
    case 'removed':
      return `removes ${name}`;
    case 'renamed':
      return `renames ${name} to ${told(to ?? '')}`;
    case 'members':
      return `changes what ${name} holds`;
    case 'body':
      return `changes ${name}`;
    case 'signature':
      return kind === 'function' || kind === 'method'
        ? `changes the signature of ${name}`
        : `changes ${name}`;
  }
}

function nameTold({ name, container }: DefinitionFact): string {
  return container === null || container === name ? name : `${container}.${name}`;
}

/** Classes that come new, or grow, under an interface or a base class that changes. */
function implementers(
  { by, user }: Direction,
  home: LookedFile,
  definition: DefinitionFact,
): readonly Found[] {
  if (definition.change === 'body') return [];
  const found: Found[] = [];
  for (const file of user.files) {
    if (!canCall(file.facts.language, home.facts.language)) continue;
    const types = [
      ...heirs(file, definition),
      ...(definition.kind === 'interface' && file.facts.language === 'go'
        ? fitting(file, definition)
        : []),
    ];
    for (const type of types)
      found.push({
        kind: 'symbol',
        detail: `${told(by.branch.branch)} ${doneTo(definition)}, ${told(user.branch.branch)} implements it in ${told(type.name)}`,
        places: [
          placeOf(home, definition.row, definition.text),
          placeOf(file, type.row, type.text),
        ],
        binds: true,
        user: 'b',
        strength: 55,
        rare: null,
      });
  }
  return found;
}

/** A method that overrides the one that changes, and a class that comes from it by way of another one; that it names what it comes from is a use like any other. */
function heirs(
  file: LookedFile,
  { name, container, kind, change }: DefinitionFact,
): readonly DefinitionFact[] {
  if (kind === 'class' && change !== 'added')
    return file.facts.definitions.filter(
      (other) =>
        other.kind === 'class' &&
        (other.change === 'added' || other.change === 'signature') &&
        comesFrom(file, other.name, name),
    );
  if (kind !== 'method' || container === null) return [];
  return file.facts.definitions.filter(
    (other) =>
      other.kind === 'method' &&
      newName(other) === name &&
      other.container !== container &&
      other.change !== 'removed' &&
      (change !== 'added' || isNew(other)) &&
      (other.heritage.includes(container) || comesFrom(file, other.container, container)),
  );
}

/** In Go a type is what it has: the methods that the interface asked for before. */
function fitting(file: LookedFile, { members }: DefinitionFact): readonly DefinitionFact[] {
  if (members.length === 0) return [];
  const added = file.facts.definitions.filter(({ change }) => change === 'added');
  return added.filter(
    ({ kind, name }) =>
      (kind === 'struct' || kind === 'type') &&
      members.every((member) => added.some((one) => one.container === name && one.name === member)),
  );
}

/** Both define one name where only one can be. */
function twins({ a, b }: Pair): readonly Found[] {
  const found: Found[] = [];
  for (const one of a.files)
    for (const other of b.files) {
      if (!isSamePlace(one, other)) continue;
      for (const mine of one.facts.definitions) {
        if (!isNew(mine)) continue;
        const theirs = other.facts.definitions.find(
          (twin) =>
            isNew(twin) && newName(twin) === newName(mine) && twin.container === mine.container,
        );
        if (theirs === undefined) continue;
        found.push({
          kind: 'symbol',
          detail: `both define ${told(nameTold({ ...mine, name: newName(mine) }))} in ${told(folderOrFile(one, other))}`,
          places: [placeOf(one, mine.row, mine.text), placeOf(other, theirs.row, theirs.text)],
          binds: true,
          strength: 58,
          rare: null,
        });
      }
    }
  return found;
}

function isNew({ change }: DefinitionFact): boolean {
  return change === 'added' || change === 'renamed';
}

function newName({ change, name, to }: DefinitionFact): string {
  return change === 'renamed' ? (to ?? name) : name;
}

function isSamePlace(one: LookedFile, other: LookedFile): boolean {
  if (isSameFile(one, other)) return true;
  return (
    one.facts.language === 'go' &&
    other.facts.language === 'go' &&
    folderOf(one.change.path) === folderOf(other.change.path) &&
    one.facts.package === other.facts.package
  );
}

function folderOrFile(one: LookedFile, other: LookedFile): string {
  return isSameFile(one, other) ? one.change.path : folderOf(one.change.path);
}
