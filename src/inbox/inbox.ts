/**
 * What needs a person, most urgent first. Runs with nothing new are filed away: counted here, listed by `listFiled`.
 * Quick however many runs there are: what is settled is not opened again.
 */
import { join } from 'node:path';

import { givenUpMessages } from '../connections/messages/list-messages.ts';
import { readTextIfThere } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { forAll } from '../platform/many-files.ts';
import { writeCache } from '../platform/write-cache.ts';
import { firstLineOf } from '../reports/first-words.ts';
import type { LookAtReview } from '../review/contract.ts';
import { machinePaths } from '../store/machine-paths.ts';
import type { RunStore, StoredRun } from '../store/ports.ts';
import { isRunId, type RunId } from '../words/ids.ts';
import { toRunView } from '../words/run-view.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';
import {
  byUrgency,
  INBOX_KINDS,
  type InboxEntry,
  type InboxKind,
  isSetAside,
} from './inbox-entry.ts';
import {
  entriesOfFailures,
  entriesOfReports,
  entryOfQuestion,
  NO_STANDINGS,
  type RunStandings,
  withEnded,
} from './run-entries.ts';
import { entriesOfMessage, entryOfSet } from './waiting-records.ts';
import { waitingRows } from './waiting-rows.ts';

// A cache of how runs stand, kept from one look to the next: a look opens only runs that are new or had not ended. The last
// writer wins; each version is complete by itself, and the cache may be deleted at any time.

/** Ids are made before their folders are: one may come to be seen after some that are newer. */
const MOST_RECENT = 500;
/** Bumped whenever standings get another form. */
const GENERATION = 2;

interface StandingsNow {
  readonly standings: RunStandings;
  /** Those that have not ended. */
  readonly unfinished: readonly StoredRun[];
}

async function runStandings(stateDir: string, runs: RunStore): Promise<StandingsNow> {
  const path = join(machinePaths(stateDir).cache, 'inbox-runs.json');
  const before = readStandings((await readTextIfThere(path)) ?? '');
  const ids = await runs.listIds();
  const fresh = unseen(ids, before);
  const looked = await forAll([...before.open, ...fresh], async (id) => ({
    id,
    run: await runs.read(id),
  }));
  const gone = looked.some(({ run }) => run === null);
  const there = new Set(gone ? ids : []);
  let after = before;
  const unfinished: StoredRun[] = [];
  const open: RunId[] = [];
  for (const { id, run } of looked) {
    if (run === null) {
      if (there.has(id)) open.push(id);
      continue;
    }
    const view = toRunView(run);
    if (view.state === 'ended') {
      after = withEnded(after, view);
      continue;
    }
    unfinished.push(run);
    open.push(id);
  }
  after = { ...after, recent: ids.slice(0, MOST_RECENT), open };
  if (fresh.length > 0 || open.length !== before.open.length)
    await writeCache(path, JSON.stringify({ generation: GENERATION, standings: after }));
  return { standings: after, unfinished };
}

/** Also one that was admitted a moment later than a newer one. @param ids newest first */
function unseen(ids: readonly RunId[], { recent }: RunStandings): readonly RunId[] {
  const oldest = recent.at(-1);
  if (oldest === undefined) return ids;
  const seen = new Set(recent);
  const end = ids.findIndex((id) => id < oldest);
  return ids.slice(0, end === -1 ? ids.length : end).filter((id) => !seen.has(id));
}

function readStandings(text: string): RunStandings {
  const value = tryParseJson(text);
  return isKept(value) ? value.standings : NO_STANDINGS;
}

/** What is inside was written by us. */
function isKept(value: unknown): value is { readonly standings: RunStandings } {
  if (!isRecord(value) || value['generation'] !== GENERATION) return false;
  const { standings } = value;
  if (!isRecord(standings) || !isRecord(standings['routines'])) return false;
  return (
    typeof standings['ended'] === 'number' &&
    areIds(standings['open']) &&
    areIds(standings['recent'])
  );
}

function areIds(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => typeof id === 'string' && isRunId(id));
}

export interface InboxRequest {
  /** Default: 100. */
  readonly limit?: number;
  /** The id of an entry: those after it. */
  readonly after?: string;
  /** Default: every kind. */
  readonly kinds?: readonly InboxKind[];
  /** How branches are looked at, which may take seconds the first time; `null`: without change sets. */
  readonly look: LookAtReview | null;
  readonly signal?: AbortSignal;
  /** Instead of what waits what was set aside and would wait else. */
  readonly setAside?: boolean;
}

export interface Inbox {
  readonly entries: readonly InboxEntry[];
  /** Of every kind, shown or not. */
  readonly counts: Readonly<Record<InboxKind, number>>;
  /** What to ask for as `after`; `null`: that was all. */
  readonly next: string | null;
  /** Ended runs that need no action: neither as a failure nor as a report to read. */
  readonly filed: number;
  /** Entries that a user set aside for later, or has read. */
  readonly aside: number;
  /** Findings that only inform, and are not among the entries. */
  readonly informing: number;
  /** What could not be looked at, one line each. */
  readonly problems: readonly string[];
}

/** After this time an unread report needs no action any more. */
const NEWS_DAYS = 7;

