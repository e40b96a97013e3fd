/** What a reviewer should know of a branch before checking it out: said in notices, not refused. Pure. */
import { posix } from 'node:path';

import { tellsAgents } from '../engines/registry.ts';
import type { TreeChange } from '../git/diff-trees.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { inlineCode, plural } from '../words/text.ts';
import {
  foldedName,
  hasInvisibles,
  hasReordering,
  isUndecodable,
  mixesAlphabets,
  visibleName,
} from './deceptive-names.ts';

// Which scripts of a package.json are others than before. Pure.

/** Started by an install, without anybody asking. */
const AT_INSTALL = [
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
  'dependencies',
];

/**
 * Those that an install starts first; `null` when the new one cannot be read.
 * @param before `null`: there was none
 */
export function changedScripts(before: string | null, after: string): readonly string[] | null {
  const now = scriptsOf(after);
  if (now === null) return null;
  const had = (before === null ? null : scriptsOf(before)) ?? new Map<string, string>();
  const names = [...now].filter(([name, text]) => had.get(name) !== text).map(([name]) => name);
  return names.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function rank(name: string): number {
  const place = AT_INSTALL.indexOf(name);
  return place === -1 ? AT_INSTALL.length : place;
}

function scriptsOf(text: string): ReadonlyMap<string, string> | null {
  const value = tryParseJson(text.replace(/^\uFEFF/, ''));
  if (!isRecord(value)) return null;
  const scripts = value['scripts'];
  if (!isRecord(scripts)) return new Map();
  return new Map(Object.entries(scripts).map(([name, script]) => [name, JSON.stringify(script)]));
}

/**
 * Files that programs run or read instructions from when a user opens, builds or pushes a checkout. Case is ignored:
 * on some systems `makefile` and `Makefile` are one file.
 */
const PATTERNS: readonly RegExp[] = [
  // Settings, hooks, commands and servers of agents that are no engine, or that several read. For engines: `tellsAgents`.
  /(^|\/)\.(cursor|roo|continue|windsurf|amazonq|kiro)\//,
  /(^|\/)(opencode\.jsonc?|\.mcp\.json|mcp\.json|\.cursorrules|\.windsurfrules|\.clinerules|\.aider\.conf\.yml)$/,
  /^\.github\/(copilot|agents|hooks|prompts|instructions|chatmodes)/,
  // Editors.
  /(^|\/)\.vscode\/(tasks|launch|settings|extensions|mcp)\.json$/,
  /(^|\/)(\.idea|\.zed|\.fleet|\.devcontainer)\//,
  /(^|\/)(\.devcontainer\.json|\.(ex|vim|nvim)rc|\.nvim\.lua|\.dir-locals\.el|[^/]+\.code-workspace)$/,
  // git and what runs at its hooks.
  /(^|\/)\.(gitattributes|gitmodules|lfsconfig)$/,
  /(^|\/)\.?(husky|githooks|git-hooks)\//,
  /(^|\/)(\.pre-commit-config\.yaml|\.?lefthook(-local)?\.(ya?ml|toml|json)|\.lintstagedrc[^/]*)$/,
  // Continuous integration.
  /^\.(github|gitea|forgejo)\/(workflows|actions)\//,
  /^\.github\/dependabot\.ya?ml$/,
  /^\.(gitlab|circleci|buildkite|woodpecker|semaphore|teamcity)\//,
  /^\.?(gitlab-ci|travis|drone|woodpecker|appveyor|azure-pipelines|bitbucket-pipelines|cloudbuild)\.ya?ml$/,
  /(^|\/)(jenkinsfile|action\.ya?ml)$/,
  // Builds.
  /(^|\/)((gnu)?makefile|[^/]+\.mk|\.?justfile|taskfile\.ya?ml|rakefile|cmakelists\.txt|magefile\.go)$/,
  /(^|\/)((docker|container)file[^/]*|(docker-)?compose[^/]*\.ya?ml|vagrantfile)$/,
  /(^|\/)(setup\.py|conftest\.py|noxfile\.py|tox\.ini|build\.rs|binding\.gyp|gemfile|[^/]+\.gemspec)$/,
  /(^|\/)(build|settings)\.gradle(\.kts)?$|(^|\/)(gradlew|mvnw)(\.bat|\.cmd)?$|(^|\/)(gradle\/wrapper|\.mvn|\.cargo)\//,
  // Package managers and shells.
  /(^|\/)\.(envrc|npmrc|yarnrc(\.yml)?|pnpmfile\.[cm]?js)$|(^|\/)bunfig\.toml$/,
  /(^|\/)\.yarn\/(releases|plugins)\//,
  /(^|\/)(\.?mise(\.local)?\.toml|\.tool-versions|flake\.nix|shell\.nix|devenv\.nix)$/,
];

/** What could be read of the blobs, by id; large ones are left out, and so are those that are not text. */
export interface ScannedContents {
  readonly texts: ReadonlyMap<string, string>;
  /** Bytes of the new ones. */
  readonly sizes: ReadonlyMap<string, number>;
}

const BIG_BYTES = 5_000_000;

interface Scan {
  /** Not those that are gone. */
  readonly changes: readonly TreeChange[];
  readonly paths: readonly string[];
  /** Changes of plain files. */
  readonly files: readonly TreeChange[];
  /** `null` where nothing could be read. */
  readonly text: (id: string) => string | null;
  readonly sizeOf: (id: string) => number;
}

interface Rule {
  readonly one: string;
  readonly many: string;
  readonly find: (scan: Scan) => readonly string[];
}

const RULES: readonly Rule[] = [
  {
    one: 'symbolic link out of the tree',
    many: 'symbolic links out of the tree',
    find: ({ changes, text }) =>
      pathsOf(
        changes.filter(
          ({ newMode, newId, path }) => newMode === '120000' && leavesTree(path, text(newId)),
        ),
      ),
  },
  {
    one: 'link to another repository (submodule)',
    many: 'links to other repositories (submodules)',
    find: ({ changes }) => pathsOf(changes.filter(({ newMode }) => newMode === '160000')),
  },
  {
    one: 'embedded bare repository',
    many: 'embedded bare repositories',
    find: ({ paths }) => embeddedRepositories(paths),
  },
  {
    one: 'file name with invisible characters',
    many: 'file names with invisible characters',
    find: ({ paths }) => paths.filter(hasInvisibles),
  },
  {
    one: 'file name that is not text',
    many: 'file names that are not text',
    find: ({ paths }) => paths.filter(isUndecodable),
  },
  {
    one: 'file name that mixes alphabets',
    many: 'file names that mix alphabets',
    find: ({ paths }) => paths.filter(mixesAlphabets),
  },
  {
    one: 'file name that some systems take for another one here',
    many: 'file names that some systems take for others here',
    find: ({ paths }) => sameElsewhere(paths),
  },
  {
    one: 'file with marks that make its text read in another order',
    many: 'files with marks that make their text read in another order',
    find: ({ files, text }) =>
      pathsOf(files.filter(({ oldId, newId }) => isReordered(text(oldId), text(newId)))),
  },
  {
    one: 'file that can make programs run',
    many: 'files that can make programs run',
    find: ({ paths }) => paths.filter(isExecutableConfiguration),
  },
  {
    one: 'package with changed scripts',
    many: 'packages with changed scripts',
    find: ({ files, text }) => scriptChanges(files, text),
  },
  {
    one: 'file made executable',
    many: 'files made executable',
    find: ({ files }) =>
      pathsOf(files.filter(({ oldMode, newMode }) => newMode === '100755' && oldMode !== newMode)),
  },
  {
    one: 'file of more than 5 MB',
    many: 'files of more than 5 MB',
    find: ({ files, sizeOf }) => pathsOf(files.filter(({ newId }) => sizeOf(newId) > BIG_BYTES)),
  },
];

export function scanChanges(
  changes: readonly TreeChange[],
  contents: ScannedContents,
): readonly string[] {
  const kept = changes.filter((change) => change.status !== 'D');
  const scan: Scan = {
    changes: kept,
    paths: pathsOf(kept),
    files: kept.filter(({ newMode }) => newMode.startsWith('100')),
    text: (id) => contents.texts.get(id) ?? null,
    sizeOf: (id) => contents.sizes.get(id) ?? 0,
  };
  return RULES.map(({ one, many, find }) => banner(find(scan), one, many)).filter(
    (found) => found !== null,
  );
}

function pathsOf(changes: readonly TreeChange[]): readonly string[] {
  return changes.map(({ path }) => path);
}

function banner(names: readonly string[], one: string, many: string): string | null {
  if (names.length === 0) return null;
  const first = names
    .slice(0, 5)
    .map((name) => inlineCode(visibleName(name)))
    .join(', ');
  const more = names.length > 5 ? ', …' : '';
  return `look before you check it out: ${plural(names.length, one, many)}: ${first}${more}`;
}

/** One that could not be read may lead anywhere. */
function leavesTree(path: string, target: string | null): boolean {
  if (target === null || posix.isAbsolute(target)) return true;
  const landed = posix.normalize(posix.join(posix.dirname(path), target));
  const parts = landed.split('/').map(foldedName);
  return parts[0] === '..' || parts.includes('.git');
}

/** git takes a folder with HEAD, objects/ and refs/ for a repository, and obeys its config. */
function embeddedRepositories(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    const parts = foldedName(path).split('/');
    for (let depth = 1; depth < parts.length; depth += 1)
      folders.add(parts.slice(0, depth).join('/'));
  }
  return paths
    .filter((path) => /(^|\/)head$/.test(foldedName(path)))
    .map((path) => path.split('/').slice(0, -1).join('/'))
    .filter((folder) => {
      const above = folder === '' ? '' : `${foldedName(folder)}/`;
      return folders.has(`${above}objects`) && folders.has(`${above}refs`);
    })
    .map((folder) => (folder === '' ? '.' : `${folder}/`));
}

/** Of names that differ in case, or in what cannot be seen, alone: all but the first. */
function sameElsewhere(paths: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return paths.filter((path) => {
    const folded = foldedName(path);
    if (seen.has(folded)) return true;
    seen.add(folded);
    return false;
  });
}

function isReordered(before: string | null, after: string | null): boolean {
  return after !== null && hasReordering(after) && !(before !== null && hasReordering(before));
}

function scriptChanges(
  files: readonly TreeChange[],
  text: (id: string) => string | null,
): readonly string[] {
  return files.flatMap(({ path, oldId, newId }) => {
    if (!isPackage(path)) return [];
    const after = text(newId);
    const scripts = after === null ? null : changedScripts(text(oldId), after);
    if (scripts === null) return [`${path} (cannot be read)`];
    if (scripts.length === 0) return [];
    const more = scripts.length > 5 ? ', …' : '';
    return [`${path} (${scripts.slice(0, 5).join(', ')}${more})`];
  });
}

export function isPackage(path: string): boolean {
  return /(^|\/)package\.json$/.test(foldedName(path));
}

function isExecutableConfiguration(path: string): boolean {
  const folded = path.toLowerCase();
  return tellsAgents(folded) || PATTERNS.some((pattern) => pattern.test(folded));
}
