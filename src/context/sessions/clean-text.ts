/** What is read from a store, without secrets and without what steers a terminal: done before anything else sees it. Pure. */
import type { SessionDraft, Standing } from '../../engines/sessions/contract.ts';
import type { TranscriptEntry } from '../../engines/sessions/transcript.ts';
import { headOf, tailOf } from '../../engines/sessions/whole-words.ts';
import { oneLine, stripControls } from '../../words/text.ts';

/** Takes secrets out. */
export type Redact = (text: string) => string;

/** Controls first: a secret with an escape sequence in it would be whole again without it. */
export function cleanLine(text: string, redact: Redact, max?: number): string {
  return oneLine(redact(stripControls(text)), max);
}

const MAX_TITLE = 200;
const MAX_DOING = 300;
const MAX_FILES = 50;
const MAX_SUMMARY = 500;
const MAX_PATH = 4_096;
/** The most characters of one entry: more is not useful, and a transcript has thousands of entries. */
export const MAX_ENTRY = 100_000;
/** Of what a tool gave back: the end, which says how it went. */
export const MAX_OUTPUT = 2_000;

export function cleanDraft(draft: SessionDraft, redact: Redact): SessionDraft {
  const line = (text: string, max: number): string => cleanLine(text, redact, max);
  const path = (text: string): string => cleanPath(text, redact);
  return {
    ...draft,
    id: oneLine(draft.id),
    cwd: draft.cwd === null ? null : path(draft.cwd),
    branch: draft.branch === null ? null : line(draft.branch, MAX_TITLE),
    title: line(draft.title, MAX_TITLE),
    standing: cleanStanding(draft.standing, (text) => line(text, MAX_DOING)),
    filesTouched: draft.filesTouched.slice(0, MAX_FILES).map(path),
    markers: draft.markers.map((marker) => ({
      ...marker,
      status: marker.status === null ? null : line(marker.status, MAX_TITLE),
      waitingFor: marker.waitingFor ? line(marker.waitingFor, MAX_DOING) : null,
    })),
  };
}

function cleanStanding(standing: Standing, clean: (text: string) => string): Standing {
  switch (standing.kind) {
    case 'tool':
      return { ...standing, doing: clean(standing.doing) };
    case 'model':
      return { ...standing, doing: standing.doing === null ? null : clean(standing.doing) };
    case 'asks':
      return { ...standing, what: clean(standing.what) };
    case 'turn-over':
      return { ...standing, said: standing.said === null ? null : clean(standing.said) };
    case 'unclear':
      return { ...standing, why: clean(standing.why) };
    case 'closed':
      return standing;
  }
}

export function cleanEntry(entry: TranscriptEntry, redact: Redact): TranscriptEntry {
  const clean = (text: string): string => cleanText(text, redact);
  switch (entry.kind) {
    case 'asked':
    case 'said':
    case 'thought':
      return { ...entry, text: clean(entry.text) };
    case 'tool':
      return {
        ...entry,
        name: cleanLine(entry.name, redact),
        summary: cleanLine(entry.summary, redact, MAX_SUMMARY),
        files: entry.files.slice(0, MAX_FILES).map((file) => cleanPath(file, redact)),
        output: entry.output === null ? null : cleanEnd(entry.output, redact),
      };
    case 'steps':
      return { ...entry, steps: entry.steps.map((step) => ({ ...step, text: clean(step.text) })) };
  }
}

function cleanText(text: string, redact: Redact): string {
  const kept = headOf(text, MAX_ENTRY);
  const clean = redact(stripControls(kept));
  if (kept.length === text.length) return clean;
  return `${clean}\n[${text.length - kept.length} more characters were left out]`;
}

/** Whole, for it is compared with others: longer than a system takes is none. */
function cleanPath(path: string, redact: Redact): string {
  return redact(stripControls(path.slice(0, MAX_PATH))).replaceAll(/\s/g, ' ');
}

/** Cut in front of what is kept, once it is clean. */
function cleanEnd(output: string, redact: Redact): string {
  return redact(stripControls(tailOf(output, MAX_ENTRY))).slice(-MAX_OUTPUT);
}
