/** From moves to a transcript: a tool with its end in one entry, in the order in which things began. */
import type { TranscriptEntry } from '../transcript.ts';
import type { Move } from './move.ts';

type Said = TranscriptEntry | 'unreadable';

/** Twice what is told in the end: what is cleaned out of it, a secret that the cut would go through among it, is shorter then. */
const MAX_OUTPUT = 4_000;
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
  const held = heldEntries();
  return {
    take: (move) => {
      if (move === 'unreadable') return held.add(move);
      switch (move.kind) {
        case 'asked':
          // Whatever was under way before died with the process that did it.
          return [...held.all(), { kind: 'asked', text: move.text.trim(), at: move.at }];
        case 'said':
        case 'thought':
          return held.add(
            { kind: move.kind, text: move.text.trim(), at: move.at },
            move.text.length,
          );
        case 'steps':
          return held.list({ kind: 'steps', steps: move.steps, at: move.at });
        case 'called':
          return held.begin(move);
        case 'returned':
          return held.end(move);
        case 'model':
        case 'waits':
        case 'over':
        case 'closed':
        case 'hidden-tool':
        case 'perhaps-over':
          return [];
      }
    },
    rest: held.all,
  };
}

type Called = Extract<Move, { readonly kind: 'called' }>;
type Returned = Extract<Move, { readonly kind: 'returned' }>;

interface HeldEntries {
  add(entry: Said, characters?: number): readonly Said[];
  /** Not when the call before it has one: that comes with its end. */
  list(steps: TranscriptEntry): readonly Said[];
  begin(call: Called): readonly Said[];
  end(end: Returned): readonly Said[];
  readonly all: () => readonly Said[];
}

/** Entries in order; from the first call on that has not returned they wait for its end. */
function heldEntries(): HeldEntries {
  let held: (Said | Called)[] = [];
  const open = new Set<string>();
  let characters = 0;
  const all = (): readonly Said[] => {
    const told = held.flatMap((each): readonly Said[] =>
      isCall(each) ? ended(each, null) : [each],
    );
    held = [];
    characters = 0;
    open.clear();
    return told;
  };
  const settled = (): readonly Said[] => {
    const isMuch = held.length > MAX_HELD || characters > MAX_HELD_CHARACTERS;
    return open.size === 0 || isMuch ? all() : [];
  };
  return {
    add: (entry, length = 0) => {
      if (held.length === 0) return [entry];
      held.push(entry);
      characters += length;
      return settled();
    },
    list: (steps) => {
      const before = held.at(-1);
      if (before !== undefined && isCall(before) && before.call.steps !== null) return [];
      held.push(steps);
      return settled();
    },
    begin: (call) => {
      held.push(call);
      open.add(call.id);
      return settled();
    },
    end: (end) => {
      open.delete(end.id);
      const [first] = held;
      // Mostly it is the only one: this is done for every call.
      if (held.length === 1 && first !== undefined && isCall(first) && first.id === end.id) {
        held = [];
        return ended(first, end);
      }
      held = held.flatMap((each): readonly (Said | Called)[] =>
        isCall(each) && each.id === end.id ? ended(each, end) : [each],
      );
      return settled();
    },
    all,
  };
}

function isCall(entry: Said | Called): entry is Called {
  return entry !== 'unreadable' && entry.kind === 'called';
}

/** @param end `null`: it has none */
function ended({ call, at }: Called, end: Returned | null): readonly TranscriptEntry[] {
  const { name, summary, act, steps } = call;
  const tool: TranscriptEntry = {
    kind: 'tool',
    name,
    summary,
    act,
    files:
      end === null || end.files.length === 0
        ? call.files
        : [...new Set([...call.files, ...end.files])],
    ok: end?.ok ?? null,
    output: end === null || end.output === null ? null : end.output.slice(-MAX_OUTPUT),
    at,
  };
  // Also of a list that was refused: it says what the agent means to do.
  return steps === null ? [tool] : [tool, { kind: 'steps', steps, at }];
}
