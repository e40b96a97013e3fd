/** Fields of answers that others made: what is not of its kind is not there. Pure. */
import { isRecord } from '../platform/json.ts';
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { stripControls } from '../words/text.ts';
import { FORGE_LIMITS } from './contract.ts';

export function fieldOf(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (!isRecord(found)) return undefined;
    found = found[name];
  }
  return found;
}

/** Empty where there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = fieldOf(value, ...path);
  return typeof found === 'string' ? stripControls(found).slice(0, FORGE_LIMITS.text) : '';
}

/** As it is, for what is written back. */
export function rawTextAt(value: unknown, ...path: readonly string[]): string {
  const found = fieldOf(value, ...path);
  return typeof found === 'string' ? found : '';
}

export function numberAt(value: unknown, ...path: readonly string[]): number | null {
  const found = fieldOf(value, ...path);
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : null;
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = fieldOf(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function isTrueAt(value: unknown, ...path: readonly string[]): boolean {
  return fieldOf(value, ...path) === true;
}

export function shaAt(value: unknown, ...path: readonly string[]): CommitSha | null {
  const found = fieldOf(value, ...path);
  return typeof found === 'string' && isCommitSha(found) ? found : null;
}

/** An http address for people; empty where it is none. */
export function webAt(value: unknown, ...path: readonly string[]): string {
  const found = textAt(value, ...path);
  if (!URL.canParse(found)) return '';
  const { protocol, href } = new URL(found);
  return (protocol === 'https:' || protocol === 'http:') && href.length <= 500 ? href : '';
}
