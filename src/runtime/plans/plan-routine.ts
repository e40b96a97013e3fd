/** The routine of a run that splits up an item. It is no file of the workspace: it can be started by `plan` alone. */
import { join } from 'node:path';

import { makeFolder, writeDurably } from '../../platform/files.ts';
import { invalidDefinition, readContext } from '../../routines/definitions.ts';
import type { LoadedRoutine } from '../../routines/load-routine.ts';
import { runSettings } from '../../routines/run-settings.ts';
import { trustedSettings } from '../../routines/trust/trusted-settings.ts';
import { workspacePaths } from '../../store/state-paths.ts';
import type { EngineId } from '../../words/routine.ts';
import type { Workspace } from '../../workspace/contract.ts';

const PLAN_ROUTINE = 'plan-item';

const TASK = `Split the item that this run is for into sub-items that can be worked on apart, each in a branch of its own.
Read the code first: what has to change, and where. Look at the branches that wait and at the other items, so that
nothing is planned that is under way already.

Write \`$ROUNDSMAN_OUT/plan.jsonl\`, one JSON object a line:
\`{"title", "body", "files": [PATH], "dependsOn": [N]}\`

- \`title\`: one line. \`body\`: Markdown, what is to be done and how one sees that it is done.
- \`files\`: the files that are expected to change, as paths or patterns from the root of the repository, such as
  \`src/http/**\`. Let no two sub-items change the same file where that can be helped.
- \`dependsOn\`: the numbers of the lines that have to be done before, the first line being 1.
- Two to ten sub-items are usual, thirty are the most. What is small enough to be done in one go is one line.

Write the report with the one heading Summary: how you split it, and what you left open. Change no file of the
repository and commit nothing: a person decides on the plan first.
`;

export interface PlanRoutineRequest {
  readonly engine: EngineId;
  /** `key=value`, as given to `--set`. */
  readonly overrides: readonly string[];
}

/** Throws `invalid-definition`. */
export async function planRoutine(
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
  const folder = workspacePaths(workspace.location.stateDir).plans;
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
