/** What is valid and most likely not meant. A warning never keeps a routine from running. */
import { writtenKinds } from '../../collectors/registry.ts';
import type { EngineId } from '../../words/routine.ts';
import type { RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import { shortestGap } from '../schedule/schedule-breaches.ts';
import { readScheduleEntry } from '../schedule/schedule-entry.ts';
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

// What a prompt holds, judged by its words. It errs on the side of silence: what could be a place or a measure
// counts as one, and a prompt that is not in English is not judged.

interface PromptTraits {
  readonly words: number;
  /** A path, a file, a command, or things of a repository by their name. */
  readonly hasPlace: boolean;
  /** What is handed in, or when it is done. */
  readonly hasMeasure: boolean;
  /** It orders changes to files that are more than documents. */
  readonly asksForChanges: boolean;
  /** The first command it names in backticks, such as `npm test`. */
  readonly command: string | null;
}

const MOST = 20_000;

/** `null` for what cannot be judged: another language, or a template. */
export function readPromptTraits(prompt: string): PromptTraits | null {
  const text = prompt.slice(0, MOST);
  if (text.includes('{{') || !ENGLISH.test(text)) return null;
  const paths = text.match(PATH_WORD) ?? [];
  return {
    words: text.split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word)).length,
    hasPlace: paths.length > 0 || text.includes('`') || THINGS.test(text),
    hasMeasure: MEASURES.test(text),
    asksForChanges: CHANGES.test(text) && !(paths.length > 0 && paths.every(isDocument)),
    command: COMMAND.exec(text)?.[1] ?? null,
  };
}

const ENGLISH = anyOf(
  'the, and, of, for, with, each, every, is, are, that, this, it, what, which, from, improve, enhance, fix, mend, ' +
    'tidy, clean, make, refactor, look, review, optimi[sz]e, keep, update, write, help, check, moderni[sz]e, do, find, ' +
    'work, polish, rewrite, handle, act, maintain, simplify, be, add, remove, read, run, go, report, list',
);

/** `src/`, `docs/cli.md`, `package.json`, `.nvmrc`. */
const PATH_WORD =
  /(?<![\w./-])(?:[\w.@*-]{1,80}\/[\w.@*/-]{0,200}|[\w-]{1,80}(?:\.[\w-]{1,20}){0,3}\.[a-z]{1,6}\b|\.[a-z][\w.]{2,40})/gi;

const THINGS = anyOf(
  'facts, briefs?, findings?, todos?, fixmes?, tickets?, commits?, branch(?:es)?, incidents?, errors?, logs?, alerts?, ' +
    'endpoints?, migrations?, release notes?, changelog, readme, dockerfile, makefile, licen[cs]es?, packages?, ' +
    'dependenc(?:y|ies), tests?, imports?, exports?, files?, functions?, class(?:es)?, modules?, flags?, ' +
    'variables?, api, schemas?, quer(?:y|ies), pages?, workflows?, pipelines?, pull requests?, symbols?, ' +
    'documentation, docs, links?, advisor(?:y|ies), tags?, releases?, comments?, types?, tables?',
);

const MEASURES = anyOf(
  'report(?:ed)?, list, names?, say, tell, counts?, counted, quote, summari[sz]e, summary, propose, write down, ' +
    'group by, one line, one paragraph, at most, at least, no more than, fewer than, until, must, only, percent, ' +
    'pass(?:es)?, fail(?:s|ed)?, leave, otherwise, nothing, if there (?:is|are) (?:none|no), before you stop, exactly, ' +
    'describe, explain, note, open an? item, record, stop when, done when, succeeds?, under [0-9]+, [0-9]+ (?:lines|words)',
);

const VERBS =
  'fix|mend|refactor|rewrite|implement|rename|migrate|upgrade|bump|update|remove|delete|add|change|replace|' +
  'write (?:more |new )?tests|improve|enhance|polish|make (?:it|everything|things)|move|moderni[sz]e|optimi[sz]e|simplify|clean up|tidy|convert|patch|sort the imports';
/** Where an order begins: a sentence, or a further order in it. */
const CHANGES = new RegExp(
  String.raw`(?:^|[.;:!?,\n]\s{0,9}|\b(?:and|then)\s{1,9})(?:please )?(?:${VERBS})\b(?! nothing| no\b| none)`,
  'i',
);

const COMMAND = /`([a-z][\w.-]{0,30} [^`\n]{1,60})`/;

function isDocument(path: string): boolean {
  return /^(?:docs?|documentation)\/|\.(?:md|mdx|rst|adoc|txt)$/i.test(path);
}

function anyOf(words: string): RegExp {
  return new RegExp(String.raw`\b(?:${words.split(/,\s*/).join('|')})\b`, 'i');
}
