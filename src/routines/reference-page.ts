/** docs/routine-reference.md, made from what validates the files. */
import { isRecord } from '../platform/json.ts';
import { PHRASE_FORMS } from './schedule/schedule-words.ts';
import { fullSchemaOf, routineShape, type JsonSchema } from './schema/json-schema.ts';
import { typeText } from './schema/schema-lookup.ts';
import { workspaceSchema } from './schema/workspace-schema.ts';

// The parts of the reference page that no schema can tell: prompts, inputs, conditions, events.

const VARIABLES = [
  ['routine.id` `routine.name` `routine.intent` `routine.owner', 'of the file'],
  ['run` `date', 'the id of the run; its local date, `2026-11-21`'],
  ['window.from` `window.to', 'ISO 8601; `the beginning` where there is no `from`'],
  [
    'inputs.NAME',
    'each of `on.manual.inputs`; blank without a value, and `false` for a boolean, so that `{{#if inputs.NAME}}` can ask. Programs have it as `ROUNDSMAN_INPUT_NAME`, `dry-run` as `ROUNDSMAN_INPUT_DRY_RUN`',
  ],
  ['event.kind', '`webhook`, `deployment`, `git`, `files` or `routine`; blank without an event'],
  [
    'deployment.environment` `deployment.state` `deployment.previous` `deployment.deployed',
    'of the event; blank without one, and `previous` also for the first that is known',
  ],
  [
    'facts.NAME.found` `facts.NAME.examined` `facts.NAME.truncated` `facts.NAME.file',
    'of each collector',
  ],
  ['counts.reports` `counts.findings` `counts.branches', 'of earlier runs'],
] as const;

const PROMPT_SECTION: readonly string[] = [
  '## What prompts can name',
  '',
  'A prompt is a Handlebars template. A name that is not in this table is an error, with its line. What came from outside (facts, summaries, payloads) is never',
  'put in: the agent finds it in files, and is told that it is data.',
  '',
  '| names | what they are |',
  '|---|---|',
  ...VARIABLES.map(([names, what]) => `| \`${names}\` | ${what} |`),
  '',
];

const CONDITION_SECTION: readonly string[] = [
  '## Conditions',
  '',
  'The command of `condition` runs after the base is resolved and before anything is collected or spent, in a checkout of the base that is thrown away',
  'afterwards. `sh` reads it. It has the environment of a check (`permissions.env`, `ROUNDSMAN_RUN`, `ROUNDSMAN_WINDOW_FROM`, `ROUNDSMAN_WINDOW_TO`, the inputs),',
  'and `ROUNDSMAN_CONDITION_STATE`.',
  '',
  '| exit code | effect |',
  '|---|---|',
  '| 0 | the run continues; the first 4 kB that it printed are `condition.txt` of the brief, marked as untrusted |',
  '| 10 | the run is skipped; the first line that it printed is the reason |',
  '| anything else, or too late | the run has failed (`condition-failed`) |',
  '',
  '`ROUNDSMAN_CONDITION_STATE` names a file with what the condition left there last time; at first it is empty. What it leaves, at most 16 kB, is kept at once',
  'when there was nothing to do, and else when the run went well. A replay of a run does not ask again.',
  '',
];

export function referencePage(): string {
  const workspace = fullSchemaOf(workspaceSchema);
  const parts = [
    '# Routine reference',
    '',
    'Every key of a routine and of `roundsman.yaml`. Made from the schema by `npm run docs`; do not edit.',
    '',
    'A routine is one YAML 1.2 file in `routines/`; its file name is its id (lower-case letters, digits, hyphens). Keys that are not listed here are refused.',
    '`roundsman validate` shows every problem of a file at once, and `roundsman validate --resolved routines/NAME.yaml` prints it with every default and where each',
    'value came from. Editors check a file as it is written with `# yaml-language-server: $schema=…/docs/schemas/routine.schema.json` on its first line. The',
    'smallest valid forms:',
    '',
    '```yaml',
    '# routines/links.yaml',
    'on: manual',
    'agent: { engine: command, command: [node, tools/agent.mjs], prompt: Report dead links in docs/ with their lines. }',
    '# routines/todos.yaml, with `engine: builtin` in roundsman.yaml',
    'on: { schedule: "0 7 * * 1-5" }',
    'collect: [todos]',
    '```',
    '',
    'One value can be changed for one run: `roundsman run NAME --set collect.todos.older-than=0d`. Keys are joined by dots, an entry of `collect` is named by its',
    'collector, other entries of lists by position from 0. The tables join keys in the same way, without positions; `NAME` is a name of yours.',
    '',
    ...phraseSection(),
    ...PROMPT_SECTION,
    ...CONDITION_SECTION,
    ...routineSections(routineShape()),
    '## roundsman.yaml',
    '',
    ...table(rowsOf(workspace, '')),
    ...connectionSection(workspace),
  ];
  return `${parts.join('\n').trimEnd()}\n`;
}

