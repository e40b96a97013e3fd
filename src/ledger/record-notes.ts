/**
 * Enters what a run decided and learnt as notes for a person to approve. Safe to repeat: a line that is entered stays as it
 * is. What was proposed before, by whichever run, is told and not proposed again.
 */
import type { DecisionLine, KnowledgeLine } from '../engines/agent-contract.ts';
import type { Exclusively, NoteStore } from '../store/ports.ts';
import { shortIdOf } from '../words/ids.ts';
import type { Note, NoteKind, NoteVersion } from '../words/note.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { oneLine, plural } from '../words/text.ts';
import { findSameNote } from './note-text.ts';

/** The maximum of one kind by one run: more would not be read in the morning. */
export const MOST_NOTES_A_RUN = 20;
/** The maximum of one kind that wait for a person; each approval or rejection makes room. */
const MOST_WAITING = 500;

export interface RecordNotesRequest {
  readonly notes: NoteStore;
  readonly exclusively: Exclusively;
  readonly spec: Pick<RunSpec, 'id' | 'routine'>;
  /** The engine's, when it had one. */
  readonly session: string | null;
  readonly decisions: readonly DecisionLine[];
  readonly knowledge: readonly KnowledgeLine[];
  /** ISO 8601. */
  readonly now: string;
}

export interface RecordedNotes {
  /** Of this run, in the order of their lines. */
  readonly notes: readonly Note[];
  /** What was not entered and why, one plain sentence each. */
  readonly told: readonly string[];
}

export async function recordNotes(request: RecordNotesRequest): Promise<RecordedNotes> {
  const lines = [
    ...linesOf('decision', request.decisions.map(textOfDecision)),
    ...linesOf('knowledge', request.knowledge.map(textOfKnowledge)),
  ];
  if (lines.length === 0) return { notes: [], told: [] };
  return request.exclusively(async () => {
    const known = [...(await request.notes.list())];
    const recorded: Note[] = [];
    const told: string[] = [];
    const left = new Map<NoteKind, number>();
    for (const line of lines) {
      const entered = known.find((note) => isOfLine(note, request.spec.id, line.key));
      if (entered !== undefined) {
        recorded.push(entered);
        continue;
      }
      const ofKind = known.filter(({ kind }) => kind === line.kind);
      const same = findSameNote(line.text, ofKind);
      if (same !== null) {
        told.push(sameWords(line, same));
      } else if (isFull(line.kind, { recorded, ofKind })) {
        left.set(line.kind, (left.get(line.kind) ?? 0) + 1);
      } else {
        const note = await request.notes.create(noteOf(request, line));
        known.push(note);
        recorded.push(note);
      }
    }
    return { notes: recorded, told: [...told, ...[...left].map(leftWords)] };
  });
}

interface LineText extends Pick<NoteVersion, 'title' | 'text' | 'reason' | 'paths'> {
  readonly replaces: string | null;
}

interface NoteLine {
  readonly kind: NoteKind;
  readonly key: string;
  readonly text: LineText;
}

function linesOf(kind: NoteKind, texts: readonly LineText[]): readonly NoteLine[] {
  const file = kind === 'decision' ? 'decisions.jsonl' : 'knowledge.jsonl';
  return texts.map((text, index) => ({ kind, key: `${file} ${index + 1}`, text }));
}

function textOfDecision({ title, decision, reason, paths, replaces }: DecisionLine): LineText {
  return { title, text: decision, reason, paths: paths ?? [], replaces: replaces ?? null };
}

function textOfKnowledge({ title, text, paths, replaces }: KnowledgeLine): LineText {
  return { title, text, reason: '', paths, replaces: replaces ?? null };
}

function isOfLine({ origin }: Note, run: RunSpec['id'], key: string): boolean {
  return origin.run === run && origin.line === key;
}

function isFull(
  kind: NoteKind,
  { recorded, ofKind }: { readonly recorded: readonly Note[]; readonly ofKind: readonly Note[] },
): boolean {
  const own = recorded.filter((note) => note.kind === kind).length;
  const waiting = ofKind.filter(({ state }) => state === 'proposed').length;
  return own >= MOST_NOTES_A_RUN || waiting >= MOST_WAITING;
}

function noteOf({ spec, session, now }: RecordNotesRequest, line: NoteLine): Omit<Note, 'id'> {
  const { title, text, reason, paths, replaces } = line.text;
  const by = `run ${shortIdOf(spec.id)}`;
  return {
    kind: line.kind,
    state: 'proposed',
    versions: [{ title: oneLine(title, 300), text, reason, paths, by, at: now }],
    origin: { routine: spec.routine.id, run: spec.id, session, line: line.key },
    createdAt: now,
    verdict: null,
    replaces,
  };
}

function sameWords({ text }: NoteLine, { id, state, verdict }: Note): string {
  const title = `"${oneLine(text.title, 120)}"`;
  const because =
    verdict === null || verdict.reason === '' ? '' : ` because ${oneLine(verdict.reason, 300)}`;
  switch (state) {
    case 'proposed':
      return `${title} was proposed before, and waits as ${id}`;
    case 'approved':
      return `${title} is known already as ${id}`;
    case 'rejected':
      return `${title} was proposed before as ${id}, rejected${because}`;
    case 'retired':
      return `${title} was ${id}, retired${because}`;
  }
}

function leftWords([kind, count]: readonly [NoteKind, number]): string {
  const what =
    kind === 'decision' ? plural(count, 'decision') : `${plural(count, 'piece')} of knowledge`;
  return `${what} more ${count === 1 ? 'was' : 'were'} not entered: a run proposes ${MOST_NOTES_A_RUN} at most, and ${MOST_WAITING} may wait`;
}
