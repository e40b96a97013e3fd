/**
 * Where in its stretch a scattered schedule falls. It depends on nothing but the routine's id and the
 * workspace's written name, so that it is the same on every machine and every day, another routine never
 * moves it, and a routine that many repositories share does not start in all of them at once. The name of
 * the folder does not count: it differs from checkout to checkout.
 */
import { sha256 } from '../../platform/hash.ts';
import type { WorkspaceConfig } from '../definition-context.ts';

/** What the place is reckoned from; one text a routine. */
export type ScatterKey = string;

export function scatterKey(id: string, workspace: Pick<WorkspaceConfig, 'name' | 'lines'>): string {
  return workspace.lines.name === null ? id : `${workspace.name}/${id}`;
}

/** A whole number from 0 to `size` - 1. */
export function scatter(key: ScatterKey, size: number): number {
  // 48 bits: the remainder favours no place by anything that could be seen.
  return Number.parseInt(sha256(key).slice(0, 12), 16) % size;
}