function phraseSection(): readonly string[] {
  return [
    '## Schedules in words',
    '',
    'Where a cron line goes, words go as well: `on: { schedule: weekdays at 07:30 }`. Capital letters make no difference. Times are `07:00`, `7:30`, `7am`, `7:30',
    'pm`, `noon` and `midnight`. Anything else is refused, with the nearest phrase.',
    '',
    '| words | meaning |',
    '|---|---|',
    ...PHRASE_FORMS.map(({ form, meaning }) => `| \`${form}\` | ${cell(meaning)} |`),
    '',
    'A time of the routine’s own is reckoned from its id, and from `name` of roundsman.yaml where that is set: the same on every machine and every day, another for',
    'the next routine. Renaming the routine moves it. `roundsman next NAME` shows it.',
    '',
  ];
}

/** As many rows make a key a section. */
const LARGE = 10;

/** A table of the small keys, then one for each large one. */
function routineSections(schema: JsonSchema): readonly string[] {
  const required = requiredOf(schema);
  const keys = Object.entries(propertiesOf(schema)).map(([key, inner]) => {
    const rows = rowsOf({ properties: { [key]: inner }, required }, '');
    return { key, rows };
  });
  const isLarge = ({ rows }: { rows: readonly unknown[] }): boolean => rows.length >= LARGE;
  return [
    '## routines/NAME.yaml',
    '',
    ...table(keys.filter((one) => !isLarge(one)).flatMap(({ rows }) => rows)),
    ...keys.filter(isLarge).flatMap(({ key, rows }) => [`### \`${key}\``, '', ...table(rows)]),
  ];
}

function table(rows: readonly (readonly string[])[]): readonly string[] {
  return [
    '| key | type | default | what it does | example |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
    '',
  ];
}

/** The keys of connections, each with the kinds that take it. */
function connectionSection(workspace: JsonSchema): readonly string[] {
  const entry = propertiesOf(workspace)['connections']?.['additionalProperties'];
  const kinds = isRecord(entry) && Array.isArray(entry['oneOf']) ? entry['oneOf'] : [];
  const kindsByRow = new Map<string, string[]>();
  for (const schema of kinds.filter(isRecord)) {
    const { kind, ...properties } = propertiesOf(schema);
    const described = rowsOf({ ...schema, properties }, '').filter(([, , , what]) => what !== '');
    for (const row of described) {
      const line = row.map(cell).join(' | ');
      kindsByRow.set(line, [...(kindsByRow.get(line) ?? []), String(kind?.['const'])]);
    }
  }
  return [
    '### `connections.NAME`',
    '',
    'A connection begins with `kind`; [connections.md](connections.md) has examples of each.',
    '',
    '| kinds | key | type | default | what it does | example |',
    '|---|---|---|---|---|---|',
    ...[...kindsByRow].map(
      ([line, names]) =>
        `| ${names.length === kinds.length ? 'all' : names.join(', ')} | ${line} |`,
    ),
    '',
  ];
}

/** A row for each key, and after that of a map the rows of the keys inside, with its name before theirs. */
function rowsOf(schema: JsonSchema, prefix: string): readonly (readonly string[])[] {
  const required = requiredOf(schema);
  return Object.entries(propertiesOf(schema)).flatMap(([key, inner]) => {
    const examples = Array.isArray(inner['examples']) ? inner['examples'] : [];
    const map = mapInside(inner);
    const named = mapInside(inner['additionalProperties']) === null ? key : `${key}.NAME`;
    return [
      [
        `\`${prefix}${key}\``,
        typeText(inner).replace(/^a map with keys such as .*/, 'a map'),
        required.includes(key) ? 'required' : defaultText(inner),
        typeof inner['description'] === 'string' ? inner['description'] : '',
        examples.length > 0 ? code(examples[0]) : '',
      ],
      ...(map === null ? [] : rowsOf(map, `${prefix}${named}.`)),
    ];
  });
}

/** The map that a value is, or may be, or that each entry of its list, or under its names, is. */
function mapInside(schema: unknown): JsonSchema | null {
  if (!isRecord(schema)) return null;
  if (isRecord(schema['properties'])) return schema;
  if (isRecord(schema['items'])) return mapInside(schema['items']);
  if (isRecord(schema['additionalProperties'])) return mapInside(schema['additionalProperties']);
  const inner = Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isRecord) : [];
  return inner.map(mapInside).find((map) => map !== null) ?? null;
}

function requiredOf(schema: JsonSchema): readonly string[] {
  return Array.isArray(schema['required']) ? schema['required'].map(String) : [];
}

/** `null` and the empty map of a section say nothing to a reader. */
function defaultText(schema: JsonSchema): string {
  const value = schema['default'];
  const silent =
    value === undefined || value === null || (isRecord(value) && Object.keys(value).length === 0);
  return silent ? '' : code(value);
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : flow(value)}\``;
}

/** YAML in one line, as a person would write it. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => flow(item)).join(', ')}]`;
  if (isRecord(value)) {
    const pairs = Object.entries(value).map(([key, item]) => `${key}: ${flow(item)}`);
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
  }
  const text = String(value);
  return typeof value === 'string' && /^[*&!|>@%#["']|[:#] |, |[{}]/.test(text)
    ? JSON.stringify(text)
    : text;
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { properties } = schema;
  if (!isRecord(properties)) return {};
  const entries = Object.entries(properties).flatMap(([key, value]) =>
    isRecord(value) ? [[key, value] as const] : [],
  );
  return Object.fromEntries(entries);
}
