/** What is valid and most likely not meant. A warning never keeps a routine from running. */
import { writtenKinds } from '../../collectors/registry.ts';
import type { EngineId } from '../../words/routine.ts';
import type { RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import { type PromptTraits, readPromptTraits } from '../prompt-words.ts';
import { readScheduleEntry } from '../schedule/schedule-entry.ts';
import { shortestGap } from '../schedule/schedule-gap.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';
import { limitWarnings } from './limit-rules.ts';
import { networkWarnings } from './network-rules.ts';

// A prompt that could stand in a routine, made from what the routine has: its collectors, paths and checks.

function promptExample({ agent, collect, workspace }: WrittenRoutine, asks: Asks): string {
  const own = (agent.prompt ?? '').trim().split(/[.!?]\s|\n/)[0] ?? '';
  const first = collect.map(orderFor).find((order) => order !== null) ?? null;
  const keepsOwn = asks.hasPlace && own.length <= 120;
  const order = keepsOwn
    ? `${own.replace(/[.!?]$/, '')}.`
    : (first ??
      (asks.asksForChanges
        ? 'Look through src/, pick the one place that needs it most, and change that alone.'
        : 'Look through src/ for functions that nothing calls.'));
  const check = workspace.checks[0];
  const done = asks.asksForChanges
    ? `\`${check ?? asks.command ?? 'npm test'}\` must pass.`
    : 'Change nothing.';
  return `${order} ${done} Report each place with file and line; if there is none, say so.`;
}

interface Asks {
  readonly hasPlace: boolean;
  readonly asksForChanges: boolean;
  readonly command: string | null;
}

function orderFor(entry: WrittenRoutine['collect'][number]): string | null {
  const [first] = writtenKinds(entry);
  return first === undefined ? null : first[0].promptExample(first[1]);
}

// Schedules that can be followed and hardly are meant: an agent that starts every few minutes.

const LEAST_MINUTES = 15;

/** For an engine that follows prose, whose every start costs. */
function scheduleWarnings({ on }: WrittenRoutine): readonly RuleBreach[] {
  return (on.schedule ?? []).flatMap((entry, index) => {
    const read = readScheduleEntry(entry, '');
    const gap = read?.kind === 'rule' ? shortestGap(read.rule) : null;
    if (gap === null || gap >= LEAST_MINUTES * 60_000) return [];
    const text = oneLine(entry.cron ?? entry.every ?? '', 60);
    return [
      {
        path: ['on', 'schedule', index, entry.cron === undefined ? 'every' : 'cron'],
        code: 'frequent-schedule',
        message: `the schedule "${text}" starts an agent more often than every ${LEAST_MINUTES} minutes`,
        hint: 'Each start costs. Write `hourly` or `every 30m`, unless it is meant.',
      },
    ];
  });
}

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
