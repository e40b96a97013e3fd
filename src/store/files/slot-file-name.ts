/**
 * Names of slot files: safe whatever the key holds, never too long, and apart also where the file system takes
 * `a` and `A` for one letter. Readable as far as that goes; what tells them apart is the hash.
 */
import { sha256 } from '../../platform/hash.ts';
import type { RoutineId, SlotKey } from '../../words/ids.ts';

const READABLE = 60;
const NAME = /^[a-z0-9][a-z0-9-]*\.[a-z0-9-]*\.[0-9a-f]{24}\.json$/;
const INSTANT =
  /\.at-([0-9]{4}-[0-9]{2}-[0-9]{2})t([0-9]{2})-([0-9]{2})-([0-9]{2})-([0-9]{3})z\.[^.]*\.json$/;

/** `todo-sweep.at-2026-11-21t02-00-00-000z.3fa9c1….json`, at most 153 characters. */
export function slotFileName(routine: RoutineId, key: SlotKey): string {
  const readable = key
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .slice(0, READABLE);
  return `${routine}.${readable}.${sha256(`${routine}\n${key}`).slice(0, 24)}.json`;
}

export function isSlotFileName(name: string): boolean {
  return NAME.test(name);
}

/** Beginning of the names of a routine's files. */
export function filePrefixOf(routine: RoutineId): string {
  return `${routine}.`;
}

/** When an `at:` slot is scheduled for, ISO 8601, without opening it; `null` for any other. */
export function instantOfName(name: string): string | null {
  const [, day, hour, minute, second, ms] = INSTANT.exec(name) ?? [];
  return day === undefined ? null : `${day}T${hour}:${minute}:${second}.${ms}Z`;
}
