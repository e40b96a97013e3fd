/** A routine with what was asked for, or one to start from: small, whole, and worth reading. Pure. */
import { readText } from '../../../platform/files.ts';
import { packageFile } from '../../../platform/package.ts';
import { yamlText, editYaml, type YamlEdit } from '../../../routines/edit-yaml.ts';
import { AppError } from '../../../words/errors.ts';
import { type RoutineId, isRoutineId, suggestId } from '../../../words/ids.ts';
import { oneLine } from '../../../words/text.ts';
import type { Survey } from '../survey/survey.ts';
import type { Recipe, Template } from './templates.ts';

interface BlankRequest {
  readonly id: RoutineId;
  /** `null`: that of roundsman.yaml. */
  readonly engine: string | null;
  /** Argv of the program, for `engine: command`. */
  readonly program: readonly string[];
  /** `null`: none was given. */
  readonly prompt: string | null;
  /** As `on.schedule` takes it; `null`: by hand only. */
  readonly schedule: string | null;
  readonly timezone: string | null;
  /** How the project is checked, found here. */
  readonly check: string | null;
}

export function blankText(request: BlankRequest): string {
  if (request.prompt !== null || request.engine === 'command') return askedText(request);
  return [
    `# A routine of your own. Try it at once: roundsman run ${request.id}`,
    '# What else can be here: roundsman schema',
    `name: ${yamlText(titleOf(request.id))}`,
    request.engine === 'builtin'
      ? 'intent: Everyone sees what changed in the last week # why it exists'
      : 'intent: What the pages say is what the code does # why it exists; the agent reads it too',
    '',
    ...triggerLines(request),
    '',
    ...(request.engine === 'builtin' ? builtinLines(request) : promptedLines(request)),
    '',
  ].join('\n');
}

/** Nothing but that. */
function askedText(request: BlankRequest): string {
  const { id, engine, program, prompt, schedule, timezone } = request;
  const lines = prompt?.trim().split('\n') ?? [];
  return [
    `# Run it now: roundsman run ${id}`,
    `name: ${yamlText(titleOf(id))}`,
    schedule === null
      ? 'on: manual'
      : `on: { schedule: ${scheduleYaml(schedule, timezone)}, manual: true }`,
    'agent:',
    ...(engine === null ? [] : [`  engine: ${engine}`]),
    ...(engine === 'command' ? [`  command: [${program.map(yamlText).join(', ')}]`] : []),
    ...(prompt === null
      ? []
      : ['  prompt: |', ...lines.map((line) => (line.trim() === '' ? '' : `    ${line}`))]),
    '',
  ].join('\n');
}

function triggerLines({ schedule, timezone }: BlankRequest): readonly string[] {
  if (schedule === null)
    return [
      'on:',
      '  manual: true # run it by hand; without the #, the next line makes it due by itself',
      '  # schedule: "0 7 * * 1-5" # weekdays at 07:00, in the zone of roundsman.yaml',
    ];
  return ['on:', `  schedule: ${scheduleYaml(schedule, timezone)}`, '  manual: true'];
}

/** A cron line or phrase; with a zone of its own it needs the full form. */
function scheduleYaml(schedule: string, timezone: string | null): string {
  const line = JSON.stringify(schedule);
  return timezone === null ? line : `[{ cron: ${line}, timezone: ${yamlText(timezone)} }]`;
}

function builtinLines({ id, check }: BlankRequest): readonly string[] {
  return [
    'window: { since: 7d } # the week before the run',
    '',
    'collect:',
    '  - commits # what the run is told; others: todos, tickets, release-notes, command',
    '',
    'agent:',
    '  engine: builtin # needs no account and no network',
    '  builtin: facts # writes down what was collected, and judges nothing',
    `  # With an agent of yours: roundsman new ${id}-2 --engine command -- PROGRAM …`,
    ...checkLines(check, true),
  ];
}

function promptedLines(request: BlankRequest): readonly string[] {
  const { engine, check } = request;
  return [
    'window: { since: 7d } # the week before the run',
    '',
    'collect:',
    '  - commits # what the agent is told; others: todos, tickets, release-notes, command',
    '',
    'agent:',
    `  engine: ${engine}`,
    '  prompt: | # say what to look at, what to leave alone, and how to know that it is right',
    '    Look at the commits in the facts, and at the pages in docs/ and README.md that describe what they changed.',
    '    Where a page says something that is not true any more, mend the sentence in place.',
    '    Change nothing outside of docs/ and README.md, and no code.',
    '    Report each page that you changed with its path and the commit that made it wrong.',
    '    If every page still holds, write noop.json with the reason and change nothing.',
    ...checkLines(check, false),
    '',
    'outputs:',
    '  mode: review # what it proposes waits until a person says yes',
    '  branch: { max-files: 20 } # a branch with more changed files is refused',
  ];
}

