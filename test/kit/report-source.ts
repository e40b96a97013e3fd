/** Runs as a report sees them, for tests that are not about running anything. */
import type { AgentOutput, ReportSource } from '../../src/reports/contract.ts';
import type { AgentExit } from '../../src/words/agent-exit.ts';
import { isBranchName, isCommitSha, isRunId, isSlotKey } from '../../src/words/ids.ts';
import type { BranchName, CommitSha, RunId, SlotKey } from '../../src/words/ids.ts';
import { type RunSpec } from '../../src/words/run-spec.ts';
import { EMPTY_PROGRESS } from '../../src/words/run.ts';
import { routineNamed } from './routine.ts';

function checked<T extends string>(text: string, holds: (text: string) => text is T): T {
  if (!holds(text)) throw new TypeError(`malformed: ${text}`);
  return text;
}

export const branchName = (text: string): BranchName => checked(text, isBranchName);
export const commitSha = (text: string): CommitSha => checked(text, isCommitSha);
export const slotKey = (text: string): SlotKey => checked(text, isSlotKey);

/** The nth run id; later ones sort after earlier ones. */
export function runId(number: number): RunId {
  return checked(`01kahb${String(number).padStart(20, '0')}`, isRunId);
}

export function runSpec(number: number, change: Partial<RunSpec> = {}): RunSpec {
  const id = runId(number);
  return {
    protocol: 1,
    id,
    routine: routineNamed('night-watch', { name: 'Night watch' }),
    definition: {
      path: '/repo/routines/night-watch.yaml',
      hash: 'ab'.repeat(32),
      source: 'working-tree',
      overrides: [],
    },
    slot: {
      key: slotKey(`manual:${id}`),
      scheduledFor: '2026-11-21T01:00:00.000Z',
      trigger: 'manual',
    },
    event: null,
    inputs: {},
    attempt: 1,
    workspace: {
      name: 'repo',
      root: '/repo',
      gitDir: '/repo/.git',
      bare: false,
      stateDir: '/state',
    },
    settings: {
      timezone: 'Europe/Berlin',
      trackReports: false,
      diskFloorBytes: 0,
      engines: {},
      budget: null,
    },
    window: {
      from: '2026-11-20T01:00:00.000Z',
      to: '2026-11-21T01:00:00.000Z',
      uncovered: null,
    },
    admittedAt: '2026-11-21T01:00:00.000Z',
    admittedBy: { pid: 1, startTime: '1', bootId: 'b' },
    limits: { maxOutputBytes: 5_000_000 },
    ...change,
  };
}

export const EXITED_WELL: AgentExit = {
  cause: 'exited',
  exitCode: 0,
  signal: null,
  durationMs: 42_300,
  outputBytes: 1_234,
  droppedBytes: 0,
  strays: 0,
  denied: [],
  message: null,
  outcome: null,
  gateway: null,
};

export const NO_OUTPUT: AgentOutput = {
  report: null,
  noop: null,
  question: null,
  findings: [],
  proposals: [],
  decisions: [],
  knowledge: [],
  missing: [],
  coverage: {},
  problems: [],
  ignored: [],
};

/** A run that went well, found nothing and changed nothing. */
export function reportSource(change: Partial<ReportSource> = {}): ReportSource {
  return {
    spec: runSpec(1),
    progress: {
      ...EMPTY_PROGRESS,
      base: commitSha('1234567890'.repeat(4)),
      baseRef: 'origin/main',
      isolation: 'private',
      checks: 'none',
      changes: { kind: 'none' },
    },
    agentExit: EXITED_WELL,
    verdict: { kind: 'valid', quiet: false },
    agentPart: '## Summary\n\nAll is well.\n\n## Findings\n\nNone.\n',
    output: NO_OUTPUT,
    counts: { new: 0, known: 0, resolved: 0, regressed: 0 },
    newFindings: [],
    resolvedFindings: [],
    regressedFindings: [],
    coverage: [],
    checks: [],
    proposals: [],
    failure: null,
    startedAt: '2026-11-21T01:00:00.000Z',
    now: '2026-11-21T01:00:50.000Z',
    ...change,
  };
}
