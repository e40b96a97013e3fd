/**
 * Sessions of pi: one file of lines each, below a folder that is named after the working directory. Each line names the
 * one before it, so that a session may branch: the branch that was written last is the session.
 */
import { basename, join } from 'node:path';

import { homeFolder } from '../../../platform/environment.ts';
import type {
  FindRequest,
  SessionHandle,
  SessionSource,
  SourcePlace,
  SourceWhere,
} from '../contract.ts';
import { firstFolder } from '../first-folder.ts';
import { draftOfLines } from '../lines/draft-of-lines.ts';
import { entriesOfLines } from '../lines/entries-of-lines.ts';
import {
  filesIn,
  findInPlaces,
  foldersIn,
  isInRoots,
  type FoundFile,
} from '../lines/find-files.ts';
import { piFormat } from './read-record.ts';

export const piSessions: SessionSource = {
  engine: 'pi',
  places,
  find: (request) => findInPlaces(request, (store) => Promise.resolve(handlesIn(store, request))),
  draft: (handle) =>
    draftOfLines({
      engine: 'pi',
      path: handle.location,
      format: piFormat,
      known: { id: handle.id, cwd: handle.cwd },
      markers: [],
    }),
  entries: (handle) => entriesOfLines(handle.location, () => Promise.resolve(piFormat), handle.cwd),
};

function places(where: SourceWhere): readonly SourcePlace[] {
  if (where.kind === 'run') return [{ path: join(where.home, 'sessions') }];
  const { env } = where;
  const own = env['PI_CODING_AGENT_SESSION_DIR'];
  if (own !== undefined && own !== '') return [{ path: own }];
  const agent = env['PI_CODING_AGENT_DIR'];
  const home = agent === undefined || agent === '' ? join(homeFolder(env), '.pi', 'agent') : agent;
  return [{ path: join(home, 'sessions') }];
}

function handlesIn(
  store: string,
  request: Pick<FindRequest, 'roots' | 'since' | 'remembered'>,
): readonly SessionHandle[] {
  const { roots, since } = request;
  const wanted = { fits: (name: string) => name.endsWith('.jsonl'), since };
  const ofRoots = foldersIn(store).filter((name) => roots.some((root) => mayBe(name, root)));
  // Where a person moved the store, all sessions lie in it without folders.
  const files = [store, ...ofRoots.map((name) => join(store, name))].flatMap((folder) =>
    filesIn(folder, wanted),
  );
  return files.flatMap((file) => handleOf(file, request));
}

/** `--home-me-repo--` is what `/home/me/repo` and `/home/me-repo` become: only reading tells which. */
function mayBe(name: string, root: string): boolean {
  const written = `--${root.replace(/^\//, '').replaceAll(/[/\\:]/g, '-')}`;
  return root === '/' || name === `${written}--` || name.startsWith(`${written}-`);
}

function handleOf(
  { path, stamp, modifiedAt }: FoundFile,
  { roots, remembered }: Pick<FindRequest, 'roots' | 'remembered'>,
): readonly SessionHandle[] {
  const cwd = firstFolder(path, { remembered, isSession: () => true });
  if (cwd !== null && !isInRoots(cwd, roots)) return [];
  const name = basename(path, '.jsonl');
  const id = name.slice(name.indexOf('_') + 1);
  return [{ id, location: path, stamp, cwd, lastActivityAt: modifiedAt }];
}
