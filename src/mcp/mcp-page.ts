/** docs/mcp.md, made from the tools themselves and from the names that engines give them. */
import { formatTool } from '../engines/format-tool.ts';
import { TOOLS_SERVER } from '../engines/launch-plan.ts';
import { engineIds } from '../engines/registry.ts';
import type { EngineId } from '../words/routine.ts';
import { MAX_ANSWER_BYTES } from './answer.ts';
import { clientConfig, clientNames } from './client-config.ts';
import type { Tool } from './contract.ts';
import { PROMPTS } from './prompts.ts';
import { RESOURCE_TEMPLATES } from './resources.ts';
import { describeTool } from './tool.ts';
import { toolsFor } from './tools/all-tools.ts';
import { personTools, runTools } from './tools/run-tools.ts';

export function mcpPage(): string {
  const reading = toolsFor({ run: null }).filter((one) => one.readOnly);
  return [
    INTRODUCTION,
    section('Tools', [
      TOOL_WORDS,
      toolTable([
        ['any session', reading],
        ['a run', runTools],
        ['a person’s session', personTools],
      ]),
    ]),
    section('Resources and prompts', [
      [
        ...RESOURCE_TEMPLATES.map(
          ({ uriTemplate, description }) => `- \`${uriTemplate}\`: ${description}`,
        ),
        ...PROMPTS.map(({ name, description }) => `- Prompt \`${name}\`: ${description}`),
      ].join('\n'),
    ]),
    section('What tools are called', [NAME_WORDS, nameTable()]),
    section('Adding it to your own agents', [CONFIG_WORDS, clientTable()]),
  ].join('\n');
}

const INTRODUCTION = `# Tools over the Model Context Protocol

<!-- Made from src/mcp/ by \`npm run docs\`; edit that. -->

This page lists the tools by which agents look up what earlier runs left, and report. \`roundsman mcp\` is an MCP server over stdin and
stdout. In a run, an agent whose engine supports MCP gets the tools of that run; \`context: { tools: false }\` of a routine turns them
off. In a session of your own, your agent's settings decide.

Answers are data: fenced, labelled with their source, without escape sequences and secrets, and at most ${MAX_ANSWER_BYTES / 1_000} KB a call; a \`cursor\` in
the answer gets the rest. A call that cannot be done is answered with the next step.
`;

const TOOL_WORDS = `In a run, each call that reports is one record of [the agent contract](agent-contract.md), checked at once and stored where the
agent cannot write. Calls and the files in \`$ROUNDSMAN_OUT\` count together; the files always work. The server runs outside of the
sandbox, and the agent sees only a socket. If it cannot be started, the run continues with files, and the report says so. A person's
session writes no report; what it proposes waits for your approval. Arguments in bold are needed.`;

const NAME_WORDS =
  'Each engine puts its own prefix before the name; the prompt of a run uses the full names.';

const CONFIG_WORDS = `\`roundsman mcp --print-config AGENT\` prints the lines to add to its file, with the program's path on your machine. The server
serves the repository that it is started in; \`-C\` names another.`;

function section(title: string, parts: readonly string[]): string {
  return `## ${title}\n\n${parts.join('\n\n')}\n`;
}

function toolTable(groups: readonly (readonly [where: string, tools: readonly Tool[]])[]): string {
  const rows = groups.flatMap(([where, tools]) =>
    tools.map((tool) => {
      const { name, description = '', inputSchema } = describeTool(tool);
      const required = new Set(inputSchema.required ?? []);
      const words = Object.keys(inputSchema.properties ?? {}).map((key) =>
        required.has(key) ? `**\`${key}\`**` : `\`${key}\``,
      );
      return `| \`${name}\` | ${where} | ${description} | ${words.join(' ')} |`;
    }),
  );
  return `| tool | in | does | arguments |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
}

function nameTable(): string {
  const engines = engineIds();
  const answers = [...new Set(engines.map(nameWords))];
  const rows = answers.map((words) => {
    const same = engines.filter((engine) => nameWords(engine) === words);
    return `| ${same.map((engine) => `\`${engine}\``).join(', ')} | ${words} |`;
  });
  return `| engine | \`search\` is called |\n| --- | --- |\n${rows.join('\n')}`;
}

function nameWords(engine: EngineId): string {
  const words = formatTool(engine);
  if (words === null) return 'not offered: it takes no such servers';
  return `\`${words.nameOf('search')}\`${words.before === null ? '' : `. ${words.before}`}`;
}

function clientTable(): string {
  const rows = clientNames().map((client) => {
    const { name, file, command } = clientConfig(client, [TOOLS_SERVER, 'mcp']);
    const short = command === null ? '' : `\`${command}\``;
    return `| ${name} | \`${client}\` | \`${file}\` | ${short} |`;
  });
  return `| your agent | AGENT | file | or this command |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
}
