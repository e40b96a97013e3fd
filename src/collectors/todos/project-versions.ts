/** Which version a folder's project has, and the oldest runtimes that it supports: read from its manifests and tags. */
import { posix } from 'node:path';

import { readBlobs } from '../../git/cat-file.ts';
import { listTags } from '../../git/list-refs.ts';
import type { TreeFile } from '../../git/ls-tree.ts';
import type { CommitSha } from '../../words/ids.ts';
import { compareVersions } from '../../words/version-order.ts';
import { isManifest, readManifestVersion } from '../release-notes/read-manifest.ts';
import type { BaseView } from './base-view.ts';

export interface ProjectVersions {
  /** Of the nearest manifest above the path; `of`: `project` or a runtime. `null`: not known. */
  find(path: string, of: string): string | null;
  /** Whether the repository holds what is named so: Elixir in Elixir's own. */
  isProject(of: string): boolean;
}

/** By runtime: the file that says it and where in it. The first number is the oldest that is supported. */
const FLOORS: readonly (readonly [of: string, file: RegExp, pattern: RegExp])[] = [
  ['node', /^package\.json$/, /"engines"\s*:\s*\{[^}]*"node"\s*:\s*"[^"\d]*(\d[\d.]*)/],
  ['php', /^composer\.json$/, /"require"\s*:\s*\{[^}]*"php"\s*:\s*"[^"\d]*(\d[\d.]*)/],
  [
    'python',
    /^(?:pyproject\.toml|setup\.cfg|setup\.py)$/,
    /(?:requires-python|python_requires)\s*=\s*["']?[^\d"']*(\d[\d.]*)/,
  ],
  ['python', /^pyproject\.toml$/, /^python\s*=\s*["'][^\d"']*(\d[\d.]*)/m],
  ['rust', /^Cargo\.toml$/, /^rust-version\s*=\s*"(\d[\d.]*)/m],
  ['go', /^go\.mod$/, /^go (\d[\d.]*)/m],
  ['ruby', /\.gemspec$/, /required_ruby_version\s*=?\s*\(?\s*["'][^\d"']*(\d[\d.]*)/],
  ['elixir', /^mix\.exs$/, /elixir(?:_requirement|_version)?:?\s*"[^\d"]*(\d[\d.]*)/],
  [
    'java',
    /^pom\.xml$/,
    /<(?:maven\.compiler\.(?:release|source|target)|java\.version)>\s*(?:1\.)?(\d+)/,
  ],
  [
    'java',
    /^build\.gradle(?:\.kts)?$/,
    /(?:JavaLanguageVersion\.of|jvmToolchain)\(\s*(\d+)|sourceCompatibility\s*=?\s*["']?(?:JavaVersion\.VERSION_)?(?:1[._])?(\d+)/,
  ],
  ['dotnet', /\.csproj$/, /<TargetFrameworks?>[^<]*?net(?:coreapp)?(\d+\.\d+)/],
];
/** Manifests that the release check does not know. */
const MORE_VERSIONS: readonly (readonly [file: RegExp, pattern: RegExp])[] = [
  [/^mix\.exs$/, /(?:@version|version:)\s*"(\d[^"]*)"/],
  [/^version\.rb$/, /VERSION\s*=\s*["'](\d[^"']*)["']/],
  [/^CMakeLists\.txt$/, /project\s*\([^)]*\bVERSION\s+(\d[\d.]*)/i],
  [/^gradle\.properties$/, /^(?:VERSION_NAME|libraryVersion)\s*=\s*(\d\S*)/m],
  [
    /^__(?:init|version|about)__\.py$|^version\.py$/,
    /^(?:__version__|VERSION)\s*=\s*["'](\d[^"']*)["']/m,
  ],
];
/** More manifests than these are not read for a note or two. */
const MAX_MANIFESTS = 300;
const MAX_BYTES = 1_000_000;

export async function readProjectVersions(
  view: BaseView,
  {
    base,
    tree,
    paths,
  }: {
    readonly base: CommitSha;
    readonly tree: readonly TreeFile[];
    readonly paths: readonly string[];
  },
): Promise<ProjectVersions> {
  const folders = new Set(['.', ...paths.flatMap(foldersAbove)]);
  const files = tree
    .filter(
      ({ path, size }) =>
        size < MAX_BYTES && folders.has(posix.dirname(path)) && isRead(posix.basename(path)),
    )
    .slice(0, MAX_MANIFESTS);
  const known = new Map<string, string>();
  const byBlob = new Map<string, string>();
  await readBlobs(view.context, files, (blob, content) =>
    byBlob.set(blob, content.toString('utf8')),
  );
  for (const { path, blob } of files) {
    const text = byBlob.get(blob) ?? '';
    const name = posix.basename(path);
    const folder = posix.dirname(path);
    const version =
      readManifestVersion(path, text) ??
      firstOf(
        text,
        MORE_VERSIONS.filter(([file]) => file.test(name)).map(([, pattern]) => pattern),
      );
    if (version !== null) keepOldest(known, `${folder}:project`, version);
    for (const [of, file, pattern] of FLOORS) {
      const floor = file.test(name) ? firstOf(text, [pattern]) : null;
      if (floor !== null) keepOldest(known, `${folder}:${of}`, floor);
    }
  }
  const tagged = await newestTag(view, base);
  const top = known.get('.:project');
  if (tagged !== null && (top === undefined || compareVersions(tagged, top) > 0))
    known.set('.:project', tagged);
  const own = new Set(ownNames(tree));
  for (const { path, blob } of files)
    if (posix.dirname(path) === '.')
      for (const name of namesIn(path, byBlob.get(blob) ?? '')) own.add(name);
  return {
    isProject: (of) => own.has(of) && !known.has(`.:${of}`),
    find: (path, of) => {
      const folder = foldersAbove(path).find((one) => known.has(`${one}:${of}`));
      return folder === undefined ? null : (known.get(`${folder}:${of}`) ?? null);
    },
  };
}

/** What a manifest calls its project, without whose it is. */
const NAMES: readonly (readonly [file: RegExp, pattern: RegExp])[] = [
  [/^(?:package|composer)\.json$/, /"name"\s*:\s*"(?:[^"/]*\/)?([\w.-]+)"/],
  [/^(?:Cargo|pyproject)\.toml$|^setup\.cfg$/, /^name\s*=\s*["']?([\w.-]+)/m],
  [/^go\.mod$/, /^module\s+(?:\S*\/)?(?!v\d+\s*$)([\w.-]+)(?:\/v\d+)?\s*$/m],
];

function namesIn(file: string, text: string): readonly string[] {
  const gem = /^([\w-]+)\.gemspec$/.exec(file)?.[1];
  const named = firstOf(
    text,
    NAMES.filter(([name]) => name.test(file)).map(([, pattern]) => pattern),
  );
  return [gem, named].flatMap((name) => name?.toLowerCase() ?? []);
}

/** Names of the folders that hold a project's code. */
function ownNames(tree: readonly TreeFile[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { path } of tree) {
    const own = /^(?:lib|src)\/([\w-]+)\//.exec(path) ?? /^([\w-]+)\/__init__\.py$/.exec(path);
    if (own?.[1] !== undefined) names.add(own[1].toLowerCase());
  }
  return names;
}

function isRead(name: string): boolean {
  return (
    isManifest(name) ||
    MORE_VERSIONS.some(([file]) => file.test(name)) ||
    FLOORS.some(([, file]) => file.test(name))
  );
}

/** Where two files of a folder disagree, the first one counts: both are read in the order of their names. */
function keepOldest(known: Map<string, string>, key: string, version: string): void {
  if (!known.has(key)) known.set(key, version);
}

function firstOf(text: string, patterns: readonly RegExp[]): string | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    const value = found?.slice(1).find((group) => group !== undefined);
    if (value !== undefined) return value;
  }
  return null;
}

/** The nearest first, the repository's top as `.`. */
function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    folders.push(folder);
    if (folder === '.' || folder === '/') return folders;
  }
}

/** Plain versions alone: `tokio-util-0.7.1` tells of one package of many. */
async function newestTag(view: BaseView, base: CommitSha): Promise<string | null> {
  const tags = await listTags(view.lender, { kind: 'merged', into: base }).catch(() => []);
  const versions = tags.flatMap(
    ({ name }) => /^(?:v|release[-/])?(\d+(?:\.\d+){1,3})$/i.exec(name)?.[1] ?? [],
  );
  return versions.toSorted(compareVersions).at(-1) ?? null;
}
