/** Sessions of Qwen Code: one file of lines each, below a folder that is named after the working directory. */
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
import { qwenFormat } from './read-record.ts';

export const qwenSessions: SessionSource = {
  engine: 'qwen',
  places,
  find: (request) => findInPlaces(request, (store) => Promise.resolve(handlesIn(store, request))),
  draft: (handle) =>
    draftOfLines({
      engine: 'qwen',
      path: handle.location,
      format: qwenFormat,
      known: { id: handle.id, cwd: handle.cwd },
      markers: [],
    }),
  entries: (handle) =>
    entriesOfLines(handle.location, () => Promise.resolve(qwenFormat), handle.cwd),
};

function places(where: SourceWhere): readonly SourcePlace[] {
  if (where.kind === 'run') return [{ path: join(where.home, 'projects') }];
  const { env } = where;
  const home = [env['QWEN_RUNTIME_DIR'], env['QWEN_HOME'], join(homeFolder(env), '.qwen')].find(
    (folder) => folder !== undefined && folder !== '',
  );
  return [{ path: join(home ?? '', 'projects') }];
}

function handlesIn(
  store: string,
  request: Pick<FindRequest, 'roots' | 'since' | 'remembered'>,
): readonly SessionHandle[] {
  const { roots, since } = request;
  const wanted = { fits: (name: string) => name.endsWith('.jsonl'), since };
  return foldersIn(store)
    .filter((name) => roots.some((root) => mayBe(name, root)))
    .flatMap((name) => filesIn(join(store, name, 'chats'), wanted))
    .flatMap((file) => handleOf(file, request));
}

/** `-home-me-repo` is what `/home/me/repo` and `/home/me-repo` become: only reading tells which. */
function mayBe(name: string, root: string): boolean {
  const written = root.replaceAll(/[^a-zA-Z0-9]/g, '-');
  return root === '/' || name === written || name.startsWith(`${written}-`);
}

function handleOf(
  { path, stamp, modifiedAt }: FoundFile,
  { roots, remembered }: Pick<FindRequest, 'roots' | 'remembered'>,
): readonly SessionHandle[] {
  const cwd = firstFolder(path, { remembered, isSession: () => true });
  if (cwd !== null && !isInRoots(cwd, roots)) return [];
  const id = basename(path, '.jsonl');
  return [{ id, location: path, stamp, cwd, lastActivityAt: modifiedAt }];
}
