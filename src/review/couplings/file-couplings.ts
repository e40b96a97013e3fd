/** Files that count as a row or as a whole: migrations, and lock files with what they lock. */
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
import { folderOf, canCall } from './module-match.ts';
import { POPULAR } from './symbol-couplings.ts';

const MIGRATIONS =
  /(?:^|\/)(?:migrations?|migrate|alembic\/versions|flyway|changesets-db)\/(?:[^/]+\/)?[^/]+$/i;
const NUMBER = /^V?0*(\d+)/i;

export function migrationCouplings({ a, b }: Pair): readonly Found[] {
  const found: Found[] = [];
  for (const one of addedMigrations(a))
    for (const other of addedMigrations(b)) {
      if (folderOf(one.change.path) !== folderOf(other.change.path)) continue;
      const [mine, theirs] = [numberOf(one), numberOf(other)];
      const same = mine !== null && mine === theirs;
      const folder = told(folderOf(one.change.path));
      found.push({
        kind: 'migration',
        detail: same
          ? `both add migration ${told(mine)} in ${folder}`
          : `both add a migration in ${folder}: their order counts`,
        places: [
          placeOf(one, 0, one.facts.hunks[0]?.text),
          placeOf(other, 0, other.facts.hunks[0]?.text),
        ],
        binds: true,
        strength: same ? 60 : 30,
        rare: null,
      });
    }
  return found;
}

function addedMigrations({ files }: LookedBranch): readonly LookedFile[] {
  return files.filter(
    ({ change }) =>
      change.status === 'added' &&
      MIGRATIONS.test(change.path) &&
      !/(?:^|\/)(?:__init__\.py|readme[^/]*|\.gitkeep)$/i.test(change.path),
  );
}

function numberOf({ change }: LookedFile): string | null {
  return NUMBER.exec(change.path.slice(change.path.lastIndexOf('/') + 1))?.[1] ?? null;
}

/** Lock files by name, with the names of what they lock. */
const LOCKS: Readonly<Record<string, readonly string[]>> = {
  'package-lock.json': ['package.json'],
  'npm-shrinkwrap.json': ['package.json'],
  'yarn.lock': ['package.json'],
  'pnpm-lock.yaml': ['package.json', 'pnpm-workspace.yaml'],
  'bun.lock': ['package.json'],
  'bun.lockb': ['package.json'],
  'deno.lock': ['deno.json', 'deno.jsonc'],
  'Cargo.lock': ['Cargo.toml'],
  'go.sum': ['go.mod'],
  'go.work.sum': ['go.work'],
  'poetry.lock': ['pyproject.toml'],
  'uv.lock': ['pyproject.toml'],
  'pdm.lock': ['pyproject.toml'],
  'Pipfile.lock': ['Pipfile'],
  'requirements.txt': ['requirements.in'],
  'Gemfile.lock': ['Gemfile'],
  'composer.lock': ['composer.json'],
  'gradle.lockfile': ['build.gradle', 'build.gradle.kts'],
  'packages.lock.json': [],
  'flake.lock': ['flake.nix'],
  'mix.lock': ['mix.exs'],
  'pubspec.lock': ['pubspec.yaml'],
  'Podfile.lock': ['Podfile'],
  'Package.resolved': ['Package.swift'],
};
const MANIFESTS = new Set([...Object.values(LOCKS).flat(), 'pom.xml', 'build.gradle']);
/** A line that asks for a version of something: `"left-pad": "^1.2"`, `serde = "1"`, `golang.org/x/y v0.1`, `requests>=2`. */
const DEPENDENCY =
  /(?:["'][\^~>=<*]?=?\s?\d+(?:\.[\dx*]+)|\bv\d+\.\d+|[=~><!]=\s?\d|<version>|\bgem\s|version\s*=\s*["'])/;
const OWN_VERSION = /^\s*["']?version["']?\s*[:=]/;

/** Two lines of it next to each other have nothing to do with one another. */
export function isManifestPath(path: string): boolean {
  return MANIFESTS.has(path.slice(path.lastIndexOf('/') + 1));
}

export function lockCouplings({ a, b }: Pair): readonly Found[] {
  return [...lockPairs(a, b), ...lockPairs(b, a, true).map((found) => turned(found, true))];
}

function lockPairs(one: LookedBranch, other: LookedBranch, isSecond = false): readonly Found[] {
  const found: Found[] = [];
  for (const file of one.files) {
    const name = nameOf(file);
    const manifests = Object.hasOwn(LOCKS, name) ? LOCKS[name] : undefined;
    const isLock = manifests !== undefined;
    if (!isLock && !MANIFESTS.has(name)) continue;
    for (const theirs of other.files) {
      const same = theirs.change.path === file.change.path;
      if (same && isSecond) continue;
      const isManifest =
        manifests?.includes(nameOf(theirs)) === true &&
        folderOf(theirs.change.path) === folderOf(file.change.path);
      if (!same && !isManifest) continue;
      // Two lines of a manifest are two matters, unless a lock file makes them one.
      const binds = isLock && (same || asksFor(theirs));
      found.push({
        kind: 'lock-file',
        detail: same
          ? `both change ${told(file.change.path)}${isLock ? '' : ', what is depended on'}`
          : `${told(one.branch.branch)} changes ${told(file.change.path)}, ${told(other.branch.branch)} ${told(theirs.change.path)}`,
        places: [placeAt(file), placeAt(theirs)],
        binds,
        strength: (isLock ? 40 : 20) + (same ? 10 : 0),
        rare: null,
      });
    }
  }
  return found;
}

function asksFor({ facts }: LookedFile): boolean {
  return facts.hunks.some(({ text }) => DEPENDENCY.test(text) && !OWN_VERSION.test(text));
}

function placeAt(file: LookedFile): ReturnType<typeof placeOf> {
  const hunk = file.facts.hunks[0];
  return placeOf(file, hunk?.at ?? null, hunk?.text);
}

function nameOf({ change }: LookedFile): string {
  return change.path.slice(change.path.lastIndexOf('/') + 1);
}

// One branch changes code, another its tests.
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
