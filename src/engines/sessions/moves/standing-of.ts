/** How a session stands by the moves at its end. */
import type { Standing } from '../contract.ts';
import { wholeWords } from '../whole-words.ts';
import type { Move, ToolCall } from './move.ts';
import { doingOf } from './tool-call.ts';

export interface LastMoves {
  /** Oldest first; what stands before them need not be there. */
  readonly moves: readonly Move[];
  /** Something that cannot be read stands after the last of them: it may be the end of what they began. */
  readonly tornAfter: boolean;
}

export function standingOf({ moves, tornAfter }: LastMoves): Standing {
  const standing = follow(moves);
  if (!tornAfter) return standing;
  // What was begun may have ended in what cannot be read; a word of the engine that it ended stays one.
  if (standing.kind === 'closed') return standing;
  return { kind: 'unclear', why: 'the last thing that its engine wrote cannot be read' };
}

function follow(moves: readonly Move[]): Standing {
  const open = new Map<string, ToolCall>();
  let rest: Standing = { kind: 'unclear', why: 'its state cannot be told from its end' };
  let waitsOn: string | null = null;
  let said: string | null = null;
  for (const move of moves) {
    switch (move.kind) {
      case 'asked':
        // Whatever was under way before died with the process that did it.
        open.clear();
        waitsOn = null;
        rest = { kind: 'model', doing: null };
        break;
      case 'said':
        said = wholeWords(move.text);
        rest = { kind: 'turn-over', said };
        break;
      case 'called':
        open.set(move.id, move.call);
        break;
      case 'returned':
        open.delete(move.id);
        rest = { kind: 'model', doing: null };
        break;
      case 'model':
        rest = { kind: 'model', doing: null };
        break;
      case 'waits':
        waitsOn = move.on;
        break;
      case 'over':
        open.clear();
        waitsOn = null;
        rest = { kind: 'turn-over', said };
        break;
      case 'closed':
        open.clear();
        waitsOn = null;
        rest = { kind: 'closed' };
        break;
      case 'hidden-tool':
        rest = { kind: 'tool', doing: 'using a tool' };
        break;
      case 'perhaps-over':
        rest = { kind: 'unclear', why: move.why };
        break;
      case 'thought':
      case 'steps':
        break;
    }
  }
  if (waitsOn !== null) return { kind: 'asks', what: waitsOn };
  const call = [...open.values()].at(-1);
  if (call === undefined) return rest;
  return call.question === null
    ? { kind: 'tool', doing: doingOf(call) }
    : { kind: 'asks', what: call.question };
}
