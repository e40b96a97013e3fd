/** What is valid and most likely not meant. A warning never keeps a routine from running. */
import type { EngineId } from '../../words/routine.ts';
import { oneLine } from '../../words/text.ts';
import { scheduleWarnings } from '../schedule/schedule-warnings.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';
import { limitWarnings } from './limit-rules.ts';
import { networkWarnings } from './network-rules.ts';
import { promptWarnings } from './prompt-warnings.ts';
import type { RuleBreach } from './rule-breach.ts';

/** The built-in engine follows no prose and costs nothing; what its set-up and checks reach counts as with any other. */
export function routineWarnings(routine: WrittenRoutine, engine: EngineId): readonly RuleBreach[] {
  const always = [...limitWarnings(routine, engine), ...networkWarnings(routine)];
  if (engine === 'builtin') return always;
  const { agent } = routine;
  const followsProse = agent.prompt !== null || agent['prompt-file'] !== null;
  return [
    ...(followsProse ? [...promptWarnings(routine), ...scheduleWarnings(routine)] : []),
    ...tokenWarnings(routine),
    ...always,
  ];
}

/** Names that usually hold a key to change something outside. */
const WRITES =
  /^(GH_TOKEN|GITHUB_TOKEN|GITHUB_PAT|GITLAB_TOKEN|NPM_TOKEN|NODE_AUTH_TOKEN|PYPI_TOKEN|TWINE_PASSWORD|CARGO_REGISTRY_TOKEN|AWS_SECRET_ACCESS_KEY|SSH_AUTH_SOCK|.*_(WRITE|ADMIN|DEPLOY|PUBLISH)_?(TOKEN|KEY|SECRET|PASSWORD)|(WRITE|ADMIN|DEPLOY|PUBLISH)_(TOKEN|KEY|SECRET|PASSWORD))$/i;

function tokenWarnings({ permissions }: WrittenRoutine): readonly RuleBreach[] {
  return permissions.env.flatMap((name, index) =>
    WRITES.test(name)
      ? [
          {
            path: ['permissions', 'env', index],
            code: 'write-token',
            message: `\`permissions.env\` hands the agent ${oneLine(name, 60)}, which by its name may write`,
            hint: 'Let it propose instead (`outputs`), or give it a key that can only read, under a name that says so.',
          },
        ]
      : [],
  );
}
