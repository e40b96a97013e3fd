/** The Node that runs a script of an engine: that of its own installation, one of PATH, or the one that runs us. */
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';

import { platformFacts, type Environment } from '../../platform/environment.ts';
import { inspectProgram } from '../../platform/find-program.ts';
import { realPath } from '../../platform/real-paths.ts';
import { compareVersions } from '../../words/version-order.ts';
import { askVersion } from './ask-version.ts';

export interface NodeSearch {
  readonly atLeast: string;
  /** The program that was found, links not followed. */
  readonly asked: string;
  readonly packageRoot: string;
  readonly env: Environment;
}

export interface SeenNode {
  readonly path: string;
  readonly version: string;
}

export type NodeFound =
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
