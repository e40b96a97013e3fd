import { isRecord } from './json.ts';

/** `ENOENT`, `EEXIST`, … of a thrown value; `null` for anything else. */
export function systemErrorCode(thrown: unknown): string | null {
  return isRecord(thrown) && typeof thrown['code'] === 'string' ? thrown['code'] : null;
}