function checkLines(check: string | null, asComment: boolean): readonly string[] {
  if (check === null) return [];
  const checks = `checks: [${yamlText(check)}] # after the agent; the result is in the report`;
  const mark = asComment ? '# ' : '';
  return ['', `${mark}workspace:`, `${mark}  ${checks}`];
}

// A routine that ships, with what was found here filled in.
interface ShippedRequest {
  readonly id: RoutineId;
  readonly shipped: NonNullable<Template['shipped']>;
  readonly found: Pick<Survey, 'tickets' | 'changelog'>;
  /** What the command line asked for; `null` leaves what ships. */
  readonly engine: string | null;
  readonly program: readonly string[];
  readonly schedule: string | null;
  readonly timezone: string | null;
}

export async function shippedText(request: ShippedRequest): Promise<string> {
  const { id, shipped } = request;
  const text = await readText(packageFile(`routines/${shipped}.yaml`));
  const edited = editYaml(text, editsOf(request));
  const named = edited.replaceAll(`roundsman run ${shipped}`, `roundsman run ${id}`);
  // Its head tells to fill in what is filled in here.
  return request.found.tickets.found.length > 0
    ? named.replace('# Point `path` at your export, then try it at once: ', '# Try it at once: ')
    : named;
}

interface RecipeText {
  readonly routine: string;
  /** What goes to {@link programFile}. */
  readonly program: string;
}

/** A routine of the cookbook, with the program that it starts. */
export async function recipeText(
  recipe: Recipe,
  asked: Pick<ShippedRequest, 'id' | 'schedule' | 'timezone'>,
): Promise<RecipeText> {
  const [routine, program] = await Promise.all(
    ['yaml', 'mjs'].map(
      async (ending) => await readText(packageFile(`docs/cookbook/${recipe}/${recipe}.${ending}`)),
    ),
  );
  return {
    routine: editYaml(routine ?? '', askedEdits(recipe, asked)),
    program: program ?? '',
  };
}

/** Where the program of a recipe is looked for by its routine. */
export function programFile(recipe: Recipe): string {
  return `tools/${recipe}.mjs`;
}

/** A name and a time of its own. */
function askedEdits(
  shipped: string,
  { id, schedule, timezone }: Pick<ShippedRequest, 'id' | 'schedule' | 'timezone'>,
): readonly YamlEdit[] {
  return [
    ...(id === shipped ? [] : [{ path: ['name'], yaml: yamlText(titleOf(id)) }]),
    ...(schedule === null
      ? []
      : [
          {
            path: ['on', 'schedule'],
            yaml: scheduleYaml(schedule, timezone),
            dropComment: true as const,
          },
        ]),
  ];
}

function editsOf(request: ShippedRequest): readonly YamlEdit[] {
  const { shipped, engine, program } = request;
  return [
    ...askedEdits(shipped, request),
    ...foundEdits(request),
    ...(engine === null ? [] : [{ path: ['agent', 'engine'], yaml: engine }]),
    ...(engine === 'command'
      ? [{ path: ['agent', 'command'], yaml: `[${program.map(yamlText).join(', ')}]` }]
      : []),
  ];
}

function foundEdits({ shipped, found }: ShippedRequest): readonly YamlEdit[] {
  const [tickets] = found.tickets.found;
  if (shipped === 'ticket-digest' && tickets !== undefined) {
    return [
      { path: ['collect', 0, 'tickets', 'path'], yaml: yamlText(tickets.path) },
      // It ships switched off because it would look for tickets where there are none.
      { path: ['enabled'], yaml: 'true', dropComment: true },
    ];
  }
  const { path, usual } = found.changelog;
  if (shipped === 'release-check' && path !== null && !usual) {
    return [{ path: ['collect', 0, 'release-notes', 'path'], yaml: yamlText(path) }];
  }
  return [];
}

// The id and the first name of a routine that is to be written. Pure.

/** Throws `usage` with the nearest id that is one. */
export function readNewId(text: string): RoutineId {
  if (isRoutineId(text)) return text;
  const near = suggestId(text);
  const rule = 'lower-case letters, digits and hyphens, at most 63';
  throw new AppError('usage', {
    code: 'bad-id',
    message: `"${oneLine(text, 80)}" cannot be the id of a routine: an id has ${rule}`,
    hint:
      near === null
        ? 'For example: roundsman new nightly-sweep'
        : `For example: roundsman new ${near}`,
  });
}

/** `docs-check` → `Docs check`: a first name that people can read. */
export function titleOf(id: RoutineId): string {
  const words = id.replaceAll('-', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
