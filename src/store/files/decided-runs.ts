/**
 * Runs as people decided on their branches since. A run's record is its supervisor's alone and says `pending` for ever: what
 * verdicts say is laid over it wherever runs are read.
 */
import { makeFolder, readTextIfThere, replaceText } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import {
  type BranchVerdict,
  decidedBranches,
  type BranchDecision,
} from '../../words/review/branch-verdict.ts';
import type { RunResult, RunView } from '../../words/run.ts';
import type { RunStore, StoredRun } from '../ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { reviewPaths, workspacePaths } from '../state-paths.ts';
import type { RecordStore } from '../stores.ts';

export interface DecidedRuns {
  readonly stateDir: string;
  readonly runs: RunStore;
  readonly verdicts: RecordStore<BranchVerdict>;
  /** Of the verdicts. */
  readonly texts: RecordTexts;
}

type Decided = ReturnType<typeof decidedBranches>;

export function decidedRuns({ runs, ...place }: DecidedRuns): RunStore {
  const decided = (): Promise<Decided> => readDecided(place);
  return {
    ...runs,
    read: async (id) => {
      const run = await runs.read(id);
      return run?.record?.phase.kind === 'ended' ? storedAs(run, await decided()) : run;
    },
    list: async (filter) => {
      const [listed, known] = await Promise.all([runs.list(filter), decided()]);
      return { ...listed, runs: listed.runs.map((run) => storedAs(run, known)) };
    },
    listViews: async (filter) => {
      const [listed, known] = await Promise.all([runs.listViews(filter), decided()]);
      if (known.size === 0) return listed;
      return { ...listed, views: listed.views.map((view) => viewAs(view, known)) };
    },
  };
}

function viewAs(view: RunView, decided: Decided): RunView {
  if (view.result === null || view.branch === null) return view;
  const review = reviewOf(view.branch, decided);
  return review === null ? view : { ...view, result: { ...view.result, review } };
}

function storedAs(run: StoredRun, decided: Decided): StoredRun {
  const { record } = run;
  if (record === null) return run;
  const { phase } = record;
  const { branch } = record.progress;
  if (phase.kind !== 'ended' || phase.result === null || branch === null) return run;
  const review = reviewOf(branch, decided);
  if (review === null) return run;
  return {
    ...run,
    record: { ...record, phase: { ...phase, result: { ...phase.result, review } } },
  };
}

/** `null`: nothing was decided. */
function reviewOf(branch: string, decided: Decided): RunResult['review'] | null {
  const one = decided.get(branch);
  if (one === undefined) return null;
  // Its work is what it became, or what took its place: what is decided on that counts for it.
  return one.decision === 'split' || one.decision === 'replaced'
    ? ofParts(one.verdict, decided)
    : wordOf(one.decision);
}

/** One that waits makes the whole wait. */
function ofParts({ into = [] }: BranchVerdict, decided: Decided): RunResult['review'] {
  const parts = into.map(({ branch }) => reviewOf(branch, decided) ?? 'pending');
  return (
    parts.find((part) => part === 'pending') ??
    parts.find((part) => part === 'landed') ??
    parts[0] ??
    'pending'
  );
}

function wordOf(decision: BranchDecision): RunResult['review'] {
  switch (decision) {
    case 'landed':
    case 'accepted':
    case 'rejected':
      return decision;
    case 'discarded':
      return 'rejected';
    case 'open':
    case 'split':
    case 'replaced':
      return 'pending';
  }
}

/** So many that are new are read each time before the cache is written again. */
const MOST_NEW = 20;

/** Verdicts are only ever added: those that the cache has seen are not read again. */
async function readDecided({
  stateDir,
  verdicts,
  texts,
}: Omit<DecidedRuns, 'runs'>): Promise<Decided> {
  const { decided: path } = reviewPaths(stateDir);
  const names = (await texts.names()).filter((name) => name.endsWith('.json'));
  if (names.length === 0) return new Map();
  const cached = cacheIn(await readTextIfThere(path).catch(() => null));
  const seen = new Set(cached.seen);
  const fresh = names.filter((name) => !seen.has(name));
  const read = await Promise.all(fresh.map((name) => verdicts.read(name.slice(0, -5))));
  const added = read.filter((one) => one !== null);
  const decided = decidedBranches([...cached.newest, ...added]);
  if (fresh.length > MOST_NEW) await keep(stateDir, { seen: names, decided });
  return decided;
}

interface Cache {
  readonly seen: readonly string[];
  /** Of each branch. */
  readonly newest: readonly BranchVerdict[];
}

async function keep(
  stateDir: string,
  { seen, decided }: { readonly seen: readonly string[]; readonly decided: Decided },
): Promise<void> {
  const newest = [...decided.values()].map(({ verdict }) => verdict);
  try {
    await makeFolder(workspacePaths(stateDir).cache, 0o700);
    await replaceText(reviewPaths(stateDir).decided, JSON.stringify({ seen, newest }));
  } catch {
    // Where nothing can be written the files are as good, only slower.
  }
}

/** Written only by us. */
function isCache(value: unknown): value is Cache {
  return isRecord(value) && Array.isArray(value['seen']) && Array.isArray(value['newest']);
}

function cacheIn(text: string | null): Cache {
  const value = text === null ? null : tryParseJson(text);
  return isCache(value) ? value : { seen: [], newest: [] };
}
