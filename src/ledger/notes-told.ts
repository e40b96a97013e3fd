/**
 * The decisions and knowledge that a run is told: approved ones, in their newest words, that can be about the files it is
 * for. Pure; the same notes give the same answer, in whatever order they come.
 */
import { firstMeeting } from '../scheduler/globs-meet.ts';
import { newestVersion, type Note, type NoteKind } from '../words/note.ts';
import { oneLine, stripControls } from '../words/text.ts';

export interface NotesWanted {
  readonly kind: NoteKind;
  /** Paths or patterns that the run is about; empty = it may be about anything. */
  readonly files: readonly string[];
  /** Notes at most. Default: 100. */
  readonly most?: number;
  /** Of a note's text, in characters. Default: 2,000. */
  readonly mostText?: number;
}

export interface ToldNote {
  readonly id: string;
  readonly kind: NoteKind;
  /** One line. */
  readonly title: string;
  readonly text: string;
  readonly reason: string;
  readonly paths: readonly string[];
  /** ISO 8601. */
  readonly approvedAt: string;
  readonly approvedBy: string;
}

export interface NotesTold {
  /** What holds everywhere first, then what is about its files; in each the newest approval first. */
  readonly notes: readonly ToldNote[];
  /** Approved ones that are about other files. */
  readonly elsewhere: number;
  /** Relevant ones for which there was no room. */
  readonly leftOut: number;
}

const MOST = 100;
const MOST_TEXT = 2_000;

export function notesTold(
  notes: readonly Note[],
  { kind, files, most = MOST, mostText = MOST_TEXT }: NotesWanted,
): NotesTold {
  const approved = notes.filter((note) => note.kind === kind && note.state === 'approved');
  const relevant = approved
    .filter((note) => isRelevant(newestVersion(note).paths, files))
    .map((note) => toTold(note, mostText))
    .toSorted(compareTold);
  return {
    notes: relevant.slice(0, most),
    elsewhere: approved.length - relevant.length,
    leftOut: Math.max(0, relevant.length - most),
  };
}

function isRelevant(paths: readonly string[], files: readonly string[]): boolean {
  return paths.length === 0 || files.length === 0 || firstMeeting(paths, files) !== null;
}

function toTold(note: Note, mostText: number): ToldNote {
  const { title, text, reason, paths, at, by } = newestVersion(note);
  return {
    id: note.id,
    kind: note.kind,
    title: oneLine(title, 300),
    text: cut(text, mostText),
    reason: cut(reason, mostText),
    paths,
    approvedAt: note.verdict?.at ?? at,
    approvedBy: note.verdict?.by ?? by,
  };
}

function cut(text: string, most: number): string {
  const clean = stripControls(text).trim();
  return clean.length <= most ? clean : `${clean.slice(0, most - 1).trimEnd()}…`;
}

function compareTold(a: ToldNote, b: ToldNote): number {
  const general = Number(a.paths.length > 0) - Number(b.paths.length > 0);
  if (general !== 0) return general;
  if (a.approvedAt !== b.approvedAt) return a.approvedAt < b.approvedAt ? 1 : -1;
  return numberOf(b.id) - numberOf(a.id);
}

function numberOf(id: string): number {
  return Number(id.replace(/^\D+/, ''));
}
