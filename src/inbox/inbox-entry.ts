/** What needs a person, one entry each. Titles and reasons are one line, and hostile: agents wrote them. */
import type { InboxMark } from '../words/decision.ts';
import { AppError } from '../words/errors.ts';
import { bySeverity, type Severity } from '../words/finding.ts';
import { shortIdOf, type RunId } from '../words/ids.ts';

/** The most urgent kind first: of two entries that of the earlier kind comes before. */
export const INBOX_KINDS = [
  'question',
  'failed-run',
  'message',
  'finding',
  'proposal',
  'pull-request',
  'change-set',
  'report',
  'note',
] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

export interface InboxEntry {
  /** `question:<run>`, `finding:F-…`: stays the same while the same thing waits. */
  readonly id: string;
  readonly kind: InboxKind;
  /** `now`: a person or a run waits, or it is broken. `soon`: today. `later`: when there is time. */
  readonly urgency: 'now' | 'soon' | 'later';
  readonly title: string;
  /** Of a finding. */
  readonly severity?: Severity;
  /** Why it is here, and what it hangs on. */
  readonly why: string;
  /** ISO 8601, as `until`. */
  readonly since: string;
  /** Then something is done without the person; `null`: nothing. */
  readonly until: string | null;
  readonly routine: string | null;
  readonly links: InboxLinks;
  /** Of what a person sees: another one when it changed. Of a proposal the content hash. */
  readonly stamp: string;
}

/** What a face links to and acts on; absent: none. */
export interface InboxLinks {
  readonly run?: RunId;
  readonly finding?: string;
  /** The file that a finding is in; hostile. */
  readonly path?: string;
  readonly proposal?: string;
  /** Of a change set, and its branches. */
  readonly set?: string;
  readonly branches?: readonly string[];
  readonly note?: string;
  /** One that was given up. */
  readonly message?: string;
  /** Of one that stands at a forge, and its address there. */
  readonly pullRequest?: string;
  readonly url?: string;
}

/** Runs by their routine: their own ids are long. */
export function nameOfEntry({ id, kind, routine, links }: InboxEntry): string {
  if ((kind === 'failed-run' || kind === 'report') && routine !== null && links.run !== undefined)
    return `${routine} ${shortIdOf(links.run)}`;
  return id.replace(/^[a-z-]+:/, '');
}

const URGENCIES = ['now', 'soon', 'later'] as const;

/** Kinds in their order; in each the urgent first, then what has a deadline, the severe, and what has waited longest. */
export function byUrgency(a: InboxEntry, b: InboxEntry): number {
  const kinds = INBOX_KINDS.indexOf(a.kind) - INBOX_KINDS.indexOf(b.kind);
  if (kinds !== 0) return kinds;
  const urgencies = URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency);
  if (urgencies !== 0) return urgencies;
  const [one, other] = [deadlineOf(a), deadlineOf(b)];
  if (one !== other) return one < other ? -1 : 1;
  // Both are of findings, or neither.
  const graver = bySeverity(a.severity ?? 'info', b.severity ?? 'info');
  if (graver !== 0) return graver;
  if (a.since !== b.since) return a.since < b.since ? -1 : 1;
  const [path = '', otherPath = ''] = [a.links.path, b.links.path];
  if (path !== otherPath) return path < otherPath ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Whether the mark still keeps the entry out of sight. */
export function isSetAside(entry: InboxEntry, mark: InboxMark | undefined, now: string): boolean {
  if (mark === undefined || mark.stamp !== entry.stamp) return false;
  return mark.until === null || mark.until > now;
}

function deadlineOf({ until }: InboxEntry): number {
  return until === null ? Infinity : Date.parse(until);
}

type LinkName = 'finding' | 'proposal' | 'pullRequest' | 'set' | 'note' | 'message';

/** What a step is about, by the name of a link. Throws `internal` when an entry lacks it. */
export function linkOf(entry: InboxEntry, name: LinkName): string {
  const value = entry.links[name];
  if (value !== undefined) return value;
  throw new AppError('internal', { code: 'entry-without-link', message: entry.id, hint: '' });
}

export function runOf(entry: InboxEntry): RunId {
  const { run } = entry.links;
  if (run !== undefined) return run;
  throw new AppError('internal', { code: 'entry-without-run', message: entry.id, hint: '' });
}
