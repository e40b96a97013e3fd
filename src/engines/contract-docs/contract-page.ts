/** docs/agent-contract.md and docs/schemas/agent-*.json, made from the schemas that runs are checked with. */
import { isRecord } from '../../platform/json.ts';
import { CONTRACT_VERSION, OUT_LIMITS } from '../agent-contract.ts';
import { HANDOFF_LIMIT } from '../out-limits.ts';
import { jsonSchemaOf, OUT_FILES, type OutFile } from './agent-schemas.ts';

/** Contents by path, relative to the repository's root. */
export function agentContractDocs(): Readonly<Record<string, string>> {
  const schemas = OUT_FILES.map((file): readonly [string, string] => [
    `docs/schemas/${file.schemaFile}`,
    `${JSON.stringify(jsonSchemaOf(file), null, 2)}\n`,
  ]);
  return { 'docs/agent-contract.md': renderPage(), ...Object.fromEntries(schemas) };
}

function renderPage(): string {
  const files = OUT_FILES.map(
    ({ file, purpose, schemaFile }) =>
      `| \`${file}\` | ${purpose} | [${schemaFile}](schemas/${schemaFile}) |\n`,
  );
  const fields = OUT_FILES.flatMap((file) => {
    const forms = objectsOf(jsonSchemaOf(file));
    const types = forms.flatMap((form) => typeOf(form) ?? []).map(code);
    const head =
      types.length === 0
        ? []
        : [`| ${file.file} | **\`type\`** | one of ${types.join(', ')} | |\n`];
    return [...head, ...forms.flatMap((form) => fieldRows(file, form))];
  });
  return INTRODUCTION + files.join('') + FIELDS + fields.join('');
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

The working directory is a fresh worktree of the repository. Commits and uncommitted changes there come back as a branch for review. Engine \`command\` gets the prompt on stdin as well.

## What it writes

\`report.md\` is the report, in Markdown. Its headings answer \`report.require\` of the routine: \`findings\` is answered by
\`## Findings\`, with something under it. Without a valid report the run has failed, whatever the exit code says. The smallest agent:

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

| file | purpose | schema |
| --- | --- | --- |
`;

const FIELDS = `
## Fields

Required fields are in bold. A proposal has the fields of its \`type\`; \`coverage.json\` has an object for each collector by its name.

| of | field | holds | meaning |
| --- | --- | --- | --- |
`;

/** The object forms that a line may have: one, or one for each member of a union. */
function objectsOf(schema: Readonly<Record<string, unknown>>): readonly Record<string, unknown>[] {
  const definitions = isRecord(schema['$defs']) ? Object.values(schema['$defs']) : [];
  return definitions.filter(isRecord).flatMap((definition) => {
    const members = definition['oneOf'];
    return Array.isArray(members) ? members.filter(isRecord) : [definition];
  });
}

function fieldRows(
  { file }: Pick<OutFile, 'file'>,
  schema: Readonly<Record<string, unknown>>,
): readonly string[] {
  const { properties, additionalProperties } = schema;
  if (!isRecord(properties))
    return isRecord(additionalProperties) ? fieldRows({ file }, additionalProperties) : [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const type = typeOf(schema);
  const of = type === null ? file : `${file}, ${code(type)}`;
  const fields = Object.entries(properties).filter(([name]) => type === null || name !== 'type');
  return fields.map(([name, property]) => {
    const facts = isRecord(property) ? property : {};
    const described = typeof facts['description'] === 'string' ? facts['description'] : '';
    const field = required.includes(name) ? `**${code(name)}**` : code(name);
    return `| ${of} | ${field} | ${typeWords(facts)} | ${described} |\n`;
  });
}

/** Of a form that its field `type` names. */
function typeOf({ properties }: Readonly<Record<string, unknown>>): string | null {
  const type = isRecord(properties) ? properties['type'] : null;
  return isRecord(type) ? String(type['const']) : null;
}

/** `text, up to 300 characters`, `one of …`, `whole number from 1`, `list of …`. */
function typeWords(schema: Readonly<Record<string, unknown>>): string {
  const { type, maxLength, pattern, minimum, maxItems, items } = schema;
  const { const: constant, enum: choices } = schema;
  if (constant !== undefined) return code(constant);
  if (Array.isArray(choices))
    return `one of ${choices.map(code).join(', ')}${formatDefault(schema)}`;
  if (type === 'array') {
    const of = isRecord(items) ? typeWords(items) : 'anything';
    return `list of up to ${String(maxItems)}: ${of}`;
  }
  if (type === 'integer') return `whole number from ${String(minimum)}`;
  if (typeof pattern === 'string') return `text like ${code(pattern)}`;
  return `text, up to ${Number(maxLength).toLocaleString('en-US')} characters`;
}

function formatDefault({ default: value }: Readonly<Record<string, unknown>>): string {
  return value === undefined ? '' : `; without it ${code(value)}`;
}

function code(value: unknown): string {
  return `\`${String(value).replaceAll('|', String.raw`\|`)}\``;
}
