/** Records for the suite of stores. */
import type { StoredDefinition } from '../../src/store/definition-ports.ts';
import { isCommitSha, isSlotKey } from '../../src/words/ids.ts';
import type { FileItemProposal } from '../../src/words/proposal.ts';
import type { LineComment } from '../../src/words/review/line-comment.ts';
import { RUN_PROTOCOL, type RunSpec } from '../../src/words/run-spec.ts';
import { keyOf, runIdOf } from '../kit/items.ts';
import { routineNamed } from '../kit/routine.ts';

export const AT = '2026-11-21T09:00:00.000Z';

export const CHANGED = { code: 'refused', reason: 'changed-meanwhile' };

const SETTINGS = {
  timezone: 'UTC',
  trackReports: false,
  diskFloorBytes: 0,
  engines: {},
  budget: null,
};

export const DEFINITION: StoredDefinition = {
  hash: 'a'.repeat(64),
  routine: routineNamed('sweep'),
  file: 'routines/sweep.yaml',
  settings: SETTINGS,
};

export function requestOf(id: string, createdAt = AT): FileItemProposal {
  return {
    id,
    run: runIdOf(1),
    routine: routineNamed('sweep').id,
    type: 'file-item',
    mode: 'review',
    state: 'held',
    summary: `RM-1 ${id}`,
    payload: { key: keyOf(1), title: id, body: '', findings: [] },
    duplicates: [],
    hash: `hash-${id}`,
    createdAt,
    decision: null,
  };
}

export function commentOf(id: string): LineComment {
  const tip = 'a'.repeat(40);
  if (!isCommitSha(tip)) throw new TypeError(tip);
  const state = { kind: 'draft' } as const;
  return { id, branch: 'b', run: null, tip, place: null, text: 'Why?', by: 'ada', at: AT, state };
}

/** That was decided and has not begun. */
export function runOf(number: number, routine = 'sweep'): RunSpec {
  const id = runIdOf(number);
  const key = `manual:${id}`;
  if (!isSlotKey(key)) throw new TypeError(key);
  return {
    protocol: RUN_PROTOCOL,
    id,
    routine: routineNamed(routine),
    definition: { path: '/x.yaml', hash: '0', source: 'working-tree', overrides: [] },
    slot: { key, scheduledFor: AT, trigger: 'manual' },
    event: null,
    inputs: {},
    attempt: 1,
    workspace: { name: 'x', root: '/x', gitDir: '/x/.git', bare: false, stateDir: '/x/state' },
    settings: SETTINGS,
    window: { from: null, to: AT, uncovered: null },
    admittedAt: AT,
    admittedBy: { pid: 1, startTime: 'gone', bootId: 'gone' },
    limits: { maxOutputBytes: 1 },
  };
}
