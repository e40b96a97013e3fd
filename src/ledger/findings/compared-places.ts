/** How near to each other the places of two findings are. Pure. */
import type { FindingLocation } from '../../words/finding.ts';

/** Lines that a place may have moved by while its symbol was renamed. */
const RENAMED_WITHIN = 3;
const NEAR_LINES = 10;

export type Places = 'place' | 'file' | 'nowhere' | 'half' | 'elsewhere';

export function placesOf(a: FindingLocation | null, b: FindingLocation | null): Places {
  if (a === null && b === null) return 'nowhere';
  if (a === null || b === null) return 'half';
  if (a.path !== b.path) return 'elsewhere';
  const apart = Math.abs(a.line - b.line);
  if (a.symbol === b.symbol) return a.symbol !== null || apart <= NEAR_LINES ? 'place' : 'file';
  return apart <= RENAMED_WITHIN ? 'place' : 'file';
}

export function fileName(path: string): string {
  return path.split('/').at(-1) ?? path;
}
