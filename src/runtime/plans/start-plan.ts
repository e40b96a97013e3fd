/** Has an item split up: by an engine, in a run of its own, or without one, by where its findings are. */
import { join } from 'node:path';

import { itemForRun } from '../../context/items/item-for-run.ts';
import { surveyItems } from '../../context/items/list-items.ts';
import { findItem } from '../../context/items/update-item.ts';
import { engineIds, takesProgram } from '../../engines/registry.ts';
import { planFromFindings } from '../../ledger/item-plan.ts';
import { makeFolder, writeDurably } from '../../platform/files.ts';
import { newRunId } from '../../platform/ids.ts';
import { runSettings } from '../../routines/definition-context.ts';
import { readContext, invalidDefinition } from '../../routines/definitions.ts';
import type { LoadedRoutine } from '../../routines/load-routine.ts';
import { trustedSettings } from '../../routines/trust/trusted-settings.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { ItemPlan, Item } from '../../words/item.ts';
import type { EngineId } from '../../words/routine.ts';
import { oneLine } from '../../words/text.ts';
import type { RunHandle, WarmSupervisor, Workspace } from '../../workspace/contract.ts';
import { startRun } from '../start-run.ts';
import { planSituation } from './current-plan.ts';

const PLAN_ROUTINE = 'plan-item';

const TASK = `Split the item that this run is for into sub-items that can be worked on apart, each in a branch of its own.
Read the code first: what has to change, and where. Look at the branches that wait and at the other items, so that
nothing is planned that is under way already.

Write \`$ROUNDSMAN_OUT/plan.jsonl\`, one JSON object a line:
\`{"title", "body", "files": [PATH], "dependsOn": [N]}\`

- \`title\`: one line. \`body\`: Markdown, what to do and how one sees that it is done.
- \`files\`: the files that are expected to change, as paths or patterns from the root of the repository, such as
  \`src/http/**\`. Let no two sub-items change the same file where that can be helped.
- \`dependsOn\`: the numbers of the lines that have to be done before, the first line being 1.
- Two to ten sub-items are usual, thirty are the most. What is small enough to be done in one go is one line.

Write the report with the one heading Summary: how you split it, and what you left open. Change no file of the
repository and commit nothing: a person decides on the plan first.
`;

interface PlanRequest {
  /** As typed. */
  readonly item: string;
  /** As typed; `null`: that of roundsman.yaml, else none. */
  readonly engine: string | null;
  /** `key=value`, laid over the routine of the run. */
  readonly overrides: readonly string[];
  /** One that waits is declined. */
  readonly again: boolean;
  readonly supervisor: WarmSupervisor | null;
}

type StartedPlan =
  | { readonly kind: 'made'; readonly item: Item; readonly plan: ItemPlan }
  | { readonly kind: 'running'; readonly item: Item; readonly handle: RunHandle };

/** Throws `usage`, `not-found`, `refused`, `invalid-definition`. */
export async function startPlan(workspace: Workspace, request: PlanRequest): Promise<StartedPlan> {
  const forItem = await itemForRun(workspace, request.item);
  const item = await findItem(workspace, request.item);
  const engine = await engineFor(workspace, request);
  await clearTheWay(workspace, item, request.again);
  if (engine === 'builtin')
    return { kind: 'made', item, plan: await planByFindings(workspace, item) };
  const loaded = await planRoutine(workspace, { engine, overrides: request.overrides });
  const { warnings: _warnings, ...definition } = loaded;
  const { supervisor } = request;
  const handle = await startRun({
    workspace,
    ...definition,
    ...forItem,
    item: { key: item.key, purpose: 'plan' },
    // It changes nothing.
    touches: [],
    ...(supervisor === null ? {} : { supervisor }),
  });
  return { kind: 'running', item, handle };
}

/** Throws `usage` for what is no engine. */
async function engineFor(
  workspace: Workspace,
  { engine: text, overrides }: PlanRequest,
): Promise<EngineId> {
  const set = overrides
    .findLast((one) => one.startsWith('agent.engine='))
    ?.slice('agent.engine='.length);
  const typed = text ?? set ?? null;
  if (typed === null) {
    const { context } = await readContext(workspace);
    const usual = context.workspace.engine;
    // What these two start is named by each routine.
    return usual === null || takesProgram(usual) ? 'builtin' : usual;
  }
  const engine = engineIds().find((one) => one === typed);
  if (engine !== undefined) return engine;
  throw new AppError('usage', {
    code: 'unknown-engine',
    message: `there is no engine "${oneLine(typed, 40)}"`,
    hint: `There are: ${engineIds().join(', ')}.`,
  });
}