export async function inbox(workspace: Workspace, request: InboxRequest): Promise<Inbox> {
  const gathered = await gather(workspace, request);
  const now = workspace.clock.now().toISOString();
  const marks = await workspace.marks.read();
  const isAside = (entry: InboxEntry): boolean => isSetAside(entry, marks.get(entry.id), now);
  const waiting = gathered.entries.filter((entry) => !isAside(entry)).toSorted(byUrgency);
  const { kinds = INBOX_KINDS, limit = 100, after, setAside = false } = request;
  const asked = setAside ? gathered.entries.filter(isAside).toSorted(byUrgency) : waiting;
  const wanted = asked.filter(({ kind }) => kinds.includes(kind));
  const from = after === undefined ? 0 : wanted.findIndex(({ id }) => id === after) + 1;
  const entries = await Promise.all(
    wanted.slice(from, from + limit).map((entry) => withWords(workspace, entry)),
  );
  const asking = waiting.filter(({ kind }) => kind === 'failed-run' || kind === 'report');
  return {
    entries,
    counts: countKinds(waiting),
    next: from + limit < wanted.length ? (entries.at(-1)?.id ?? null) : null,
    filed: Math.max(0, gathered.ended - asking.length),
    aside: gathered.entries.length - waiting.length,
    informing: gathered.informing,
    problems: gathered.problems,
  };
}

/** A report is called by its first words: who reads them may know enough. */
async function withWords({ runs }: Workspace, entry: InboxEntry): Promise<InboxEntry> {
  if (entry.kind !== 'report' || entry.links.run === undefined) return entry;
  const text = await runs.readFile(entry.links.run, 'report').catch(() => null);
  const title = firstLineOf(text ?? '', 160);
  return title === '' ? entry : { ...entry, title };
}

interface Gathered {
  readonly entries: readonly InboxEntry[];
  readonly ended: number;
  readonly informing: number;
  readonly problems: readonly string[];
}

async function gather(workspace: Workspace, request: InboxRequest): Promise<Gathered> {
  const { stateDir } = workspace.location;
  const { clock, runs, pauses } = workspace;
  const [{ standings, unfinished }, rows, paused, sets, gaveUp] = await Promise.all([
    runStandings(stateDir, runs),
    waitingRows(workspace.open),
    pauses.list(clock.now().toISOString()),
    setEntries(workspace, request),
    givenUpMessages(workspace),
  ]);
  const now = clock.now();
  const at = now.toISOString();
  const waiting = rows.rows.filter(
    ({ from, to = null }) => (from === null || from <= at) && (to === null || to > at),
  );
  return {
    entries: [
      ...unfinished.flatMap(questionOf),
      ...entriesOfFailures(standings, paused),
      ...gaveUp.flatMap(entriesOfMessage),
      ...newReports(standings, now),
      ...waiting.map(({ entry }) => entry),
      ...sets.entries,
    ],
    ended: standings.ended,
    informing: rows.silent,
    problems: [...rows.problems, ...sets.problems],
  };
}

function newReports(standings: RunStandings, now: Date): readonly InboxEntry[] {
  const since = new Date(now.getTime() - NEWS_DAYS * 86_400_000).toISOString();
  return entriesOfReports(standings, since);
}

function questionOf({ spec, record }: StoredRun): readonly InboxEntry[] {
  const phase = record?.phase;
  if (phase?.kind !== 'waiting') return [];
  const { question, since, until } = phase;
  return [entryOfQuestion({ run: spec.id, routine: spec.routine.id, question, since, until })];
}

async function setEntries(
  workspace: Workspace,
  { look, signal }: InboxRequest,
): Promise<{ readonly entries: readonly InboxEntry[]; readonly problems: readonly string[] }> {
  if (look === null) return { entries: [], problems: [] };
  const { sets, problems } = await look(workspace, signal === undefined ? {} : { signal });
  return { entries: sets.map(entryOfSet), problems };
}

function countKinds(entries: readonly InboxEntry[]): Inbox['counts'] {
  const count = (kind: InboxKind): number => entries.filter((one) => one.kind === kind).length;
  return {
    question: count('question'),
    'failed-run': count('failed-run'),
    message: count('message'),
    finding: count('finding'),
    proposal: count('proposal'),
    'pull-request': count('pull-request'),
    'change-set': count('change-set'),
    report: count('report'),
    note: count('note'),
  };
}

// Runs that have ended, page by page: what filed itself away stays listed.
export interface FiledRequest {
  /** Default: 50. */
  readonly limit?: number;
  /** The id of a run: those older than it. */
  readonly after?: string;
}

export interface FiledRuns {
  /** Newest first; parts of others are told by those. */
  readonly runs: readonly RunView[];
  /** What to ask for as `after`; `null`: that was all. */
  readonly next: string | null;
}

/** Opens no more runs than it gives, but for parts and those under way. */
export async function listFiled(
  { runs }: Pick<Workspace, 'runs'>,
  { limit = 50, after }: FiledRequest = {},
): Promise<FiledRuns> {
  const ids = (await runs.listIds()).filter((id) => after === undefined || id < after);
  const found: RunView[] = [];
  let at = 0;
  while (found.length < limit && at < ids.length) {
    const page = ids.slice(at, at + limit - found.length);
    at += page.length;
    for (const run of await forAll(page, (id) => runs.read(id))) {
      const view = run === null ? null : toRunView(run);
      if (view?.state === 'ended' && view.part === null) found.push(view);
    }
  }
  return { runs: found, next: at < ids.length ? (ids[at - 1] ?? null) : null };
}
