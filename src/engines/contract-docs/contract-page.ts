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
  return [INTRODUCTION, ...OUT_FILES.map(renderFile)].join('\n');
}

const INTRODUCTION = `# The contract with an agent, version ${CONTRACT_VERSION}

<!-- Made from src/engines/agent-contract.ts by \`npm run docs\`; edit that. -->

Any program can be an agent of a routine. It is started in its worktree, reads what it is told from one
folder, and writes what it has to say to another. No library and no protocol is needed.

## What it is given

| variable | meaning |
| --- | --- |
| \`ROUNDSMAN_BRIEF\` | A folder to read: \`prompt.md\`, \`brief.json\`, \`facts/<collector>.json\`, \`context/…\`; and, where there is such, \`event.json\` or \`event.txt\` (what came with the event that made the run due) and \`condition.txt\`. All but the prompt is data |
| \`ROUNDSMAN_OUT\` | A folder to write to, outside the worktree |
| \`ROUNDSMAN_RUN\` | The id of the run |
| \`ROUNDSMAN_WINDOW_FROM\`, \`ROUNDSMAN_WINDOW_TO\` | The stretch of time that the run covers, ISO 8601, half-open: \`FROM\` belongs to it, \`TO\` does not |
| \`ROUNDSMAN_INPUT_SINCE\`, … | What \`on.manual.inputs\` of the routine declares, its name in capitals with \`_\` for \`-\`; empty where nobody gave a value and there is no default |
| \`ROUNDSMAN_PORT_1\`, … | Free ports, as many as \`workspace.ports\` asks for |
| \`ROUNDSMAN_MODEL_URL\`, \`ROUNDSMAN_MODEL_TOKEN\` | For engine \`command\`, when roundsman.yaml names \`endpoint\` and \`api\` under \`engines.command\`: where its model is reached, without \`/v1\`, and what to present there in place of a key. The key itself stays outside |

The working directory is a fresh worktree of the repository. What is committed there, or left uncommitted,
comes back as a branch for a person to review. Engine \`command\` gets the prompt on stdin as well.

## What it writes

\`report.md\` is the report, in Markdown. Its headings answer \`report.require\` of the routine: \`findings\` is
answered by \`## Findings\`, with something under it. Without a valid report the run has failed, whatever the
exit code says.

\`handoff.md\` is a note, in Markdown, for whoever goes on: at most ${HANDOFF_LIMIT.toLocaleString('en-US')} characters. It stands in the
report, which the next run of the routine is given.

An engine that takes servers of the Model Context Protocol is offered tools besides ([mcp.md](mcp.md)). What is said by a
tool is a record of the same form, checked at once; records by tools and by files are read together and count together.
Where \`finish\` was called, it counts more than \`report.md\` and \`noop.json\`.

The other files are optional. Each line of a \`.jsonl\` file is one JSON object. A file holds at most
${OUT_LIMITS.maxLines.toLocaleString('en-US')} lines and ${OUT_LIMITS.maxFileBytes.toLocaleString('en-US')} bytes. A line that does not fit its schema is named in the report with its
number and makes the report invalid. Unknown fields are errors. The folder is read once, after every process
of the agent has ended; links in it are refused.

The smallest agent there is:

\`\`\`sh
#!/bin/sh
printf '## Summary\\n\\nAll is well.\\n\\n## Findings\\n\\nNone.\\n' > "$ROUNDSMAN_OUT/report.md"
\`\`\`
`;

function renderFile(file: OutFile): string {
  const heading = `### ${file.file}\n\n${file.purpose} Schema: [${file.schemaFile}](schemas/${file.schemaFile}).\n`;
  return [heading, ...objectsOf(jsonSchemaOf(file)).map(renderObject)].join('\n');
}

/** The object forms that a line may have: one, or one for each member of a union. */
function objectsOf(schema: Readonly<Record<string, unknown>>): readonly Record<string, unknown>[] {
  const definitions = isRecord(schema['$defs']) ? Object.values(schema['$defs']) : [];
  return definitions.filter(isRecord).flatMap((definition) => {
    const members = definition['oneOf'];
    return Array.isArray(members) ? members.filter(isRecord) : [definition];
  });
}

function renderObject(schema: Readonly<Record<string, unknown>>): string {
  const { properties, additionalProperties } = schema;
  if (!isRecord(properties)) {
    const member = isRecord(additionalProperties) ? renderObject(additionalProperties) : '';
    return `For each collector by its name, an object:\n\n${member}`;
  }
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const rows = Object.entries(properties).map(([name, property]) => {
    const facts = isRecord(property) ? property : {};
    const described = typeof facts['description'] === 'string' ? facts['description'] : '';
    const needed = required.includes(name) ? 'yes' : '';
    return `| \`${name}\` | ${typeWords(facts)} | ${needed} | ${described} |`;
  });
  return `| field | holds | required | meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
}

/** `text, up to 300 characters`, `one of …`, `whole number from 1`, `list of …`. */
function typeWords(schema: Readonly<Record<string, unknown>>): string {
  const { type, maxLength, pattern, minimum, maxItems, items } = schema;
  const { const: constant, enum: choices } = schema;
  if (constant !== undefined) return code(constant);
  if (Array.isArray(choices))
    return `one of ${choices.map(code).join(', ')}${defaultWords(schema)}`;
  if (type === 'array') {
    const of = isRecord(items) ? typeWords(items) : 'anything';
    return `list of up to ${String(maxItems)}: ${of}`;
  }
  if (type === 'integer') return `whole number from ${String(minimum)}`;
  if (typeof pattern === 'string') return `text like ${code(pattern)}`;
  return `text, up to ${Number(maxLength).toLocaleString('en-US')} characters`;
}

function defaultWords({ default: value }: Readonly<Record<string, unknown>>): string {
  return value === undefined ? '' : `; without it ${code(value)}`;
}

function code(value: unknown): string {
  return `\`${String(value).replaceAll('|', String.raw`\|`)}\``;
}
