/** From a prepared run to the plan by which its supervisor starts the agent. */
import { join } from 'node:path';

import type { EnginePlan, PlanRequest, ReadyEngine } from '../../engines/contract.ts';
import type { LaunchPlan } from '../../engines/launch-plan.ts';
import { dearestPrice, pricesOver } from '../../engines/model-prices.ts';
import { findEngine } from '../../engines/registry.ts';
import { targetFacts } from '../../platform/environment.ts';
import { writeText } from '../../platform/files.ts';
import { clearWay } from '../../platform/hostile-paths.ts';
import { newUuid } from '../../platform/ids.ts';
import type { EnclosedCommand } from '../../sandbox/contract.ts';
import type { WorktreeRequest } from '../../sandbox/run-worktree.ts';
import type { EngineSession } from '../../words/agent-exit.ts';
import { budgetOf } from '../../words/budget.ts';
import { usageOfSession } from '../../words/current-attempt.ts';
import { AppError } from '../../words/errors.ts';
import type {
  GatewayBudget,
  GatewayPlan,
  ModelPrice,
  RunBounds,
} from '../../words/gateway-plan.ts';
import type { Agent, EngineId, IsolationLevel } from '../../words/routine.ts';
import { commandEnvironment } from '../../worktrees/command-environment.ts';
import { enclose } from '../../worktrees/enclose.ts';
import { readPreparedEnvironment } from '../../worktrees/prepare-worktree.ts';
import { gitFoldersOf } from '../../worktrees/worktree-state.ts';
import { agentsOf, chargeOf } from '../run-usage.ts';
import { agentAccess } from './agent-access.ts';
import { agentTools } from './agent-tools.ts';
import { openedBase, type StepContext, worktreeRequest } from './step-context.ts';

// What the process that is about to start may use: of the run's allowance, what its earlier agents left.

interface LaunchBudget {
  /** For the gateway, if there is one. `null`: as much as it wants. */
  readonly budget: GatewayBudget | null;
  readonly prices: readonly ModelPrice[];
  /** `limits.budget.usd-per-run`; empty where nothing bounds it. */
  readonly because: string;
  /** For engines that keep to no such bound themselves; `null`: no bound, or the engine's own. */
  readonly maxTurns: number | null;
}

type Source = Pick<StepContext, 'spec' | 'record'>;

/** @param engine that of the process, which may be a fallback */
export function launchBudget({ spec, record }: Source, engine: EngineId): LaunchBudget {
  const prices = pricesOver(spec.settings.prices ?? []);
  const { allowance } = record.progress;
  const before = chargeOf(agentsOf(spec, record), prices);
  const { maxTurns } = spec.routine.agent;
  return {
    budget: budgetOf(allowance, before),
    prices,
    because: allowance?.because ?? '',
    // One with a flag of its own counts better than we could.
    maxTurns: findEngine(engine).capabilities.turns ? null : maxTurns,
  };
}

/**
 * The same way to its model, limited to what the process may use. An unknown model costs a budget as much as the most
 * expensive known one; its price is still reported as unknown in the end.
 */
export function bounded(
  gateway: GatewayPlan | null,
  { budget, prices, maxTurns }: LaunchBudget,
): GatewayPlan | null {
  if (gateway === null) return null;
  const unknownPrice = budget === null ? null : dearestPrice(prices);
  return { ...gateway, budget, maxTurns, prices, unknownPrice };
}

/** What its stream is held against. Where a gateway counts, the stream need not. */
function launchBounds(
  { budget, prices, because, maxTurns }: LaunchBudget,
  { model }: Pick<PlanRequest, 'model'>,
  hasGateway: boolean,
): RunBounds {
  return {
    budget: hasGateway ? null : budget,
    because,
    maxTurns: hasGateway ? null : maxTurns,
    prices,
    model,
  };
}

/** For engines with a flag of their own for it, which ends them. */
export function usdToStopAt({ budget }: LaunchBudget): number | null {
  return budget?.onExceed === 'stop' ? budget.usd : null;
}

/** A further process of the agent: by which engine, and what it is told. */
interface FurtherLaunch {
  readonly engine: EngineId;
  readonly ready: ReadyEngine;
  /** To be taken up; `null`: a new one. */
  readonly session: EngineSession | null;
  readonly promptFile: string;
}

