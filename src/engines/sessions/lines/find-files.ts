/** Looking through a store for files of sessions: names, sizes and times, no link followed. */
import { join, relative } from 'node:path';

import {
  inspectHostile,
  isReadableNow,
  listHostile,
  readHostile,
} from '../../../platform/hostile-paths.ts';
import { tryParseJson } from '../../../platform/json.ts';
import { realPath } from '../../../platform/read-now.ts';
import type { FindRequest, FoundSessions, SessionHandle, Remembered } from '../contract.ts';

export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** Another one after each change. */
  readonly stamp: string;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** Calls `look` for each place that is there, which may itself be a link: a person put it there. */
export async function findInPlaces(
  { places }: Pick<FindRequest, 'places'>,
  look: (store: string) => Promise<readonly SessionHandle[]>,
): Promise<FoundSessions> {
  const handles: SessionHandle[] = [];
  let seen = 0;
  let detail: string | null = null;
  for (const { path } of places) {
    const store = realPath(path);
    if (store === null) continue;
    if (isReadableFolder(store)) {
      seen += 1;
      handles.push(...(await look(store)));
    } else detail = `${path} is not a folder that can be read`;
  }
  if (seen > 0) return { kind: 'found', handles };
  return detail === null ? { kind: 'none' } : { kind: 'unavailable', detail };
}

function isReadableFolder(path: string): boolean {
  const facts = inspectHostile(path);
  return (
    facts !== null && facts !== 'unreachable' && facts.kind === 'folder' && isReadableNow(path)
  );
}

/** Folders in a folder; links are none. */
export function foldersIn(folder: string): readonly string[] {
  return listHostile(folder)
    .filter(({ kind }) => kind === 'folder')
    .map(({ path }) => path);
}

/** Files in a folder whose name fits, and that changed since; links are none. */
export function filesIn(
  folder: string,
  { fits, since }: { readonly fits: (name: string) => boolean; readonly since: number | null },
): readonly FoundFile[] {
  return listHostile(folder).flatMap(({ path: name, kind }): readonly FoundFile[] => {
    if (kind !== 'file' || !fits(name)) return [];
    const file = fileAt(join(folder, name));
    return file === null || file.modifiedAt < (since ?? 0) ? [] : [file];
  });
}

/** `null` for what is not a plain file. */
export function fileAt(path: string): FoundFile | null {
  const facts = inspectHostile(path);
  if (facts === null || facts === 'unreachable' || facts.kind !== 'file') return null;
  const { inode, size, mtimeMs, changedMs } = facts;
  return { path, stamp: `${inode}-${size}-${changedMs}`, size, modifiedAt: mtimeMs };
}

/** Whether a folder is one of the roots or below; both as they are written and with links resolved. */
export function isInRoots(folder: string, roots: readonly string[]): boolean {
  if (roots.some((root) => isAtOrBelow(folder, root))) return true;
  const real = realPath(folder);
  return real !== null && real !== folder && roots.some((root) => isAtOrBelow(real, root));
}

function isAtOrBelow(folder: string, root: string): boolean {
  const way = relative(root, folder);
  return way === '' || (way !== '..' && !way.startsWith('../'));
}

// Where a session began, by the first lines of its file: cheap, for looking through many.

/** Mostly enough; else so much as is ever read of a beginning. */
const STEPS = [2 * 1024, 64 * 1024] as const;
// A quote within a string is written with a backslash, so that this is a field, wherever it stands.
const FOLDER = /"cwd":\s?("(?:[^"\\]|\\.)*")/;

export interface Beginning {
  /** Absolute; `null`: not said. */
  readonly cwd: string | null;
  /** As much as was read, for other marks. */
  readonly text: string;
}

export function readBeginning(path: string): Beginning {
  let text = '';
  for (const most of STEPS) {
    text = readHostile(path, most)?.toString('utf8') ?? '';
    const found = FOLDER.exec(text)?.[1];
    const cwd = found === undefined ? null : tryParseJson(found);
    if (typeof cwd === 'string' && cwd.startsWith('/')) return { cwd, text };
    if (text.length < most / 2) break;
  }
  return { cwd: null, text };
}

/** Passed over for good: of another kind than sessions. */
export const NO_SESSION = '-';

/** As `remembered` has it, else read; what is told once stays. `null`: the beginning does not say. */
export function firstFolder(
  path: string,
  {
    remembered,
    isSession,
  }: {
    readonly remembered: Remembered | undefined;
    readonly isSession: (beginning: string) => boolean;
  },
): string | null {
  const known = remembered?.get(path);
  if (known !== undefined) return known;
  const { cwd, text } = readBeginning(path);
  if (cwd === null) return null;
  const told = isSession(text) ? cwd : NO_SESSION;
  remembered?.set(path, told);
  return told;
}
