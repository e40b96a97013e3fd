/** Briefs and facts built by hand, for tests of the built-in recipes. */
import { NOTHING_TOLD } from '../../src/context/brief-context.ts';
import type { Brief, BriefContext, PriorFinding } from '../../src/context/brief.ts';
import type { CommitFact, FactsByCollector, TodoFact, TodosFacts } from '../../src/words/facts.ts';
import {
  isBranchName,
  isCommitSha,
  isItemKey,
  isRoutineId,
  isRunId,
  type BranchName,
  type CommitSha,
  type ItemKey,
  type RoutineId,
  type RunId,
} from '../../src/words/ids.ts';

export const NOW = '2026-11-21T02:00:00.000Z';
const DAY = 86_400_000;

export function runId(text = '01k0000000000000000000abcd'): RunId {
  if (!isRunId(text)) throw new Error(`not a run id: ${text}`);
  return text;
}

export function routineId(text: string): RoutineId {
  if (!isRoutineId(text)) throw new Error(`not a routine id: ${text}`);
  return text;
}

export function branchName(text: string): BranchName {
  if (!isBranchName(text)) throw new Error(`not a branch: ${text}`);
  return text;
}

export function commitSha(digit = 'a'): CommitSha {
  const text = digit.repeat(40);
  if (!isCommitSha(text)) throw new Error(`not a commit: ${text}`);
  return text;
}

/** `RM-<from>` and the keys after it. */
export function itemKeys(from: number, count: number): readonly ItemKey[] {
  return Array.from({ length: count }, (_, index) => {
    const key = `RM-${from + index}`;
    if (!isItemKey(key)) throw new Error(`not a key: ${key}`);
    return key;
  });
}

export function itemKey(number: number): ItemKey {
  const [key] = itemKeys(number, 1);
  if (key === undefined) throw new Error('no key');
  return key;
}

/** A note of that age; its date, fingerprint and context follow from the rest. */
export function todo(fields: Partial<TodoFact> & { readonly ageDays: number }): TodoFact {
  const { path = 'src/app.ts', line = 3, marker = 'TODO', text = 'mend this' } = fields;
  return {
    path,
    line,
    marker,
    text,
    author: 'Ada Example',
    date: new Date(Date.parse(NOW) - fields.ageDays * DAY).toISOString(),
    commit: commitSha(),
    symbol: null,
    issues: [],
    fingerprint: `todo:${path}:${line}`.replaceAll(/[^\x21-\x7e]/g, '_'),
    context: ['function run() {', `  // ${marker}: ${text}`, '  return 1;'],
    comment: true,
    ageIsLowerBound: false,
    ...fields,
  };
}

export function todosFacts(fields: Partial<TodosFacts> = {}): TodosFacts {
  const { items = [], younger = [] } = fields;
  return {
    kind: 'todos',
    items,
    younger,
    coverage: { examined: 120, found: items.length },
    truncated: 0,
    untrusted: false,
    olderThanDays: 30,
    mentions: [],
    leftOut: { binary: 0, vendored: 0, generated: 0, fixtures: 0 },
    ...fields,
  };
}

export function commit(fields: Partial<CommitFact> = {}): CommitFact {
  return {
    sha: commitSha('c'),
    date: '2026-11-20T10:00:00.000Z',
    author: 'Ada Example',
    subject: 'change a thing',
    type: null,
    scope: null,
    breaking: false,
    issues: [],
    ...fields,
  };
}

/** What the ledger knows of a note that an earlier run reported. */
export function prior(note: TodoFact, fields: Partial<PriorFinding> = {}): PriorFinding {
  return {
    fingerprint: note.fingerprint,
    title: `${note.marker}: ${note.text}`,
    state: 'known',
    firstSeen: '2026-11-01T02:00:00.000Z',
    lastSeen: '2026-11-20T02:00:00.000Z',
    location: { path: note.path, line: note.line },
    item: null,
    verdict: null,
    ...fields,
  };
}

export function priorReport(date = '2026-11-20'): BriefContext['reports'][number] {
  const window = { from: null, to: `${date}T02:00:00.000Z` };
  return { run: runId(), date, window, file: `context/reports/${runId()}.md`, quiet: false };
}

export function brief(
  facts: FactsByCollector,
  context: Partial<BriefContext> = {},
  fields: Partial<Brief> = {},
): Brief {
  return {
    run: runId(),
    routine: { id: routineId('todo-sweep'), name: 'Nightly TODO sweep', intent: null },
    date: '2026-11-21',
    timezone: 'UTC',
    recipe: 'todo-sweep',
    prompt: '',
    window: { from: '2026-11-20T02:00:00.000Z', to: NOW },
    event: null,
    inputs: {},
    facts,
    context: {
      ...NOTHING_TOLD,
      reports: [],
      otherReports: [],
      findings: [],
      branches: [],
      reservedItems: itemKeys(1, 5),
      openItems: 0,
      fileItem: { max: 5, maxOpen: 20 },
      branchRules: { protected: [], maxFiles: 50, maxBytes: 1_000_000 },
      ...context,
    },
    ...fields,
  };
}
