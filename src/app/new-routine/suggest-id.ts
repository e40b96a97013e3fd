/** From what a person typed to the id of a routine. Pure. */
import { AppError } from '../../domain/errors.ts';
import { isRoutineId, type RoutineId } from '../../domain/ids.ts';
import { oneLine } from '../../domain/text.ts';

/** The nearest id to a name, a path or a title; `null` when nothing of it can stand in one. */
export function suggestId(text: string): RoutineId | null {
  const name = text.slice(text.replace(/\/+$/, '').lastIndexOf('/') + 1).replace(/\.ya?ml$/i, '');
  const id = name
    .slice(0, 500)
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 63)
    .replace(/-+$/, '');
  return isRoutineId(id) ? id : null;
}

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
