/**
 * A hand-over: what another agent or a person needs of a session to continue with it. Made by rules from its transcript, and
 * from what git says. All quoted text is hostile.
 */
import type { Transcript } from '../../../engines/sessions/transcript.ts';
import type { EngineId } from '../../../words/routine.ts';
import type { Session } from '../../../words/session.ts';

export interface HandoffRequest {
  readonly session: Session;
  readonly transcript: Transcript;
  /** `null`: it was in no checkout that is still there. */
  readonly git: GitFacts | null;
  /** That its agent recorded as such, oldest first. */
  readonly decisions: readonly RecordedDecision[];
  /** The hand-over that the session itself began with; `null`: it began with none. */
  readonly before: string | null;
  /** Who is to take it up; `null`: any reader. */
  readonly to: EngineId | null;
  /** Of the whole document, as `tokensOf` counts them. */
  readonly maxTokens: number;
  /** When it is made, ISO 8601. */
  readonly at: string;
}

export interface RecordedDecision {
  readonly title: string;
  readonly decision: string;
  readonly reason: string;
}

/** Of the folder that a session works in. */
export interface GitFacts {
  readonly branch: string | null;
  readonly head: string;
  /** Made since the session began, newest first. */
  readonly commits: readonly { readonly sha: string; readonly subject: string }[];
  /** Files that those changed. */
  readonly committed: readonly string[];
  readonly uncommitted: readonly UncommittedFile[];
}

export interface UncommittedFile {
  readonly path: string;
  /** `null`: new to git, or binary. */
  readonly insertions: number | null;
  readonly deletions: number | null;
}

/** One thing that a section tells. */
export interface Point {
  readonly text: string;
  /** The higher ones stay when there is no room for all. */
  readonly weight: number;
}
