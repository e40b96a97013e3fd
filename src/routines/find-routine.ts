/** Looking a routine up by its id. */
import { AppError } from '../words/errors.ts';
import { suggestId } from '../words/ids.ts';
import { closestWord, oneLine } from '../words/text.ts';
import type { Catalog, CatalogEntry } from './catalog.ts';

/**
 * The entry of a routine that can run.
 * @throws AppError `not-found` with the ids there are; `invalid-definition` when its file has problems
 */
export function findRoutine(catalog: Catalog, id: string): CatalogEntry & { kind: 'routine' } {
  const entry = findEntry(catalog, id);
  if (entry.kind === 'routine') return entry;
  const [first] = entry.problems;
  const more = entry.problems.length - 1;
  const where =
    first === undefined ? '' : `: ${first.file}:${first.line}:${first.column} ${first.message}`;
  throw new AppError('invalid-definition', {
    code: first?.code ?? 'invalid-definition',
    message: `routine ${entry.id} cannot be used${where}${more > 0 ? ` (and ${more} more)` : ''}`,
    hint: `${first === undefined ? '' : `${first.hint} `}See all of it: roundsman validate ${entry.file}`,
  });
}

/**
 * The entry of a routine, also of a broken one.
 * @throws AppError `not-found`
 */
export function findEntry(catalog: Catalog, id: string): CatalogEntry {
  const entry = catalog.entries.find((candidate) => candidate.id === id);
  if (entry !== undefined) return entry;
  throw new AppError('not-found', {
    code: 'unknown-routine',
    message: `there is no routine "${oneLine(id, 80)}"`,
    hint: knownRoutines(catalog, id),
  });
}

/** Which routines there are, the one that was likely meant first, and how one of that name is written. */
export function knownRoutines(catalog: Catalog, typed: string): string {
  const ids = [...new Set(catalog.entries.map((candidate) => candidate.id))];
  const asId = suggestId(typed);
  const near =
    asId !== null && ids.includes(asId)
      ? asId
      : (onlyBeginning(ids, typed) ?? closestWord(typed, ids));
  const list =
    ids.length === 0
      ? 'There is none in routines/ yet: roundsman init.'
      : `There are: ${ids.map((known) => oneLine(known, 80)).join(', ')}.`;
  const first = near === null ? '' : `Did you mean ${oneLine(near, 80)}? `;
  const write = asId === null || asId === near ? '' : ` To write a new one: roundsman new ${asId}`;
  return `${first}${list}${write}`;
}

/** `todo` is rather the beginning of `todo-sweep` than a slip. */
function onlyBeginning(ids: readonly string[], typed: string): string | null {
  const [only = null, ...others] = ids.filter((id) => id.startsWith(typed));
  return others.length === 0 && typed !== '' ? only : null;
}
