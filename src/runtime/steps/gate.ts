/** `gate`: what can be known before anything is spent. Refused = skipped, with the reason. */
import { resolveAccess } from '../../engines/access/resolve-access.ts';
import { findEngine } from '../../engines/registry.ts';
import { freeBytesOf } from '../../platform/disk.ts';
import { decideLevel } from '../../sandbox/decide-level.ts';
import type { BudgetDecision } from '../../words/budget.ts';
import { belowFloor } from '../../words/resource-limits.ts';
import type { StepOutcome } from '../../words/run.ts';
import { leadsParts } from '../../words/variants/parts.ts';
import { ceilingWarning, readDiskUse } from '../../worktrees/disk-use.ts';
import { inspectBudget, reserveBudget } from '../day-usage.ts';
import { accessProgress } from './agent-access.ts';
import { closedAccount } from './note-account.ts';
import { versionQuestion } from './plan-launch.ts';
import { done, type StepContext } from './step-context.ts';

export async function gate(context: StepContext): Promise<StepOutcome> {
  const full = await diskFull(context);
  if (full !== null) return { kind: 'skip', reason: full, patch: {} };
  const { agent, workspace } = context.spec.routine;
  const engine = findEngine(agent.engine);
  const settings = context.spec.settings.engines[agent.engine];
  const ready = await engine.preflight({
    agent,
    env: context.env,
    root: context.spec.workspace.root,
    ...(settings === undefined ? {} : { settings }),
  });
  if (ready.kind !== 'ready') return { kind: 'failed', failure: ready.failure, patch: {} };
  const access = await resolveAccess(engine, { settings, env: context.env });
  if (access.kind === 'missing') return { kind: 'failed', failure: access.failure, patch: {} };
  const { credentials, provider, notices } = accessProgress(context, { engine, settings }, access);
  const closed = await closedAccount(context, agent.engine);
  if (closed !== null) return { kind: 'skip', reason: closed, patch: {} };
  // `auto` takes what there is; that is found out when it is needed.
  if (workspace.isolation === 'sandbox')
    await decideLevel(workspace.isolation, {
      ...context,
      workspace: context.spec.workspace,
      engine: versionQuestion(ready.program),
    });
  const ceiling = ceilingWarning(await readDiskUse(context.spec.workspace.stateDir));
  const found = {
    ...(credentials === null ? {} : { credentials }),
    ...(provider === null ? {} : { provider }),
    notices: [...ready.warnings, ...notices, ...(ceiling === null ? [] : [ceiling])],
  };
  // Last: whatever else keeps it from running sets nothing aside.
  const budget = await setAside(context);
  if (budget.kind === 'used-up') return { kind: 'skip', reason: budget.reason, patch: found };
  const { allowance } = budget;
  return done({ ...found, ...(allowance === null ? {} : { allowance }) });
}

async function setAside(context: StepContext): Promise<BudgetDecision> {
  const { spec, record, slots } = context;
  const slot = await slots.read(spec.routine.id, spec.slot.key);
  const anyway = slot?.anyway ?? false;
  const run = { ...context, startedAt: record.startedAt, anyway };
  // Its parts set aside what they need, each for itself.
  return leadsParts(spec) ? inspectBudget(run) : reserveBudget(run);
}

async function diskFull({ spec }: StepContext): Promise<string | null> {
  const { diskFloorBytes: floorBytes } = spec.settings;
  if (floorBytes === 0) return null;
  const { stateDir } = spec.workspace;
  return belowFloor(stateDir, { freeBytes: await freeBytesOf(stateDir), floorBytes });
}
