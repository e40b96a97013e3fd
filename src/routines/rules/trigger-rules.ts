/** Rules about what makes a routine due. Pure; each answers with every problem it finds. */
import { parseDuration } from '../../words/duration.ts';
import type { RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import type { InputRule } from '../../words/trigger.ts';
import { fitsInput, formatInputType } from '../inputs.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';

type Triggers = WrittenRoutine['on'];

const LONGEST_DEBOUNCE_MS = 86_400_000;

export function triggerBreaches({ on }: WrittenRoutine): readonly RuleBreach[] {
  return [
    ...noTrigger(on),
    ...scheduleBreaches(on),
    ...gitBreaches(on),
    ...filesBreaches(on),
    ...inputBreaches(on),
  ];
}

function noTrigger(on: Triggers): readonly RuleBreach[] {
  if (Object.values(on).some((trigger) => trigger !== undefined)) return [];
  return [
    {
      path: ['on'],
      code: 'no-trigger',
      message: '`on` names nothing that makes the routine due',
      hint: 'Write `on: manual`, or `on: { schedule: "0 7 * * 1-5" }`.',
    },
  ];
}

function scheduleBreaches(on: Triggers): readonly RuleBreach[] {
  return (on.schedule ?? []).flatMap((entry, index) => {
    const given = [entry.cron, entry.every, entry.at].filter((value) => value !== undefined);
    if (given.length === 1) return [];
    return [
      {
        path: ['on', 'schedule', index],
        code: 'one-of',
        message: `this schedule has ${given.length === 0 ? 'none' : given.length} of \`cron\`, \`every\` and \`at\``,
        hint: 'Give exactly one of them; write a second schedule as a further entry of the list.',
      },
    ];
  });
}

function gitBreaches({ git }: Triggers): readonly RuleBreach[] {
  if (git === undefined) return [];
  const paths = [
    ...(onlyTakesAway(git.paths) ? [nothingLeft(['on', 'git', 'paths'])] : []),
    ...fullNames(git.branches, ['on', 'git', 'branches']),
    ...fullNames(git.tags, ['on', 'git', 'tags']),
  ];
  if (git.branches.length > 0 || git.tags.length > 0) return paths;
  return [
    {
      path: ['on', 'git'],
      code: 'nothing-watched',
      message: '`on.git` names no branch and no tag that could move',
      hint: 'Write `git: { branches: [main] }`; `paths` says which changes of a branch count.',
    },
    ...paths,
  ];
}

function filesBreaches({ files }: Triggers): readonly RuleBreach[] {
  if (files === undefined) return [];
  const { paths, debounce } = files;
  const breaches = onlyTakesAway(paths) ? [nothingLeft(['on', 'files', 'paths'])] : [];
  if ((parseDuration(debounce) ?? 0) <= LONGEST_DEBOUNCE_MS) return breaches;
  const long = {
    path: ['on', 'files', 'debounce'],
    code: 'too-long',
    message: `\`on.files.debounce\` is "${debounce}", longer than 1d`,
    hint: 'Write at most 1d.',
  };
  return [...breaches, long];
}

/** Branches and tags are matched by their short names: a full one would wait for ever. */
function fullNames(patterns: readonly string[], path: readonly string[]): readonly RuleBreach[] {
  return patterns.flatMap((pattern, index) => {
    const short = /^refs\/(?:heads|tags|remotes)\/(.+)$/.exec(pattern)?.[1];
    if (short === undefined) return [];
    return [
      {
        path: [...path, index],
        code: 'full-ref-name',
        message: `\`${oneLine(pattern, 80)}\` is the full name of a ref, and only short ones are matched`,
        hint: `Write \`${oneLine(short, 80)}\`.`,
      },
    ];
  });
}

/** Patterns are like those of .gitignore: `!` takes back what another one named. */
function onlyTakesAway(patterns: readonly string[]): boolean {
  return patterns.length > 0 && patterns.every((pattern) => pattern.startsWith('!'));
}

function nothingLeft(path: readonly string[]): RuleBreach {
  return {
    path,
    code: 'empty-pattern',
    message: `every pattern of \`${path.join('.')}\` begins with \`!\`, so that none names a file`,
    hint: 'Write first what counts, such as `docs/**`, then what of it does not.',
  };
}

type Input = NonNullable<Triggers['manual']>['inputs'][string];

function inputBreaches({ manual }: Triggers): readonly RuleBreach[] {
  return Object.entries(manual?.inputs ?? {}).flatMap(([name, input]) => {
    const path = ['on', 'manual', 'inputs', name];
    return [
      ...optionBreaches(input, { path, name }),
      ...defaultBreaches(input, { path, name }),
      ...(input.required && input.default !== null
        ? [
            {
              path: [...path, 'required'],
              code: 'useless-key',
              message: `the input \`${name}\` has a default, so it is never asked for`,
              hint: 'Keep `required` or `default`.',
            },
          ]
        : []),
    ];
  });
}

interface Place {
  readonly path: readonly string[];
  readonly name: string;
}

function optionBreaches({ type, options }: Input, { path, name }: Place): readonly RuleBreach[] {
  if ((type === 'choice') === options.length > 0) return [];
  return [
    {
      path: type === 'choice' ? path : [...path, 'options'],
      code: type === 'choice' ? 'missing-key' : 'useless-key',
      message:
        type === 'choice'
          ? `the input \`${name}\` is a choice and has no \`options\``
          : `the input \`${name}\` has \`options\`, and its type is ${type}`,
      hint:
        type === 'choice'
          ? 'Write what there is to choose from: `options: [fast, thorough]`.'
          : 'Write `type: choice`, or remove `options`.',
    },
  ];
}

function defaultBreaches(input: Input, { path, name }: Place): readonly RuleBreach[] {
  const rule: InputRule = { ...input, byDefault: input.default };
  if (input.default === null || fitsInput(rule, input.default)) return [];
  if (input.type === 'choice' && input.options.length === 0) return [];
  return [
    {
      path: [...path, 'default'],
      code: 'wrong-value',
      message: `the default of the input \`${name}\` is ${JSON.stringify(input.default)}`,
      hint: `Write ${formatInputType(rule)}.`,
    },
  ];
}
