/** What is to be started of a package of npm. */
import { dirname, join, basename, delimiter, isAbsolute } from 'node:path';

import { targetFacts, type Environment, platformFacts } from '../../platform/environment.ts';
import { readTextIfThere } from '../../platform/files.ts';
import { inspectProgram } from '../../platform/find-program.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { realPath } from '../../platform/read-now.ts';
import type { Failure } from '../../words/errors.ts';
import { compareVersions } from '../../words/version-order.ts';
import { askVersion } from './ask-version.ts';
import type { ProgramSpec, RealProgram } from './program-spec.ts';

export type RealArgv =
  | { readonly kind: 'real'; readonly argv: readonly [string, ...string[]] }
  | { readonly kind: 'missing'; readonly failure: Failure };

export interface PackageSearch {
  readonly found: FoundPackage;
  /** The file that was found, before its links were followed and after. */
  readonly asked: string;
  readonly real: string;
  readonly env: Environment;
}

export async function realInPackage(spec: ProgramSpec, search: PackageSearch): Promise<RealArgv> {
  switch (spec.real.kind) {
    case 'found':
      return { kind: 'real', argv: [search.real] };
    case 'native':
      return nativeProgram(spec, spec.real, search);
    case 'script':
      return scriptOfNode(spec, spec.real, search);
  }
}

async function nativeProgram(
  { about }: ProgramSpec,
  { paths }: Extract<RealProgram, { readonly kind: 'native' }>,
  { found }: PackageSearch,
): Promise<RealArgv> {
  const target = targetFacts();
  const wanted = paths(target);
  for (const folder of moduleFolders(found.root)) {
    for (const path of wanted) {
      const program = join(folder, path);
      if ((await inspectProgram(program)).kind === 'found')
        return { kind: 'real', argv: [realPath(program) ?? program] };
    }
  }
  return {
    kind: 'missing',
    failure: {
      code: 'engine-missing',
      message: `${about.name} ${found.version ?? ''} is here without its program for ${target.os}-${target.cpu}: ${found.root}`,
      hint: `Install it again, with its optional packages: ${about.install}`,
    },
  };
}

/** Nearest first: that of the package itself, then each above it. */
function moduleFolders(root: string): readonly string[] {
  const folders = [join(root, 'node_modules')];
  for (let at = dirname(root); at !== dirname(at); at = dirname(at))
    folders.push(at.endsWith('/node_modules') ? at : join(at, 'node_modules'));
  return [...new Set(folders)];
}

async function scriptOfNode(
  { about }: ProgramSpec,
  { path, flags, node }: Extract<RealProgram, { readonly kind: 'script' }>,
  { found, asked, env }: PackageSearch,
): Promise<RealArgv> {
  const script = join(found.root, path);
  if (realPath(script) === null) {
    return {
      kind: 'missing',
      failure: {
        code: 'engine-missing',
        message: `${about.name} ${found.version ?? ''} is here without its program: ${script}`,
        hint: `Install it again: ${about.install}`,
      },
    };
  }
  const search = await findNode({ atLeast: node, asked, packageRoot: found.root, env });
  if (search.kind === 'found') return { kind: 'real', argv: [search.path, ...flags, script] };
  const seen = search.seen.map(({ path: at, version }) => `${version} (${at})`).join(', ');
  return {
    kind: 'missing',
    failure: {
      code: 'engine-missing',
      message: `${about.name} needs Node ${node} or newer; found was ${seen === '' ? 'none' : seen}`,
      hint: `Install Node ${node} or newer, and put it on PATH.`,
    },
  };
}

/** The Node that runs a script of an engine: that of its own installation, one of PATH, or the one that runs us. */
interface NodeSearch {
  readonly atLeast: string;
  /** The program that was found, links not followed. */
  readonly asked: string;
  readonly packageRoot: string;
  readonly env: Environment;
}

interface SeenNode {
  readonly path: string;
  readonly version: string;
}

type NodeFound =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'not-found'; readonly seen: readonly SeenNode[] };

export async function findNode(search: NodeSearch): Promise<NodeFound> {
  const seen: SeenNode[] = [];
  for (const path of await programs(search)) {
    const version = await versionOf(path, search.env);
    if (version === null) continue;
    if (compareVersions(version, search.atLeast) >= 0) return { kind: 'found', path };
    seen.push({ path, version });
  }
  return { kind: 'not-found', seen };
}

async function versionOf(path: string, env: Environment): Promise<string | null> {
  const { execPath, node } = platformFacts();
  return path === (realPath(execPath) ?? execPath) ? node : askVersion([path], env);
}

/** Each once; the one that starting it by its own first line would take comes first. */
async function programs({ asked, packageRoot, env }: NodeSearch): Promise<readonly string[]> {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const places = [
    ...folders.map((folder) => join(folder, 'node')),
    join(dirname(asked), 'node'),
    // <prefix>/lib/node_modules/<package> has its Node in <prefix>/bin.
    ...above(packageRoot).map((folder) => join(folder, 'bin', 'node')),
    platformFacts().execPath,
  ];
  const found: string[] = [];
  for (const place of places)
    if ((await inspectProgram(place)).kind === 'found') found.push(itself(place));
  return [...new Set(found)];
}

/** Links followed, unless they lead to a version manager, which is Node only by that name. */
function itself(place: string): string {
  const real = realPath(place);
  return real !== null && basename(real).startsWith('node') ? real : place;
}

function above(folder: string): readonly string[] {
  const folders: string[] = [];
  for (let at = dirname(folder); at !== dirname(at); at = dirname(at)) folders.push(at);
  return folders.slice(0, 5);
}

/** The package of npm that a program is a part of. */
interface FoundPackage {
  readonly name: string;
  /** Absolute path of its folder, links resolved. */
  readonly root: string;
  readonly version: string | null;
}

/** Programs lie at most this deep in their packages. */
const MAX_DEPTH = 8;

/** `file` has its links resolved. `null` when none of the folders above it is one of these packages. */
export async function findPackage(
  file: string,
  names: readonly string[],
): Promise<FoundPackage | null> {
  let root = dirname(file);
  for (let depth = 0; depth < MAX_DEPTH && root !== dirname(root); depth += 1) {
    const found = await packageAt(root, names);
    if (found !== null) return found;
    root = dirname(root);
  }
  return null;
}

async function packageAt(root: string, names: readonly string[]): Promise<FoundPackage | null> {
  const content = tryParseJson((await readTextIfThere(join(root, 'package.json'))) ?? '');
  if (!isRecord(content)) return null;
  const { name, version } = content;
  if (typeof name !== 'string' || !names.includes(name)) return null;
  return { name, root, version: typeof version === 'string' ? version : null };
}
