/** Prompts that an agent could follow anywhere, or for ever: what they lack, and one that lacks nothing. */
import { promptExample } from '../prompt-example.ts';
import { readPromptTraits, type PromptTraits } from '../prompt-words.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';
import type { RuleBreach } from './rule-breach.ts';

const SHORT = 8;
const PATH = ['agent', 'prompt'] as const;

/** For an engine that follows prose; nothing for a prompt in a file, which only the base commit holds. */
export function promptWarnings(routine: WrittenRoutine): readonly RuleBreach[] {
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