/** One plan of an item at a time. Throws `refused`. */
async function clearTheWay(workspace: Workspace, { key }: Item, again: boolean): Promise<void> {
  const { plan, planning } = await planSituation(workspace, key);
  if (planning !== null) {
    const id = shortIdOf(planning);
    throw new AppError('refused', {
      code: 'still-planning',
      message: `run ${id} is at a plan of ${key} already`,
      hint: `Watch it: roundsman logs ${id} -f   or end it: roundsman cancel ${id}`,
    });
  }
  // One that waits is declined by the new one, once that is there.
  if (plan === null || plan.state !== 'proposed' || again) return;
  throw new AppError('refused', {
    code: 'plan-waits',
    message: `a plan of ${key} waits for a yes or no`,
    hint: `Look: roundsman plan ${key} --show   take it: roundsman plan accept ${key}   or make another: roundsman plan ${key} --again`,
  });
}

/** Throws `refused` when there is nothing to go by. */
async function planByFindings(workspace: Workspace, { key }: Item): Promise<ItemPlan> {
  const survey = await surveyItems(workspace);
  const found = survey.find(({ item }) => item.key === key);
  const open = new Set(
    (found?.ties.findings ?? [])
      .filter(({ state }) => state !== 'resolved' && state !== 'dismissed')
      .map(({ id }) => id),
  );
  const findings = (await workspace.findings.listAll()).filter(({ id }) => open.has(id));
  const tasks = planFromFindings(findings);
  if (tasks.length < 2) {
    throw new AppError('refused', {
      code: 'nothing-to-split',
      message:
        tasks.length === 0
          ? `${key} has no open finding by which it could be split up without a model`
          : `${key} has one open finding: there is nothing to split up without a model`,
      hint: `Have an engine look at it: roundsman plan ${key} --engine claude   which are here: roundsman agents`,
    });
  }
  const now = workspace.clock.now();
  const plan: ItemPlan = {
    id: newRunId(now),
    item: key,
    state: 'proposed',
    engine: 'builtin',
    run: null,
    tasks,
    problems: [],
    createdAt: now.toISOString(),
    decision: null,
  };
  await workspace.plans.create(plan);
  return plan;
}

/** The routine of a run that splits up an item. It is not a file of the workspace: it can be started by `plan` alone. */
interface PlanRoutineRequest {
  readonly engine: EngineId;
  /** `key=value`, as given to `--set`. */
  readonly overrides: readonly string[];
}

/** Throws `invalid-definition`. */
async function planRoutine(
  workspace: Workspace,
  { engine, overrides }: PlanRoutineRequest,
): Promise<LoadedRoutine> {
  const { config } = await trustedSettings(workspace);
  const { parseRoutine } = await import('../../routines/parse-routine.ts');
  const { context } = await readContext(workspace);
  // JSON is YAML.
  const text = `${JSON.stringify(written(engine, overrides), null, 2)}\n`;
  const file = `${PLAN_ROUTINE}.yaml`;
  const bytes = new TextEncoder().encode(text);
  const reading = parseRoutine({ file, bytes, overrides }, context);
  if (reading.kind === 'problems')
    throw invalidDefinition('the routine of `plan`', reading.problems);
  const folder = machinePaths(workspace.location.stateDir).planRoutines;
  await makeFolder(folder);
  const path = join(folder, file);
  await writeDurably(path, text);
  return {
    routine: reading.routine,
    definition: { path, hash: reading.hash, source: 'working-tree', overrides },
    settings: runSettings(config),
    warnings: reading.warnings,
  };
}

function written(engine: EngineId, overrides: readonly string[]): unknown {
  // A key that is laid over has to be there for `acp` and `command` alone.
  const named = overrides.some((one) => one.startsWith('agent.command='));
  return {
    name: 'Plan of an item',
    intent: 'Work that one can see through, in parts that can be reviewed apart',
    on: 'manual',
    policy: { overlap: 'allow-all' },
    agent: { engine, prompt: TASK, ...(named ? { command: ['true'] } : {}) },
    report: { require: ['summary'] },
    // Whatever it changes all the same is refused.
    outputs: { branch: { protected: ['**'] } },
  };
}
