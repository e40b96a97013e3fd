/**
 * Sessions of GitHub Copilot CLI: a folder each, with the events as lines, what it knows of the session as a file of keys,
 * and while a process works in it `inuse.<pid>.lock`, which a kill leaves behind.
 */
import { basename, join } from 'node:path';

import { homeFolder } from '../../../platform/environment.ts';
import { listHostile, readHostile } from '../../../platform/hostile-paths.ts';
import {
  ENDS,
  type FindRequest,
  type LiveMarker,
  type SessionHandle,
  type SessionSource,
  type SourcePlace,
  type SourceWhere,
} from '../../sessions/contract.ts';
import { draftOfLines } from '../../sessions/lines/draft-of-lines.ts';
import { entriesOfLines } from '../../sessions/lines/entries-of-lines.ts';
import { fileAt, findInPlaces, foldersIn, isInRoots } from '../../sessions/lines/find-files.ts';
import type { About } from '../../sessions/lines/line-format.ts';
import { copilotFormat } from './read-record.ts';

const KEY = /^([A-Za-z_]\w*):(?: +(.*))?$/;

/** A file of Copilot's has some twenty lines. */
const MAX_LINES = 200;

const EVENTS = 'events.jsonl';
const KEYS_FILE = 'workspace.yaml';
const KEYS_BYTES = 8 * 1024;
const LOCK = /^inuse\.(\d{1,10})\.lock$/;

export const copilotSessions: SessionSource = {
  engine: 'copilot',
  places,
  find: (request) =>
    findInPlaces(request, (store) =>
      Promise.resolve(foldersIn(store).flatMap((name) => handleOf(join(store, name), request))),
    ),
  draft: async ({ id, location }) => {
    const known = keysIn(location);
    const read = await draftOfLines({
      engine: 'copilot',
      path: join(location, EVENTS),
      format: copilotFormat,
      known: { ...known.about, id },
      markers: markersIn(location),
      limits: { ...ENDS, headBytes: ENDS.headBytes - KEYS_BYTES },
    });
    return { ...read, bytesRead: read.bytesRead + known.bytesRead };
  },
  entries: ({ location, cwd }) =>
    entriesOfLines(join(location, EVENTS), () => Promise.resolve(copilotFormat), cwd),
};

function places(where: SourceWhere): readonly SourcePlace[] {
  if (where.kind === 'run') return [{ path: join(where.home, 'session-state') }];
  const own = where.env['COPILOT_HOME'];
  const home = own === undefined || own === '' ? join(homeFolder(where.env), '.copilot') : own;
  return [{ path: join(home, 'session-state') }];
}

function handleOf(
  folder: string,
  { roots, since }: Pick<FindRequest, 'roots' | 'since'>,
): readonly SessionHandle[] {
  const events = fileAt(join(folder, EVENTS));
  if (events === null || events.modifiedAt < (since ?? 0)) return [];
  const cwd = keysIn(folder).about.cwd ?? null;
  if (cwd !== null && !isInRoots(cwd, roots)) return [];
  const marks = locksIn(folder).map(({ name }) => name);
  const keys = fileAt(join(folder, KEYS_FILE));
  return [
    {
      id: basename(folder),
      location: folder,
      stamp: [events.stamp, keys?.stamp ?? '', ...marks].join(' '),
      cwd,
      lastActivityAt: events.modifiedAt,
    },
  ];
}

function keysIn(folder: string): { readonly about: About; readonly bytesRead: number } {
  const bytes = readHostile(join(folder, KEYS_FILE), KEYS_BYTES);
  if (bytes === null) return { about: {}, bytesRead: 0 };
  const keys = flatYaml(bytes.toString('utf8'));
  const value = (name: string): string | null => keys.get(name) || null;
  return {
    about: {
      cwd: value('cwd'),
      branch: value('branch'),
      title: value('name') ?? value('summary'),
      startedAt: value('created_at'),
    },
    bytesRead: bytes.length,
  };
}

function markersIn(folder: string): readonly LiveMarker[] {
  return locksIn(folder).map(({ pid, at }) => ({ pid, startTime: null, status: null, at }));
}

function locksIn(
  folder: string,
): readonly { readonly name: string; readonly pid: number; readonly at: string }[] {
  return listHostile(folder).flatMap(({ path: name, kind }) => {
    const pid = Number(LOCK.exec(name)?.[1] ?? 0);
    const file = kind === 'file' && pid > 0 ? fileAt(join(folder, name)) : null;
    return file === null ? [] : [{ name, pid, at: new Date(file.modifiedAt).toISOString() }];
  });
}

/**
 * The plain keys of a file of one level, as GitHub Copilot CLI writes what it knows of a session. Anything else in it
 * (lists, nested keys) is passed over: this is not a reader of YAML, and never fails.
 */
export function flatYaml(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const lines = text.split(/\r?\n/, MAX_LINES);
  for (const [index, line] of lines.entries()) {
    const [, key, value = ''] = KEY.exec(line) ?? [];
    if (key === undefined) continue;
    const isBlock = /^[|>][+-]?$/.test(value.trim());
    found.set(key, isBlock ? blockAfter(lines.slice(index + 1)) : scalar(value.trim()));
  }
  return found;
}

function blockAfter(lines: readonly string[]): string {
  const end = lines.findIndex((line) => line.trim() !== '' && !/^\s/.test(line));
  return (end === -1 ? lines : lines.slice(0, end))
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

function scalar(value: string): string {
  if (value.startsWith("'") && value.endsWith("'") && value.length > 1)
    return value.slice(1, -1).replaceAll("''", "'");
  if (value.startsWith('"') && value.endsWith('"') && value.length > 1) return unquoted(value);
  const plain = value.replace(/\s#.*$/, '');
  return plain === 'null' || plain === '~' ? '' : plain;
}

function unquoted(value: string): string {
  try {
    const text: unknown = JSON.parse(value);
    return typeof text === 'string' ? text : '';
  } catch {
    return value.slice(1, -1);
  }
}
