/** How old a note is, and whether it may have been overtaken. Pure. */
import { plural } from '../words/text.ts';

export interface NoteAge {
  /** Since when it says what it says and counts: its approval or its newest version. ISO 8601. */
  readonly since: string;
  readonly days: number;
  /** In its paths since then; `null` when it has none or they were not counted. */
  readonly commits: number | null;
  readonly isStale: boolean;
}

/** Counted no further: what is beyond is said as `1,000 or more`. */
export const MOST_COMMITS = 1_000;

const DAY_MS = 86_400_000;
/** What is about files that changed so often may speak of what is gone. */
const STALE_COMMITS = 50;
const STALE_COMMITS_DAYS = 30;
const STALE_DAYS = 365;

export function noteAge(since: string, now: Date, commits: number | null): NoteAge {
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / DAY_MS));
  const isOvertaken = commits !== null && commits >= STALE_COMMITS && days >= STALE_COMMITS_DAYS;
  return { since, days, commits, isStale: isOvertaken || days >= STALE_DAYS };
}

/** Below that age commits are not worth counting in a list. */
export function mayBeStale(since: string, now: Date): boolean {
  return noteAge(since, now, null).days >= STALE_COMMITS_DAYS;
}

/** `8 months ago; 214 commits in its paths since`. */
export function formatNoteAge({ days, commits }: Pick<NoteAge, 'days' | 'commits'>): string {
  const ago = spanWords(days);
  if (commits === null) return ago;
  if (commits >= MOST_COMMITS)
    return `${ago}; ${MOST_COMMITS.toLocaleString('en-US')} or more commits in its paths since`;
  return `${ago}; ${commits === 0 ? 'no commit' : plural(commits, 'commit')} in its paths since`;
}

function spanWords(days: number): string {
  if (days === 0) return 'today';
  if (days < 60) return `${plural(days, 'day')} ago`;
  if (days < 700) return `${plural(Math.round(days / 30.4), 'month')} ago`;
  return `${plural(Math.round(days / 365), 'year')} ago`;
}
