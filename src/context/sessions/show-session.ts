/** One session with what was said and done in it. */
import type { Transcript, TranscriptEntry } from '../../engines/sessions/transcript.ts';
import { AppError } from '../../words/errors.ts';
import type { Session } from '../../words/session.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { matchId, resolveId } from '../../workspace/resolve-id.ts';
import { resumeCommand } from './handoff/resume-words.ts';
import type { FoundSession } from './inspect-sessions.ts';
import { look, redactorOf } from './look.ts';
import { readSession } from './read-session.ts';
import { transcriptMarkdown } from './transcript-markdown.ts';

export interface ShownSession {
  readonly session: Session;
  /** The first thing that it was asked, one line; `null`: it is not known. */
  readonly asked: string | null;
  /** How it is taken up again in its own engine; `null`: it cannot be told. */
  readonly resume: string | null;
  readonly transcript: Transcript;
}

/** More than anybody reads, and less than would fill the memory. */
const FULL_ENTRIES = 100_000;

/** @param id may be shortened; throws `not-found` */
export async function showSession(
  workspace: Workspace,
  id: string,
  { full }: { readonly full: boolean },
): Promise<ShownSession> {
  const found = await findSession(workspace, id);
  const transcript = await transcriptOf(workspace, found, full ? { maxEntries: FULL_ENTRIES } : {});
  const first = transcript.entries.find(({ kind }) => kind === 'asked');
  return {
    session: found.session,
    asked: first?.kind === 'asked' ? oneLine(first.text, 500) : null,
    resume: resumeCommand(found.session),
    transcript,
  };
}

const MOST_OF_ONE = 1_200;
const MOST_OF_OUTPUT = 400;

/** Markdown; what is long is cut unless all is wanted. */
export function tellEntries(entries: readonly TranscriptEntry[], full: boolean): string {
  const limits = full
    ? { ofOne: null, ofOutput: null }
    : { ofOne: MOST_OF_ONE, ofOutput: MOST_OF_OUTPUT };
  return transcriptMarkdown(entries, limits);
}

// The session that a person means: by its id, or by that of the run that it is; both may be shortened.

/** Those of the last days first: to look at all takes longer. Throws `not-found`. */
export async function findSession(workspace: Workspace, text: string): Promise<FoundSession> {
  const recent = await look(workspace);
  const known = idsOf(recent.found);
  const { found } =
    matchId(known, text).kind === 'none' ? await look(workspace, { all: true }) : recent;
  const id = resolveId({
    noun: 'session',
    ids: idsOf(found),
    text,
    listedBy: 'roundsman sessions --all',
  });
  const one =
    found.find(({ session }) => session.id === id) ??
    // Of several sessions of a run the one that it is in, or was in last.
    found.find(({ session }) => session.runId === id);
  if (one !== undefined) return one;
  throw new AppError('not-found', {
    code: 'session-unknown',
    message: `session ${oneLine(id)} is not there any more`,
    hint: '`roundsman sessions --all` lists the ones that are.',
  });
}

function idsOf(found: readonly FoundSession[]): readonly string[] {
  return [...new Set(found.flatMap(({ session }) => [session.id, session.runId ?? session.id]))];
}

// What was said and done in a session. All text is hostile; secrets are taken out.

/** Of a long session its beginning and its end. */
const MAX_ENTRIES = 2_000;

interface TranscriptRequest {
  /** Default: 2,000. */
  readonly maxEntries?: number;
}

/** @param found by `findSession`, or among those of a look */
export async function transcriptOf(
  workspace: Workspace,
  found: FoundSession,
  { maxEntries = MAX_ENTRIES }: TranscriptRequest = {},
): Promise<Transcript> {
  return readSession(found, { redact: redactorOf(workspace), maxEntries });
}
