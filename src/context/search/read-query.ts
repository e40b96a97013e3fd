/** A question that came from outside, bounded; what is not a question is `null`. Pure. */
import { isRecord } from '../../platform/json.ts';
import { isRoutineId } from '../../words/ids.ts';
import { SEARCH_KINDS, type SearchAnswer, type SearchQuery } from './contract.ts';
import { splitWords } from './split-words.ts';

export const MOST_HITS = 200;
const MOST_WORDS = 1_000;

export function readSearchQuery(value: unknown): SearchQuery | null {
  if (!isRecord(value) || typeof value['words'] !== 'string') return null;
  const { kinds, routine, limit } = value;
  const named = Array.isArray(kinds) ? kinds : [];
  return {
    words: value['words'].slice(0, MOST_WORDS),
    kinds: SEARCH_KINDS.filter((kind) => named.includes(kind)),
    routine: typeof routine === 'string' && isRoutineId(routine) ? routine : null,
    from: instantOf(value['from']),
    to: instantOf(value['to']),
    limit:
      typeof limit === 'number' && limit >= 1 ? Math.min(MOST_HITS, Math.floor(limit)) : MOST_HITS,
  };
}

/** From a daemon of ours, over its socket. */
export function isSearchAnswer(value: unknown): value is SearchAnswer {
  return (
    isRecord(value) &&
    Array.isArray(value['hits']) &&
    Array.isArray(value['missing']) &&
    typeof value['total'] === 'number' &&
    typeof value['documents'] === 'number' &&
    'suggestion' in value
  );
}

function instantOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 40) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

// What a question asks for, in terms. Pure.
export interface SearchWords {
  /** All of them are to be there, as they stand, begun, or with a slip. */
  readonly needed: readonly string[];
  /** Whole words of code whose parts are needed: whatever has them is nearer. */
  readonly welcome: readonly string[];
}

const MOST_CHARACTERS = 1_000;
/** Bits of a number. */
const MOST_NEEDED = 30;

export function readSearchWords(text: string): SearchWords {
  const needed = new Set<string>();
  const welcome = new Set<string>();
  for (const { whole, parts } of splitWords(text.slice(0, MOST_CHARACTERS))) {
    if (whole !== null) welcome.add(whole);
    // A hump that is within a longer part says nothing that the humps do not.
    for (const part of parts) needed.add(part);
  }
  return {
    needed: [...needed].slice(0, MOST_NEEDED),
    welcome: [...welcome].filter((word) => !needed.has(word)).slice(0, MOST_NEEDED),
  };
}
