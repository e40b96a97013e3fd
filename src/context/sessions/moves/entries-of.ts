/** From moves to a transcript: a tool with its end in one entry, in the order in which things began. */
import { stripControls } from '../../../domain/text.ts';
import type { TranscriptEntry } from '../../../domain/transcript.ts';
import type { Move, ToolCall } from './move.ts';

type Said = TranscriptEntry | 'unreadable';

const MAX_OUTPUT = 2_000;
/** So much waits for the end of a tool at most; then it counts as one that has none. */
const MAX_HELD = 200;
const MAX_HELD_CHARACTERS = 4_000_000;

export interface EntryMaker {
  /** What can be told now. */
  take(move: Move | 'unreadable'): readonly Said[];
  /** What is left when nothing follows. */
  rest(): readonly Said[];
}

export function entryMaker(): EntryMaker {
  // Entries in order; those of calls that have not returned are still open.
  let held: (
    | Said
    | { readonly open: string; readonly call: ToolCall; readonly at: string | null }
  )[] = [];
  const open = new Set<string>();
  let characters = 0;
  const flush = (): readonly Said[] => {
    const told = held.map((each) =>
      typeof each === 'object' && 'open' in each ? ended(each.call, each.at, null) : each,
    );
    held = [];
    characters = 0;
    open.clear();
    return told;
  };
  const settle = (): readonly Said[] =>
    open.size === 0 || held.length > MAX_HELD || characters > MAX_HELD_CHARACTERS ? flush() : [];
  return {
    take: (move) => {
      if (move === 'unreadable') {
        held.push(move);
        return settle();
      }
      switch (move.kind) {
        case 'asked': {
          const before = flush();
          return [...before, { kind: 'asked', text: move.text, at: move.at }];
        }
        case 'said':
        case 'thought':
          held.push({ kind: move.kind, text: move.text, at: move.at });
          characters += move.text.length;
          return settle();
        case 'steps':
          held.push({ kind: 'steps', steps: move.steps, at: move.at });
          return settle();
        case 'called':
          held.push({ open: move.id, call: move.call, at: move.at });
          open.add(move.id);
          return held.length > MAX_HELD ? flush() : [];
        case 'returned':
          open.delete(move.id);
          held = held.map((each) =>
            typeof each === 'object' && 'open' in each && each.open === move.id
              ? ended(each.call, each.at, move)
              : each,
          );
          return settle();
        case 'model':
        case 'waits':
        case 'over':
        case 'closed':
        case 'hidden-tool':
        case 'perhaps-over':
          return [];
      }
    },
    rest: flush,
  };
}

/** @param end `null`: it has none */
function ended(
  call: ToolCall,
  at: string | null,
  end: Extract<Move, { readonly kind: 'returned' }> | null,
): TranscriptEntry {
  const { name, summary, act } = call;
  return {
    kind: 'tool',
    name,
    summary,
    act,
    files: [...new Set([...call.files, ...(end?.files ?? [])])],
    ok: end?.ok ?? null,
    output: end === null || end.output === null ? null : endOf(end.output),
    at,
  };
}

/** The last of it, which says how it went. */
function endOf(output: string): string {
  // Cut first: an output may be a megabyte, and what is stripped only makes it shorter.
  return stripControls(output.slice(-4 * MAX_OUTPUT)).slice(-MAX_OUTPUT);
}
