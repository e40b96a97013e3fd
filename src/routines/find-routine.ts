/** Looking a routine up by its id. */
import { closestWord } from '../domain/closest-word.ts';
import { AppError } from '../domain/errors.ts';
import { oneLine } from '../domain/text.ts';
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

/** Which routines there are, the nearest to what was typed first. */
export function knownRoutines(catalog: Catalog, id: string): string {
  const ids = [...new Set(catalog.entries.map((candidate) => candidate.id))];
  const near = closestWord(id, ids);
  const list =
    ids.length === 0
      ? 'There is none in routines/ yet; `roundsman init` writes some.'
      : `There are: ${ids.map((known) => oneLine(known, 80)).join(', ')}.`;
  return near === null ? list : `Did you mean ${oneLine(near, 80)}? ${list}`;
}
