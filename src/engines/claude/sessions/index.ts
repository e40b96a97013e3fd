/**
 * Sessions of Claude Code: one file of lines each, in a folder that is named after the working directory in which it began;
 * and beside those one live-marker a process.
 */
import { basename, dirname, join } from 'node:path';

import { homeFolder } from '../../../platform/environment.ts';
import { listHostile, readHostile } from '../../../platform/hostile-paths.ts';
import type {
  DraftRead,
  FindRequest,
  SessionHandle,
  SessionSource,
  SourcePlace,
  SourceWhere,
  LiveMarker,
} from '../../sessions/contract.ts';
import { recordOf } from '../../sessions/ends.ts';
import { entriesOfLines } from '../../sessions/lines/entries-of-lines.ts';
import {
  firstFolder,
  fileAt,
  filesIn,
  findInPlaces,
  foldersIn,
  isInRoots,
  type FoundFile,
} from '../../sessions/lines/find-files.ts';
import { wholeWords } from '../../sessions/whole-words.ts';
import { numberField, textField, type Fields } from '../../stream-fields.ts';

const MOST_BYTES = 16 * 1024;

/** Of one store; more are not of one person. */
const MOST_MARKERS = 1_000;

export const claudeSessions: SessionSource = {
  engine: 'claude',
  places,
  find: (request) => findInPlaces(request, (home) => Promise.resolve(handlesIn(home, request))),
  draft,
  entries: (handle) =>
    entriesOfLines(handle.location, async () => (await import('./read-record.ts')).claudeFormat),
};

/** The name of a folder is cut there, and gets a hash. */
const LONGEST_NAME = 200;
const MAX_TITLE = 120;
const SESSION = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.jsonl$/;

function places(where: SourceWhere): readonly SourcePlace[] {
  if (where.kind === 'run') return [{ path: join(where.home, 'claude') }];
  const named = where.env['CLAUDE_CONFIG_DIR'];
  const isNamed = named !== undefined && named !== '';
  return [{ path: isNamed ? named : join(homeFolder(where.env), '.claude') }];
}

async function draft({ id, location }: SessionHandle): Promise<DraftRead> {
  const markers = readMarkers(homeOf(location)).filter(({ sessionId }) => sessionId === id);
  // Of what has not changed nothing is read, and the rules of reading are not loaded.
  const [{ draftOfLines }, { claudeEndFormat }] = await Promise.all([
    import('../../sessions/lines/draft-of-lines.ts'),
    import('./read-record.ts'),
  ]);
  const read = await draftOfLines({
    engine: 'claude',
    path: location,
    format: claudeEndFormat,
    known: { id },
    markers: markers.map(({ marker }) => marker),
  });
  if (read.kind !== 'draft') return read;
  return { ...read, draft: { ...read.draft, title: wholeWords(read.draft.title, MAX_TITLE) } };
}

function handlesIn(home: string, request: FindRequest): readonly SessionHandle[] {
  const { roots, since } = request;
  const projects = join(home, 'projects');
  const markers = readMarkers(home);
  const folders = foldersIn(projects);
  const wanted = { fits: (name: string) => SESSION.test(name), since };
  const begunHere = folders
    .filter((name) => roots.some((root) => mayBe(name, root)))
    .flatMap((name) => filesIn(join(projects, name), wanted))
    .filter(({ path }) => isOfRoots(path, request));
  const known = new Set(begunHere.map(({ path }) => idOf(path)));
  // One that was begun elsewhere and is at work here now.
  const cameHere = markers
    .filter(({ sessionId, cwd }) => !known.has(sessionId) && cwd !== null && isInRoots(cwd, roots))
    .flatMap(({ sessionId }) => fileOf(sessionId, { projects, folders }) ?? []);
  return [...begunHere, ...cameHere].map((file) => handleOf(file, markers));
}

/** `-home-me-repo` is what `/home/me/repo` and `/home/me-repo` become, and a folder below begins alike. */
function mayBe(name: string, root: string): boolean {
  const written = root.replaceAll(/[^a-zA-Z0-9]/g, '-');
  if (written.length > LONGEST_NAME) return name.startsWith(`${written.slice(0, LONGEST_NAME)}-`);
  return name === written || name.startsWith(`${written}-`);
}

/** Where its beginning does not say, its name counts. */
function isOfRoots(path: string, { roots, remembered }: FindRequest): boolean {
  const cwd = firstFolder(path, { remembered, isSession: () => true });
  return cwd === null || isInRoots(cwd, roots);
}

function fileOf(
  id: string,
  { projects, folders }: { readonly projects: string; readonly folders: readonly string[] },
): FoundFile | null {
  const name = `${id}.jsonl`;
  if (!SESSION.test(name)) return null;
  for (const folder of folders) {
    const file = fileAt(join(projects, folder, name));
    if (file !== null) return file;
  }
  return null;
}

function handleOf(
  { path, stamp, modifiedAt }: FoundFile,
  markers: readonly NamedMarker[],
): SessionHandle {
  const id = idOf(path);
  const own = markers.filter(({ sessionId }) => sessionId === id);
  return {
    id,
    location: path,
    stamp: own.length === 0 ? stamp : `${stamp}+${markerStamp(own)}`,
    cwd: null,
    lastActivityAt: modifiedAt,
  };
}

function idOf(path: string): string {
  return basename(path, '.jsonl');
}

/** Of `HOME/projects/FOLDER/ID.jsonl`. */
function homeOf(location: string): string {
  return dirname(dirname(dirname(location)));
}

/** What a live Claude Code keeps of itself: `sessions/<pid>.json`, left behind where it was killed. */
interface NamedMarker {
  readonly sessionId: string;
  readonly cwd: string | null;
  readonly marker: LiveMarker;
}

/** @param home the folder that holds `projects` and `sessions` */
function readMarkers(home: string): readonly NamedMarker[] {
  const folder = join(home, 'sessions');
  return listHostile(folder)
    .filter(({ path, kind }) => kind === 'file' && /^\d{1,10}\.json$/.test(path))
    .slice(0, MOST_MARKERS)
    .flatMap(({ path }) => markerIn(join(folder, path)) ?? []);
}

/** Another one whenever one of them says something else. */
function markerStamp(markers: readonly NamedMarker[]): string {
  return markers
    .map(({ marker }) => `${marker.pid}.${marker.startTime}.${marker.status}.${marker.at}`)
    .toSorted()
    .join('+');
}

function markerIn(path: string): NamedMarker | null {
  const record = recordOf(readHostile(path, MOST_BYTES)?.toString('utf8') ?? '');
  if (record === 'unreadable') return null;
  const pid = numberField(record, 'pid');
  const sessionId = textField(record, 'sessionId');
  if (pid === null || !Number.isInteger(pid) || pid <= 0 || sessionId === null) return null;
  return {
    sessionId,
    cwd: textField(record, 'cwd'),
    marker: {
      pid,
      startTime: textField(record, 'procStart'),
      status: textField(record, 'status'),
      waitingFor: textField(record, 'waitingFor'),
      pidNamespace: /pid:\[\d+\]$/.exec(textField(record, 'pidDomain') ?? '')?.[0] ?? null,
      at: toldAt(record),
    },
  };
}

function toldAt(record: Fields): string {
  const at = numberField(record, 'updatedAt') ?? numberField(record, 'startedAt') ?? 0;
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? new Date(0).toISOString() : moment.toISOString();
}
