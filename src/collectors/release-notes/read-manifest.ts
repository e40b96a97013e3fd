/** The version that a project gives itself, read from the files that hold it. Pure. */
import { readBlobs } from '../../git/cat-file.ts';
import type { TreeFile } from '../../git/ls-tree.ts';
import { readFileAt } from '../../git/read-file-at.ts';
import type { GitContext } from '../../git/run-git.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { CheckRequest } from './contract.ts';

/** Name or ending of a file, and how its version is read; the first that fits counts. */
const READERS: readonly {
  readonly name: RegExp;
  readonly read: (text: string) => string | null;
}[] = [
  { name: /^(?:package|composer|lerna|deno|jsr)\.json$/, read: readJson },
  { name: /^pyproject\.toml$/, read: (text) => inTable(text, ['project', 'tool.poetry']) },
  { name: /^Cargo\.toml$/, read: (text) => inTable(text, ['package', 'workspace.package']) },
  { name: /^setup\.cfg$/, read: (text) => inTable(text, ['metadata']) },
  {
    name: /^setup\.py$/,
    read: (text) => first(text, /^[ \t]*version[ \t]*=[ \t]*["']([^"'\s]+)["']/m),
  },
  { name: /^pom\.xml$/, read: readPom },
  { name: /^VERSION(?:\.txt)?$/i, read: (text) => text.trim().split('\n')[0]?.trim() ?? null },
  { name: /\.gemspec$/, read: (text) => first(text, /\.version[ \t]*=[ \t]*["']([^"'\s]+)["']/) },
  {
    name: /^build\.gradle(?:\.kts)?$/,
    read: (text) => first(text, /^version[ \t]*=?[ \t]*["']([^"'\s]+)["']/m),
  },
  { name: /^gradle\.properties$/, read: (text) => first(text, /^version[ \t]*=[ \t]*(\S+)/m) },
];

const VERSION = /^v?(\d+(?:\.\d+){0,3}[^\s"'${}<>]{0,60})$/;
/** More of a file than this is not a manifest that a person wrote. */
const MAX_TEXT = 1_000_000;

export function isManifest(path: string): boolean {
  const name = fileName(path);
  return READERS.some((reader) => reader.name.test(name));
}

/** `null` when it gives none, takes it from elsewhere, or has the `0.0.0` of a project that is never released. */
export function readManifestVersion(path: string, text: string): string | null {
  const name = fileName(path);
  const reader = READERS.find((one) => one.name.test(name));
  const version = VERSION.exec(reader?.read(text.slice(0, MAX_TEXT))?.trim() ?? '')?.[1] ?? null;
  return version === '0.0.0' ? null : version;
}

/** The name under which a package is published; `null` when the file gives none. */
export function readPackageName(path: string, text: string): string | null {
  const name = fileName(path);
  if (name.endsWith('.json')) return field(text, 'name');
  if (!name.endsWith('.toml')) return null;
  return inTable(text.slice(0, MAX_TEXT), ['project', 'tool.poetry', 'package'], 'name');
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function first(text: string, expression: RegExp): string | null {
  return expression.exec(text)?.[1] ?? null;
}

function readJson(text: string): string | null {
  return field(text, 'version');
}

function field(text: string, name: string): string | null {
  const value = tryParseJson(text);
  const found = isRecord(value) ? value[name] : undefined;
  return typeof found === 'string' ? found : null;
}

/** `key = "1.2.0"` below `[table]`, of the first table that has it; quotes may be left out. */
function inTable(text: string, tables: readonly string[], key = 'version'): string | null {
  const found = new Map<string, string>();
  let table = '';
  for (const line of text.split('\n')) {
    const opened = /^\s*\[([^[\]]+)\]/.exec(line)?.[1];
    if (opened !== undefined) table = opened.trim();
    const [, name, value] = /^\s*(\w+)\s*=\s*["']?([^"'#\s]+)/.exec(line) ?? [];
    if (name === key && value !== undefined && !found.has(table)) found.set(table, value);
  }
  for (const one of tables) {
    const value = found.get(one);
    if (value !== undefined) return value;
  }
  return null;
}

/** The project's own version stands outside `<parent>`, `<dependencies>` and the like. */
function readPom(text: string): string | null {
  let open = 0;
  for (const match of withoutComments(text).matchAll(
    /<(\/?)([\w.-]+)(?![\w.-])[^<>]*?(\/?)>([^<>]{0,100})/g,
  )) {
    const [, close = '', name = '', empty = '', value = ''] = match;
    if (empty === '/') continue;
    if (close === '/') open -= 1;
    else {
      open += 1;
      if (open === 2 && name === 'version') return value;
    }
  }
  return null;
}

function withoutComments(text: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf('<!--', at);
    const close = open === -1 ? -1 : text.indexOf('-->', open);
    if (close === -1) return kept + text.slice(at);
    kept += text.slice(at, open);
    at = close + 3;
  }
}

// The versions that the project gives itself, at both ends of a range.

/** More of them are not looked through for a package's name. */
const MAX_PACKAGES = 2_000;

/** @param folder of the package, empty for the root */
export async function readManifests(
  context: GitContext,
  request: {
    readonly tree: readonly TreeFile[];
    readonly before: readonly TreeFile[];
    readonly folder: string;
  },
): Promise<CheckRequest['manifests']> {
  const files = manifestsIn(request.tree, request.folder);
  const earlier = new Map(
    manifestsIn(request.before, request.folder).map((file) => [file.path, file]),
  );
  const texts = await readTexts(context, [...files, ...earlier.values()]);
  return files.flatMap(({ path, blob }) => {
    const version = readManifestVersion(path, texts.get(blob) ?? '');
    if (version === null) return [];
    const then = texts.get(earlier.get(path)?.blob ?? '');
    return [
      { path, version, versionBefore: then === undefined ? null : readManifestVersion(path, then) },
    ];
  });
}

/** The folder of the package of that name, empty for the root; `null` when no manifest has the name. */
export async function findPackageFolder(
  context: GitContext,
  tree: readonly TreeFile[],
  name: string,
): Promise<string | null> {
  const files = tree
    .filter(({ path }) => /(?:^|\/)(?:package\.json|pyproject\.toml|Cargo\.toml)$/.test(path))
    .filter(({ path }) => !/(?:^|\/)node_modules\//.test(path))
    .slice(0, MAX_PACKAGES);
  const texts = await readTexts(context, files);
  const found = files.find(
    ({ path, blob }) => readPackageName(path, texts.get(blob) ?? '') === name,
  );
  return found === undefined ? null : folderOf(found.path);
}

/** The version in the manifest as a commit has it; `null` when it has none. */
export async function versionAt(
  context: GitContext,
  commit: CommitSha | string,
  path: string,
): Promise<string | null> {
  const text = await readFileAt(context, commit, path);
  return text === null ? null : readManifestVersion(path, text);
}

function manifestsIn(tree: readonly TreeFile[], folder: string): readonly TreeFile[] {
  return tree.filter(
    ({ path, size }) => folderOf(path) === folder && isManifest(path) && size < 1_000_000,
  );
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

async function readTexts(
  context: GitContext,
  files: readonly TreeFile[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  await readBlobs(
    context,
    files,
    (blob, content) => void texts.set(blob, content.toString('utf8')),
  );
  return texts;
}