/** Throws `engine-missing` and `no-credentials` when either went away since `gate`. */
export async function planLaunch(
  context: StepContext,
  further: FurtherLaunch | null = null,
): Promise<LaunchPlan> {
  const { spec, paths } = context;
  const { limits, permissions } = spec.routine;
  const agent = agentOf(context, further);
  const engine = findEngine(agent.engine);
  const settings = spec.settings.engines[agent.engine];
  const ready = further?.ready ?? (await readyEngine(context));
  const { isolation } = openedBase(context);
  const reach = await agentAccess(context, { engine, settings, isolation });
  const promptFile = further?.promptFile ?? join(paths.brief, 'prompt.md');
  const session = further?.session ?? null;
  const spending = launchBudget(context, agent.engine);
  const tools = await agentTools(context, engine);
  const request: PlanRequest = {
    agent,
    program: ready.program,
    briefFolder: paths.brief,
    worktree: paths.worktree,
    outFolder: paths.out,
    promptFile,
    gitFolders: await gitFoldersOf(context),
    home: paths.agentHome,
    isolation,
    confinable: isConfinable(spec.routine.workspace.isolation, isolation),
    permissions,
    access: reach.access,
    session: sessionPlan(session),
    model: agent.model ?? settings?.model ?? reach.model,
    modelVariables: reach.modelVariables,
    mcp: tools.servers,
    budgetUsd: usdToStopAt(spending),
    args: settings?.args ?? [],
  };
  const plan = engine.plan(request);
  await writeFiles(plan, paths.agentHome);
  const { endpoints, hosts } = reach;
  const seen = { endpoints, hosts, program: ready.program, sockets: tools.folders };
  const enclosed = await encloseAgent({ ...worktreeRequest(context), ...seen }, plan);
  const gateway = bounded(reach.gatewayIn(enclosed.network), spending);
  return {
    ...enclosed,
    gateway,
    ...(reach.login === null ? {} : { login: reach.login }),
    ...(tools.plan === null ? {} : { tools: tools.plan }),
    engine: agent.engine,
    usageBefore: usageOfSession(context.record, session, spec.follows?.kept ?? null),
    bounds: launchBounds(spending, request, gateway !== null),
    stdinPath: plan.stdin === 'prompt' ? promptFile : null,
    timeoutMs: limits.timeoutMs,
    idleTimeoutMs: limits.idleTimeoutMs,
    stopSignal: plan.stopSignal,
    secrets: context.redactor.secrets(),
  };
}

async function encloseAgent(
  worktree: WorktreeRequest,
  { argv, env }: Pick<EnginePlan, 'argv' | 'env'>,
): Promise<EnclosedCommand> {
  const prepared = await readPreparedEnvironment(worktree);
  return enclose(worktree, 'agent', {
    argv,
    cwd: worktree.paths.worktree,
    env: commandEnvironment(worktree, { ...prepared, ...env }),
  });
}

function sessionPlan(session: EngineSession | null): PlanRequest['session'] {
  return session === null
    ? { kind: 'new', id: newUuid() }
    : { kind: 'resume', id: session.id, cwd: session.cwd };
}

async function writeFiles({ files }: Pick<EnginePlan, 'files'>, home: string): Promise<void> {
  for (const { path, text } of files) {
    const file = join(home, path);
    // An earlier agent of the run could write there.
    await clearWay(home, file);
    await writeText(file, text);
  }
}

/** A sandbox of the engine's own wants what ours does, and `auto` took none: it works nowhere here. Elsewhere it is made otherwise. */
function isConfinable(wanted: 'auto' | IsolationLevel, level: IsolationLevel): boolean {
  return wanted !== 'auto' || level === 'sandbox' || targetFacts().os !== 'linux';
}

/** The model that a routine names is its engine's, not that of another one. */
function agentOf({ spec }: StepContext, further: FurtherLaunch | null): Agent {
  const { agent } = spec.routine;
  return further === null || further.engine === agent.engine
    ? agent
    : { ...agent, engine: further.engine, model: null };
}

export async function readyEngine({ spec, env }: StepContext): Promise<ReadyEngine> {
  const { agent } = spec.routine;
  const settings = spec.settings.engines[agent.engine];
  const ready = await findEngine(agent.engine).preflight({
    agent,
    env,
    root: spec.workspace.root,
    ...(settings === undefined ? {} : { settings }),
  });
  if (ready.kind !== 'ready') throw new AppError('missing', ready.failure);
  return ready;
}

/**
 * The program of an engine that is tried in a sandbox before `auto` takes one: it may need what is not there inside.
 * Empty for engines that start what the routine names. Throws `missing` when the engine went away since `gate`.
 */
export async function triedProgram(context: StepContext): Promise<readonly string[]> {
  return (await readyEngine(context)).program;
}

/** `null`: there is nothing to ask; what a routine names may answer to no `--version`. */
export function versionQuestion(program: readonly string[]): readonly string[] | null {
  return program.length === 0 ? null : [...program, '--version'];
}
