/** The id and the first name of a routine that is to be written. Pure. */
import { AppError } from '../../../words/errors.ts';
import { isRoutineId, type RoutineId } from '../../../words/ids.ts';
import { suggestId } from '../../../words/suggest-id.ts';
import { oneLine } from '../../../words/text.ts';

/** Throws `usage` with the nearest id that is one. */
export function readNewId(text: string): RoutineId {
  if (isRoutineId(text)) return text;
  const near = suggestId(text);
  const rule = 'lower-case letters, digits and hyphens, at most 63';
  throw new AppError('usage', {
    code: 'bad-id',
    message: `"${oneLine(text, 80)}" cannot be the id of a routine: an id has ${rule}`,
    hint:
      near === null
        ? 'For example: roundsman new nightly-sweep'
        : `For example: roundsman new ${near}`,
  });
}

/** `docs-check` → `Docs check`: a first name that people can read. */
export function titleOf(id: RoutineId): string {
  const words = id.replaceAll('-', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
