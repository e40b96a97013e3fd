/** `context` of a routine: what a run is told of the workspace. Plain data, stored with each run. */
import type { FindingState } from './finding.ts';
import type { RoutineId } from './ids.ts';

export interface ContextSettings {
  /** The newest `last` reports of each; `self` is spelled out as the routine's own id. */
  readonly reports: { readonly last: number; readonly from: readonly RoutineId[] };
  /** What people decided on findings, proposals and branches, with the reasons. */
  readonly verdicts: boolean;
  readonly findings: readonly FindingState[];
  readonly branches: boolean;
  readonly sessions: boolean;
  readonly items: 'open' | 'all' | 'none';
  readonly decisions: boolean;
  readonly knowledge: boolean;
  /** Ends of transcripts of sessions that were active within `lastMs`; `null` = none. */
  readonly transcripts: { readonly lastMs: number; readonly maxTokens: number } | null;
  /** Files of the base commit, gitignore-like patterns. */
  readonly files: readonly string[];
  /** Of all that is not the prompt and not facts; four characters count as one. */
  readonly maxTokens: number;
  /** Whether an engine that can is offered the tools of `roundsman mcp`. */
  readonly tools: boolean;
}

/**
 * What is cut when `maxTokens` is not enough, first cut first (DESIGN §3 names it last cut first). Files go before all: the
 * worktree has them. `own-report` is the newest of the routine itself; its older ones are among the others.
 */
export const CONTEXT_SECTIONS = [
  'files',
  'transcripts',
  'other-reports',
  'knowledge',
  'sessions',
  'branches',
  'decisions',
  'items',
  'overlap',
  'own-report',
  'findings',
  'verdicts',
] as const;
export type ContextSection = (typeof CONTEXT_SECTIONS)[number];

/** What a run is told, also where its definition was stored before there was a choice. */
export function contextOf(routine: {
  readonly id: RoutineId;
  readonly context?: ContextSettings;
}): ContextSettings {
  return routine.context ?? defaultContext(routine.id);
}

export function defaultContext(routine: RoutineId): ContextSettings {
  return {
    reports: { last: 3, from: [routine] },
    verdicts: true,
    findings: ['new', 'known', 'regressed', 'dismissed', 'snoozed'],
    branches: true,
    sessions: true,
    items: 'open',
    decisions: true,
    knowledge: true,
    transcripts: null,
    files: [],
    maxTokens: 20_000,
    tools: true,
  };
}
