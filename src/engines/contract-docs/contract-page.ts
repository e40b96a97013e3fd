/** docs/agent-contract.md and docs/schemas/agent-*.json, made from the schemas that runs are checked with. */
import { isRecord } from '../../platform/json.ts';
import { CONTRACT_VERSION, OUT_LIMITS } from '../agent-contract.ts';
import { HANDOFF_LIMIT } from '../out-limits.ts';
import { jsonSchemaOf, OUT_FILES } from './agent-schemas.ts';

/** Contents by path, relative to the repository's root. */
export function agentContractDocs(): Readonly<Record<string, string>> {
  const schemas = OUT_FILES.map((file): readonly [string, string] => [
    `docs/schemas/${file.schemaFile}`,
    `${JSON.stringify(jsonSchemaOf(file), null, 2)}\n`,
  ]);
  return { 'docs/agent-contract.md': renderPage(), ...Object.fromEntries(schemas) };
}

function renderPage(): string {
  const rows = OUT_FILES.flatMap((file) => {
    const forms = objectsOf(jsonSchemaOf(file));
    const own = forms.length === 1 ? fieldWords(forms[0] ?? {}) : 'those of its `type`:';
    const types = forms.length === 1 ? [] : forms.map((form) => `| | | ${fieldWords(form)} |\n`);
    return [
      `| [\`${file.file}\`](schemas/${file.schemaFile}) | ${file.purpose} | ${own} |\n`,
      ...types,
    ];
  });
  return INTRODUCTION + rows.join('');
}

const INTRODUCTION = `# The contract with an agent, version ${CONTRACT_VERSION}

<!-- Made from src/engines/agent-contract.ts by \`npm run docs\`; edit that. -->

This page is for writing a program that works as an agent. It starts in its worktree, reads its task from one folder and writes
its report to another. It needs no library and no protocol.

## What it is given

| variable | meaning |
| --- | --- |
| \`ROUNDSMAN_BRIEF\` | A folder to read: \`prompt.md\`, \`brief.json\`, \`facts/<collector>.json\`, \`context/…\`; and, if there is one, \`event.json\` or \`event.txt\` (what came with the event that made the run due) and \`condition.txt\`. All but the prompt is data |
| \`ROUNDSMAN_OUT\` | A folder to write to, outside the worktree |
| \`ROUNDSMAN_RUN\` | The id of the run |
| \`ROUNDSMAN_WINDOW_FROM\`, \`ROUNDSMAN_WINDOW_TO\` | The time span that the run covers, ISO 8601; \`TO\` is not included |
| \`ROUNDSMAN_INPUT_SINCE\`, … | What \`on.manual.inputs\` of the routine declares, its name in capitals with \`_\` for \`-\`; empty without a value and a default |
| \`ROUNDSMAN_PORT_1\`, … | Free ports, as many as \`workspace.ports\` asks for |
| \`ROUNDSMAN_MODEL_URL\`, \`ROUNDSMAN_MODEL_TOKEN\` | For engine \`command\`, when roundsman.yaml names \`endpoint\` and \`api\` under \`engines.command\`: the address of its model, without \`/v1\`, and the token to use there. The key itself stays outside |

The working directory is a fresh worktree of the repository. Commits and uncommitted changes there come back as a branch for review.
Engine \`command\` gets the prompt on stdin as well.

## What it writes

\`report.md\` is the report, in Markdown. Its headings answer \`report.require\` of the routine: \`findings\` is answered by
\`## Findings\`, with something under it. Without a valid report the run has failed, whatever the exit code says. A program of engine \`command\` that ends
with 0 and writes no report has reported what it printed, if that is text. The smallest agent:

\`\`\`sh
#!/bin/sh
printf '## Summary\\n\\nAll is well.\\n\\n## Findings\\n\\nNone.\\n' > "$ROUNDSMAN_OUT/report.md"
\`\`\`

\`handoff.md\` is a note for the next run, in Markdown, at most ${HANDOFF_LIMIT.toLocaleString('en-US')} characters. It becomes part of the report, which the next
run of the routine gets.

The files below are optional. Each line of a \`.jsonl\` file is one JSON object. A file holds at most ${OUT_LIMITS.maxLines.toLocaleString('en-US')} lines and
${OUT_LIMITS.maxFileBytes.toLocaleString('en-US')} bytes. A line that breaks its schema makes the report invalid and is named there. Unknown fields are errors. The folder is
read once, after every process of the agent has ended; links in it are refused. An engine that supports MCP also gets tools
([mcp.md](mcp.md)). Their calls are records of the same form; both count together. A call of \`finish\` overrides \`report.md\` and
\`noop.json\`.

Each file links to its JSON Schema, which says what a field holds, its limits and its meaning. Needed fields are in bold. \`fingerprint\`
is a key of your own that stays the same from run to run; without it one is made from path, symbol and title. \`item\` is the key of an
item that is there, such as \`RM-7\`; \`key\` is one of \`context.reservedItems\` in \`brief.json\`. With \`narrowed\` there, a person set where this run
looks: findings that it does not report are not resolved. A \`title\` is one line, a \`body\`
Markdown. \`default\` is used when no answer comes in time, \`deadline\` (\`15m\`, \`4h\`, \`2d\`) says how long to wait. A plan's
\`dependsOn\` has numbers of earlier lines, the first being 1.

| file | purpose | fields |
| --- | --- | --- |
`;

type Form = Readonly<Record<string, unknown>>;

/** The object forms that a line may have: one, or one for each member of a union. */
function objectsOf(schema: Form): readonly Form[] {
  const definitions = isRecord(schema['$defs']) ? Object.values(schema['$defs']) : [];
  return definitions.filter(isRecord).flatMap((definition) => {
    const members = definition['oneOf'];
    return Array.isArray(members) ? members.filter(isRecord) : [definition];
  });
}

/** ``**`type`** `comment` ``, `body`, … : the needed ones in bold, with the words of a choice. */
function fieldWords({ properties, required, additionalProperties }: Form): string {
  if (!isRecord(properties))
    return isRecord(additionalProperties)
      ? `of each collector: ${fieldWords(additionalProperties)}`
      : '';
  const needed = Array.isArray(required) ? required : [];
  const words = Object.entries(properties).map(([name, property]) => {
    const field = needed.includes(name) ? `**${code(name)}**` : code(name);
    const choices = isRecord(property) ? choicesOf(property) : [];
    return choices.length === 0 ? field : `${field} ${choices.map(code).join('/')}`;
  });
  return words.join(', ');
}

function choicesOf({ const: only, enum: several }: Form): readonly unknown[] {
  if (only !== undefined) return [only];
  return Array.isArray(several) ? several : [];
}

function code(value: unknown): string {
  return `\`${String(value).replaceAll('|', String.raw`\|`)}\``;
}
