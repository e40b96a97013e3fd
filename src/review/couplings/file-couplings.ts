/** Files that count as a row or as a whole: migrations, and lock files with what they lock. */
import {
  placeOf,
  told,
  turned,
  type Found,
  type LookedBranch,
  type LookedFile,
  type Pair,
} from './looked.ts';
import { folderOf } from './module-match.ts';

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
