/** One note in full: what it says, what it said, what speaks against it, and how old it is. */
import { AppError } from '../../words/errors.ts';
import { type Note, type NoteKind, noteLetter } from '../../words/note.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { conflictsWith } from '../note-conflicts.ts';
import { writeNoteText } from '../note-text.ts';
import { countCommits } from './count-commits.ts';
import { type NoteView, toNoteView } from './note-view.ts';

// What changed between two texts, line by line. Pure; quadratic, so for texts of a page or two.

interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Of each text; what comes after is taken as one line. */
const MOST_LINES = 400;

export function diffLines(before: string, after: string): readonly DiffLine[] {
  const old = linesOf(before);
  const now = linesOf(after);
  const common = commonLengths(old, now);
  const out: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]];
    if (left !== undefined && left === right) {
      out.push({ sign: ' ', text: left });
      i += 1;
      j += 1;
    } else if (
      left !== undefined &&
      (right === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))
    ) {
      out.push({ sign: '-', text: left });
      i += 1;
    } else {
      out.push({ sign: '+', text: right ?? '' });
      j += 1;
    }
  }
  return out;
}

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  return lines.length <= MOST_LINES
    ? lines
    : [...lines.slice(0, MOST_LINES), lines.slice(MOST_LINES).join(' ')];
}

/** `[i][j]`: how many lines the two have in common from there on, in order. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly number[][] {
  const table = Array.from({ length: old.length + 1 }, () =>
    Array.from({ length: now.length + 1 }, () => 0),
  );
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = table[i] ?? [];
      row[j] =
        old[i] === now[j]
          ? (table[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

export interface ShownNote {
  readonly note: NoteView;
  /** From each version to the next, oldest first; empty while there is one. */
  readonly changes: readonly NoteChange[];
}

export interface NoteChange {
  /** Counted from 1: of the version that came of it. */
  readonly version: number;
  readonly by: string;
  readonly at: string;
  readonly lines: readonly DiffLine[];
}

export async function showNote(
  workspace: Workspace,
  { kind, text }: { readonly kind: NoteKind; readonly text: string },
): Promise<ShownNote> {
  const every = await workspace.notes.list();
  const note = findNote(every, { kind, text });
  const view = toNoteView(note, {
    now: workspace.clock.now(),
    commits: await countCommits(workspace, note),
    conflicts: isOver(note) ? [] : conflictsWith(note, every),
  });
  return { note: view, changes: changesOf(note) };
}

/** By `D-3`, `d-3` or `3`; never by a part: `D-1` is not `D-12`. Throws `not-found`. */
export function findNote(
  notes: readonly Note[],
  { kind, text }: { readonly kind: NoteKind; readonly text: string },
): Note {
  const letter = noteLetter(kind);
  const typed = /^\d+$/.test(text.trim()) ? `${letter}-${text.trim()}` : text.trim().toUpperCase();
  const found = notes.find((note) => note.kind === kind && note.id === typed);
  if (found !== undefined) return found;
  const other = notes.find((note) => note.id === typed);
  if (other !== undefined) {
    throw new AppError('not-found', {
      code: 'other-kind',
      message: `${other.id} is ${other.kind === 'decision' ? 'a decision' : 'knowledge'}`,
      hint: `roundsman ${other.kind === 'decision' ? 'decisions' : 'knowledge'} show ${other.id}`,
    });
  }
  const noun = kind === 'decision' ? 'decision' : 'knowledge';
  throw new AppError('not-found', {
    code: `${noun}-unknown`,
    message: `no ${noun} matches "${oneLine(text, 80)}"`,
    hint: `\`roundsman ${kind === 'decision' ? 'decisions' : 'knowledge'} --all\` lists them.`,
  });
}

/** What counts no longer contradicts nothing. */
function isOver({ state }: Note): boolean {
  return state === 'rejected' || state === 'retired';
}

function changesOf({ versions }: Note): readonly NoteChange[] {
  return versions.slice(1).flatMap((version, index) => {
    const before = versions[index];
    if (before === undefined) return [];
    const { by, at } = version;
    return [
      {
        version: index + 2,
        by,
        at,
        lines: diffLines(writeNoteText(before), writeNoteText(version)),
      },
    ];
  });
}
