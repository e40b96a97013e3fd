/** A source whose sessions are one file of lines each, in folders that are named after working directories. */
import { basename } from 'node:path';

import type { FindRequest, SessionHandle, SessionSource } from '../contract.ts';
import { draftOfLines } from './draft-of-lines.ts';
import { entriesOfLines } from './entries-of-lines.ts';
import {
  firstFolder,
  filesIn,
  findInPlaces,
  foldersIn,
  isInRoots,
  type FoundFile,
} from './find-files.ts';
import type { LineFormat } from './line-format.ts';

export interface LineSourceForm extends Pick<SessionSource, 'engine' | 'places'> {
  readonly format: LineFormat;
  /** Whether a folder of that name may be of sessions below `root`: names fall together, so that only reading tells. */
  readonly mayBe: (name: string, root: string) => boolean;
  /** Where files lie, from the folders of a store that may be meant. */
  readonly foldersOf: (store: string, names: readonly string[]) => readonly string[];
  /** @param name of the file, without its ending */
  readonly idOf: (name: string) => string;
}

type Wanted = Pick<FindRequest, 'roots' | 'since' | 'remembered'>;

export function lineSource(form: LineSourceForm): SessionSource {
  const { engine, places, format } = form;
  return {
    engine,
    places,
    find: (request) =>
      findInPlaces(request, (store) => Promise.resolve(handlesIn(form, store, request))),
    draft: ({ id, location, cwd }) =>
      draftOfLines({ engine, path: location, format, known: { id, cwd }, markers: [] }),
    entries: ({ location, cwd }) => entriesOfLines(location, () => Promise.resolve(format), cwd),
  };
}

function handlesIn(form: LineSourceForm, store: string, request: Wanted): readonly SessionHandle[] {
  const { roots, since } = request;
  const wanted = { fits: (name: string) => name.endsWith('.jsonl'), since };
  const names = foldersIn(store).filter((name) => roots.some((root) => form.mayBe(name, root)));
  return form
    .foldersOf(store, names)
    .flatMap((folder) => filesIn(folder, wanted))
    .flatMap((file) => handleOf(form, file, request));
}

function handleOf(
  { idOf }: LineSourceForm,
  { path, stamp, modifiedAt }: FoundFile,
  { roots, remembered }: Wanted,
): readonly SessionHandle[] {
  const cwd = firstFolder(path, { remembered, isSession: () => true });
  if (cwd !== null && !isInRoots(cwd, roots)) return [];
  const id = idOf(basename(path, '.jsonl'));
  return [{ id, location: path, stamp, cwd, lastActivityAt: modifiedAt }];
}
