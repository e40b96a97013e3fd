/**
 * From what a sandbox is to show to the same without credentials. **Invariant:** of what is neither the distribution's nor
 * the run's own nothing is shown that was not searched to its end.
 */
import { basename, dirname, join, extname } from 'node:path';

import { inspectPaths, makeFolder, writeDurably } from '../platform/files.ts';
import { realPath } from '../platform/read-now.ts';
import { inlineCode } from '../words/text.ts';
import type { Mount } from './contract.ts';
import { isCredentialFolder } from './credential-names.ts';
import {
  searchRemembering,
  type RememberedRequest,
  type SearchAnswer,
  type SearchMemory,
} from './remembered-search.ts';

export interface Shown {
  readonly mount: Mount;
  /** `named`: the routine asked for this folder; what it calls by name is shown whatever it is. */
  readonly by: 'tools' | 'named';
}

export interface CoverRequest {
  readonly shown: readonly Shown[];
  /** Folders that are empty inside. */
  readonly hidden: readonly string[];
  readonly memory: SearchMemory;
}

export interface Covered {
  /** With covers; without what is too large to be searched. */
  readonly mounts: readonly Mount[];
  /** Of `mounts`, the covers alone. */
  readonly covers: readonly Mount[];
  readonly refused: readonly Mount[];
  readonly notices: readonly string[];
}

export async function coverCredentials(request: CoverRequest): Promise<Covered> {
  const { memory } = request;
  const shown = withoutDoubles(request.shown);
  const trees = shown.flatMap((one) => treeOf(one, request.hidden));
  const answers = await searchRemembering(
    trees.map(({ search }) => search),
    memory,
  );
  if (answers.some(({ found }) => found.length > 0)) await makeCovers(memory.cache);
  const exact = new Set(shown.map(({ mount }) => mount.path));
  const refused = new Set<Mount>();
  const covers: Mount[] = [];
  const notices: string[] = [];
  trees.forEach(({ shown: { mount, by } }, index) => {
    const answer = answers[index];
    if (answer?.complete !== true) {
      refused.add(mount);
      notices.push(refusalNotice(mount.path));
      return;
    }
    const over = answer.found.filter(({ path }) => !exact.has(join(mount.path, path)));
    for (const { path, kind } of over)
      covers.push(coverMount(join(mount.path, path), kind, memory.cache));
    if (by === 'named' && over.length > 0) notices.push(coveredNotice(mount.path, over));
  });
  const kept = shown.flatMap(({ mount }) => (refused.has(mount) ? [] : [mount]));
  return {
    mounts: [...kept, ...covers],
    covers,
    refused: [...refused],
    notices: [...new Set(notices)],
  };
}

/** Links in a folder of programs often lead to the same package. Of two the later stays: at one path the last mount counts. */
function withoutDoubles(shown: readonly Shown[]): readonly Shown[] {
  const byMount = new Map<string, Shown>();
  for (const one of shown) {
    const key = JSON.stringify([one.by, one.mount]);
    byMount.delete(key);
    byMount.set(key, one);
  }
  return [...byMount.values()];
}

/** Nothing to search in a file, in what shows nothing, and in a folder of credentials that was asked for by its name. */
function treeOf(
  shown: Shown,
  hidden: readonly string[],
): readonly { readonly shown: Shown; readonly search: RememberedRequest }[] {
  const { mount, by } = shown;
  if (mount.kind !== 'read') return [];
  const root = realPath(mount.from ?? mount.path);
  if (root === null || inspectPaths([root])[0]?.kind !== 'folder') return [];
  if (by === 'named' && isCredentialFolder(basename(root), basename(dirname(root)))) return [];
  const checkouts = by === 'named';
  return [{ shown, search: { root, checkouts, hidden, isWork: checkouts || isInWork(root) } }];
}

/** Whether it lies in a checkout that a user works in. Version managers are checkouts, and change with what they install. */
function isInWork(root: string): boolean {
  if (root.includes('/node_modules') || inspectPaths([join(root, 'shims')])[0] !== null)
    return false;
  for (let folder = root; folder !== '/'; folder = dirname(folder))
    if (inspectPaths([join(folder, '.git')])[0] !== null) return true;
  return false;
}

function refusalNotice(path: string): string {
  return `${inlineCode(path)} is not shown to the run: it holds too many files to be searched for credentials, or too many credentials`;
}

function coveredNotice(path: string, over: SearchAnswer['found']): string {
  const names = over.slice(0, 5).map((one) => inlineCode(one.path));
  const more = over.length > names.length ? ` and ${over.length - names.length} more` : '';
  return `permissions.read: in ${inlineCode(path)} the run could not read ${names.join(', ')}${more}, which may hold credentials; name such a file itself to show it`;
}

// What is mounted over a credential: an empty file, or an empty folder that cannot be written to.

/** By extension: an empty file of that kind, which its programs can read. */
const EMPTY: Readonly<Record<string, string>> = { '.json': '{}', '.xml': '<settings/>', '': '' };

/** Makes those files in the cache folder, once. */
export async function makeCovers(cache: string): Promise<void> {
  const entries = Object.entries(EMPTY);
  const facts = inspectPaths(entries.map(([kind]) => coverFile(cache, kind)));
  if (entries.every(([, text], at) => facts[at]?.kind === 'file' && facts[at].size === text.length))
    return;
  await makeFolder(join(cache, 'covers'), 0o700);
  for (const [kind, text] of entries) await writeDurably(coverFile(cache, kind), text);
}

function coverMount(path: string, kind: 'file' | 'folder', cache: string): Mount {
  if (kind === 'folder') return { kind: 'empty', path, closed: true };
  const extension = extname(path).toLowerCase();
  return {
    kind: 'read',
    path,
    from: coverFile(cache, Object.hasOwn(EMPTY, extension) ? extension : ''),
  };
}

/** Without covers over what is gone by now: nothing can be mounted where nothing is. */
export function withoutIdleCovers(mounts: readonly Mount[], cache: string): readonly Mount[] {
  const folder = `${join(cache, 'covers')}/`;
  const covers = mounts.filter(
    (mount) =>
      (mount.kind === 'empty' && mount.closed === true) ||
      (mount.kind === 'read' && mount.from?.startsWith(folder) === true),
  );
  const facts = inspectPaths(covers.map(({ path }) => path));
  const idle = new Set(covers.filter((_cover, at) => facts[at] === null));
  return idle.size === 0 ? mounts : mounts.filter((mount) => !idle.has(mount));
}

function coverFile(cache: string, extension: string): string {
  return join(cache, 'covers', `empty${extension}`);
}
