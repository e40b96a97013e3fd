/** What is valid and most likely not meant. A warning never keeps a routine from running. */
import type { EngineId } from '../../words/routine.ts';
import type { RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import { promptExample } from '../prompt-example.ts';
import { readPromptTraits, type PromptTraits } from '../prompt-words.ts';
import { scheduleWarnings } from '../schedule/schedule-warnings.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';
import { limitWarnings } from './limit-rules.ts';
import { networkWarnings } from './network-rules.ts';

const SHORT = 8;
const PATH = ['agent', 'prompt'] as const;

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

/**
 * Prompts that an agent could follow anywhere, or for ever: what they lack, and one that lacks nothing.
 * For an engine that follows prose; nothing for a prompt in a file, which only the base commit holds.
 */
function promptWarnings(routine: WrittenRoutine): readonly RuleBreach[] {
  const { prompt } = routine.agent;
  const traits = prompt === null ? null : readPromptTraits(prompt);
  if (traits === null) return [];
  return [...vagueWarnings(routine, traits), ...uncheckedWarnings(routine, traits)];
}

function vagueWarnings(routine: WrittenRoutine, traits: PromptTraits): readonly RuleBreach[] {
  const isMeasured = traits.hasMeasure || (traits.asksForChanges && hasChecks(routine));
  if (traits.hasPlace && isMeasured) return [];
  const lacks = [
    ...(traits.words < SHORT
      ? [`is short (${traits.words === 1 ? '1 word' : `${traits.words} words`})`]
      : []),
    ...(traits.hasPlace ? [] : ['names no place to look']),
    ...(isMeasured ? [] : ['does not say what to hand in or when it is done']),
  ];
  return [
    {
      path: PATH,
      code: 'vague-prompt',
      message: `the prompt ${inWords(lacks)}`,
      hint: `Such as: ${promptExample(routine, traits)}`,
    },
  ];
}

function uncheckedWarnings(routine: WrittenRoutine, traits: PromptTraits): readonly RuleBreach[] {
  if (!traits.asksForChanges || hasChecks(routine)) return [];
  const command = traits.command ?? 'npm test';
  return [
    {
      path: PATH,
      code: 'unchecked-changes',
      message:
        'the prompt asks for changes, and `workspace.checks` is empty: that they work is the agent’s word alone',
      hint: `Add the command that shows it, such as \`workspace: { checks: [${/[[\]{},:#&*!|>'"%@]/.test(command) ? JSON.stringify(command) : command}] }\`.`,
    },
  ];
}

function hasChecks({ workspace }: WrittenRoutine): boolean {
  return workspace.checks.length > 0;
}

function inWords(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
