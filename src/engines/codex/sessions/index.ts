/**
 * Sessions of Codex: one rollout file each, in one folder a day. The file name has the start time but not the folder: the
 * folder is in the first line, which is read only for files that changed, and cached if the caller has a cache.
 */
import { join } from 'node:path';

import { homeFolder } from '../../../platform/environment.ts';
import type {
  DraftRead,
  FindRequest,
  SessionHandle,
  SessionSource,
  SourcePlace,
  SourceWhere,
} from '../../sessions/contract.ts';
import { entriesOfLines } from '../../sessions/lines/entries-of-lines.ts';
import {
  firstFolder,
  NO_SESSION,
  filesIn,
  findInPlaces,
  foldersIn,
  isInRoots,
  type FoundFile,
} from '../../sessions/lines/find-files.ts';
import { wholeWords } from '../../sessions/whole-words.ts';

export const codexSessions: SessionSource = {
  engine: 'codex',
  places,
  find: (request) => findInPlaces(request, (store) => Promise.resolve(handlesIn(store, request))),
  draft,
  entries: (handle) =>
    entriesOfLines(handle.location, async () => (await import('./read-record.ts')).codexFormat),
};

const MAX_TITLE = 120;
const ROLLOUT =
  /^rollout-[0-9T-]{10,30}-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl$/;
/** Of a thread that another one started for a part of its work. */
const HELPER = /"source":\s?\{\s?"sub_?agent"|"thread_source":\s?"sub_?agent"/i;

function places(where: SourceWhere): readonly SourcePlace[] {
  if (where.kind === 'run') return [{ path: join(where.home, 'codex', 'sessions') }];
  const named = where.env['CODEX_HOME'];
  const isNamed = named !== undefined && named !== '';
  return [{ path: join(isNamed ? named : join(homeFolder(where.env), '.codex'), 'sessions') }];
}

async function draft({ id, location, cwd }: SessionHandle): Promise<DraftRead> {
  // Of what has not changed nothing is read, and the rules of reading are not loaded.
  const [{ draftOfLines }, { codexEndFormat }] = await Promise.all([
    import('../../sessions/lines/draft-of-lines.ts'),
    import('./read-record.ts'),
  ]);
  const read = await draftOfLines({
    engine: 'codex',
    path: location,
    format: codexEndFormat,
    known: { id, cwd },
    markers: [],
  });
  if (read.kind !== 'draft') return read;
  return { ...read, draft: { ...read.draft, title: wholeWords(read.draft.title, MAX_TITLE) } };
}

/** Newest day first. */
function handlesIn(store: string, request: FindRequest): readonly SessionHandle[] {
  const wanted = { fits: (name: string) => ROLLOUT.test(name), since: request.since };
  const isWanted = folderTest(request.roots);
  return daysIn(store)
    .flatMap((day) => filesIn(day, wanted))
    .flatMap((file) => handleOf(file, { remembered: request.remembered, isWanted }) ?? []);
}

/** Many sessions began in few folders. */
function folderTest(roots: readonly string[]): (folder: string) => boolean {
  const known = new Map<string, boolean>();
  return (folder) => {
    const answer = known.get(folder) ?? isInRoots(folder, roots);
    known.set(folder, answer);
    return answer;
  };
}

function daysIn(store: string): readonly string[] {
  const below = (folder: string, digits: RegExp): readonly string[] =>
    foldersIn(folder)
      .filter((name) => digits.test(name))
      .toSorted()
      .toReversed()
      .map((name) => join(folder, name));
  return below(store, /^\d{4}$/)
    .flatMap((year) => below(year, /^\d{2}$/))
    .flatMap((month) => below(month, /^\d{2}$/));
}

interface Wanted {
  readonly remembered: FindRequest['remembered'];
  readonly isWanted: (folder: string) => boolean;
}

/** `null`: of another workspace, or no session of a person's. */
function handleOf(
  { path, stamp, modifiedAt }: FoundFile,
  { remembered, isWanted }: Wanted,
): SessionHandle | null {
  const isSession = (beginning: string): boolean => !HELPER.test(beginning);
  const cwd = firstFolder(path, { remembered, isSession });
  if (cwd === NO_SESSION || (cwd !== null && !isWanted(cwd))) return null;
  const id = ROLLOUT.exec(path.slice(path.lastIndexOf('/') + 1))?.[1] ?? '';
  return { id, location: path, stamp, cwd, lastActivityAt: modifiedAt };
}
