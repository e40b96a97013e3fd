/** A routine in full form, for tests that are not about reading YAML. */
import { isRoutineId } from '../../src/words/ids.ts';
import { DEFAULT_POLICY } from '../../src/words/policy.ts';
import type { Permissions, Routine } from '../../src/words/routine.ts';

/** Runs `agent.command` in a private worktree; every limit generous, nothing collected. */
export function routineNamed(name: string, change: Partial<Routine> = {}): Routine {
  if (!isRoutineId(name)) throw new TypeError(`not a routine id: ${name}`);
  return {
    id: name,
    name,
    intent: null,
    owner: null,
    enabled: true,
    triggers: [{ kind: 'manual', inputs: {} }],
    policy: DEFAULT_POLICY,
    condition: null,
    window: { kind: 'since', since: 'last-success', maxMs: null },
    collect: [],
    agent: {
      engine: 'command',
      builtin: null,
      command: ['true'],
      prompt: { kind: 'inline', text: 'Look around.' },
      model: null,
      maxTurns: null,
      fallbacks: [],
      variants: [],
    },
    workspace: {
      base: null,
      isolation: 'private',
      history: 'borrow',
      include: [],
      setup: [],
      serve: null,
      checks: [],
      ports: 0,
      keep: { successMs: 3_600_000, failureMs: 604_800_000, waitingMs: 2_592_000_000 },
    },
    permissions: permissions(),
    acceptRisk: null,
    report: { template: null, require: ['summary', 'findings'], minCoverage: {} },
    outputs: {
      mode: 'review',
      branch: { protected: [], maxFiles: 50, maxBytes: 1_000_000 },
      fileItem: null,
    },
    limits: {
      timeoutMs: 60_000,
      idleTimeoutMs: 60_000,
      budget: null,
      parkMaxMs: 0,
      retry: { max: 0, on: [], backoffMs: [] },
    },
    ...change,
  };
}

/** Of a routine that may do what it likes; nothing is handed to it. */
export function permissions(change: Partial<Permissions> = {}): Permissions {
  return {
    env: [],
    network: { allow: [], setup: ['registries'] },
    read: [],
    write: [],
    onDenied: 'report',
    ...change,
  };
}
