import { closestWord } from '../domain/closest-word.ts';
import { AppError } from '../domain/errors.ts';
import type { Problem } from '../domain/problem.ts';
import type { Routine } from '../domain/routine.ts';
import { oneLine, plural } from '../domain/text.ts';
import type { Catalog, CatalogEntry } from './definitions.ts';

/** The entry of that id, broken or not. Throws `not-found` with the nearest one. */
export function findEntry(catalog: Catalog, id: string): CatalogEntry {
  const found = catalog.entries.find((entry) => entry.id === id);
  if (found !== undefined) return found;
  const ids = catalog.entries.map((entry) => entry.id);
  const nearest = closestWord(id, ids);
  throw new AppError('not-found', {
    code: 'routine-unknown',
    message: `there is no routine "${oneLine(id, 80)}"`,
    hint:
      nearest !== null
        ? `Did you mean ${nearest}?`
        : ids.length === 0
          ? 'There are none here yet; `roundsman init` writes a first one.'
          : `There are: ${ids.join(', ')}.`,
  });
}

/** The routine of an entry. Throws `invalid-definition` with every problem when it is broken. */
export function soundRoutine(entry: CatalogEntry): Routine {
  if (entry.routine !== null && entry.problems.length === 0) return entry.routine;
  throw new AppError('invalid-definition', {
    code: 'invalid-definition',
    message: `the definition of ${entry.id} has ${plural(entry.problems.length, 'problem')}\n${entry.problems.map(problemLine).join('\n')}`,
    hint: 'Mend it and look again: `roundsman validate`.',
  });
}

function problemLine({ file, line, column, message, hint }: Problem): string {
  const advice = hint === '' ? '' : `\n    ${hint}`;
  return `  ${file}:${line}:${column}  ${message}${advice}`;
}
