/** The draft of a session that is a file of lines, read from its ends. */
import { systemErrorCode } from '../../../platform/system-error.ts';
import type { Fields } from '../../stream-fields.ts';
import {
  type DraftRead,
  ENDS,
  type LiveMarker,
  type SessionDraft,
  type Standing,
} from '../contract.ts';
import { type EndLimits, type Ends, type EndsRead, readEnds, recordOf } from '../ends.ts';
import type { Move, ToolCall } from '../moves/move.ts';
import { doingOf } from '../moves/tool-call.ts';
import { wholeWords } from '../whole-words.ts';
import type { About, LineFormat } from './line-format.ts';
import { joined, readRecords, type RecordsRead } from './read-records.ts';

// How a session stands by the moves at its end.

interface LastMoves {
  /** Oldest first; what stands before them need not be there. */
  readonly moves: readonly Move[];
  /** Something that cannot be read stands after the last of them: it may be the end of what they began. */
  readonly tornAfter: boolean;
}

function standingOf({ moves, tornAfter }: LastMoves): Standing {
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

const MAX_FILES = 50;

/** Files that were changed, as their engine named them, newest first; of a call that failed none. */
function filesOf(moves: readonly Move[]): readonly string[] {
  const failed = new Set<string>();
  for (const move of moves) if (move.kind === 'returned' && !move.ok) failed.add(move.id);
  const files = new Set<string>();
  for (const move of moves.toReversed()) {
    if (move.kind === 'returned' && move.ok) for (const file of move.files) files.add(file);
    if (move.kind !== 'called' || failed.has(move.id)) continue;
    for (const file of move.call.files) files.add(file);
    if (files.size >= MAX_FILES) break;
  }
  return [...files].slice(0, MAX_FILES);
}

export interface LineSession {
  readonly engine: SessionDraft['engine'];
  readonly path: string;
  readonly format: LineFormat;
  /** What is known of it besides its lines, which count more; but for the id, which its file is found by. */
  readonly known: About;
  readonly markers: readonly LiveMarker[];
  readonly limits?: EndLimits;
}

export async function draftOfLines(session: LineSession): Promise<DraftRead> {
  const read = await endsRead(session.path, session.limits ?? ENDS);
  if (read.kind === 'nothing') return unreadable('it is gone');
  if (read.kind === 'refused') return unreadable(read.reason);
  const { head, tail } = readBoth(read, session);
  const { bytesRead } = read;
  if (head.understood + tail.understood === 0) {
    return { kind: 'unreadable', detail: 'no line of it is in a form that is known', bytesRead };
  }
  return {
    kind: 'draft',
    draft: draftFrom({
      engine: session.engine,
      about: {
        ...joined(joined(session.known, head.about), tail.about),
        ...(session.known.id === undefined ? {} : { id: session.known.id }),
      },
      first: head.moves,
      last: tail,
      lastActivityAt: read.modifiedAt,
      markers: session.markers,
    }),
    bytesRead,
  };
}

export interface DraftParts {
  readonly engine: SessionDraft['engine'];
  readonly about: About;
  /** From its beginning. */
  readonly first: readonly Move[];
  /** Up to its end. */
  readonly last: Pick<RecordsRead, 'moves' | 'tornAfter' | 'unknownAfter'>;
  /** Epoch milliseconds. */
  readonly lastActivityAt: number;
  readonly markers: readonly LiveMarker[];
}

export function draftFrom(parts: DraftParts): SessionDraft {
  const { engine, about, first, last, lastActivityAt, markers } = parts;
  const prompt = firstPrompt(first) ?? firstPrompt(last.moves);
  return {
    id: wholeWords(about.id ?? ''),
    engine,
    cwd: about.cwd ?? null,
    branch: about.branch ?? null,
    title: wholeWords(about.title ?? prompt ?? '') || 'without a title',
    startedAt: momentOf(about.startedAt ?? null),
    lastActivityAt: new Date(lastActivityAt).toISOString(),
    standing: standingIn(last),
    filesTouched: filesOf(last.moves),
    markers,
  };
}

function standingIn({ moves, tornAfter, unknownAfter }: DraftParts['last']): Standing {
  const standing = standingOf({ moves, tornAfter });
  const isBusy = standing.kind === 'tool' || standing.kind === 'asks';
  // It may be the end of it, in a form that is new.
  if (isBusy && unknownAfter)
    return { kind: 'unclear', why: 'the last thing that its engine wrote is in an unknown form' };
  return standing;
}

function firstPrompt(moves: readonly Move[]): string | null {
  for (const move of moves) if (move.kind === 'asked' && move.text.trim() !== '') return move.text;
  return null;
}

/** ISO 8601; `null` for what is not a moment. */
export function momentOf(text: string | number | null): string | null {
  if (text === null) return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

function readBoth(
  ends: Ends,
  { format, known }: LineSession,
): { readonly head: RecordsRead; readonly tail: RecordsRead } {
  const reader = format.reader();
  const survey = format.survey?.();
  for (const line of ends.tail) survey?.see(line);
  if (ends.unfinished !== null) survey?.see(ends.unfinished);
  const keeps = survey?.keeps() ?? (() => true);
  const cwd = known.cwd ?? null;
  const tailRecords = [...recordsOf(ends.tail), ...recordsOf([ends.unfinished ?? ''])];
  if (ends.whole) {
    const all = readRecords(tailRecords, { reader, keeps, cwd });
    return { head: all, tail: all };
  }
  const head = readRecords(recordsOf(ends.head), { reader, keeps: () => true, cwd });
  const request = { reader: format.reader(), keeps, cwd: head.about.cwd ?? cwd };
  const tail = readRecords(tailRecords, request);
  // Its last line is longer than what was read of the end.
  const lost = ends.tail.length === 0 && tail.moves.length === 0;
  return { head, tail: lost ? { ...tail, tornAfter: true } : tail };
}

function recordsOf(lines: readonly string[]): readonly (Fields | 'unreadable')[] {
  return lines.filter((line) => line.trim() !== '').map((line) => recordOf(line));
}

async function endsRead(path: string, limits: EndLimits): Promise<EndsRead> {
  try {
    return await readEnds(path, limits);
  } catch (thrown) {
    return {
      kind: 'refused',
      reason: `it cannot be read (${systemErrorCode(thrown) ?? 'unknown error'})`,
    };
  }
}

function unreadable(detail: string): DraftRead {
  return { kind: 'unreadable', detail, bytesRead: 0 };
}
