/** From what a person typed to the id of a routine. Pure. */
import { isRoutineId, type RoutineId } from './ids.ts';

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
