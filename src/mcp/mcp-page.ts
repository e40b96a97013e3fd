/** docs/mcp.md, made from the tools themselves and from the names that engines give them. */
import { toolWords, TOOLS_SERVER } from '../engines/tool-words.ts';
import { ENGINE_IDS, type EngineId } from '../words/routine.ts';
import { MAX_ANSWER_BYTES } from './answer.ts';
import { CLIENTS, clientConfig, type ClientName } from './client-config.ts';
import type { Tool } from './contract.ts';
import { describeTool } from './describe-tool.ts';
import { PROMPTS } from './prompts.ts';
import { RESOURCE_TEMPLATES } from './resources.ts';
import { toolsFor } from './tools/all-tools.ts';
import { personTools } from './tools/person-tools.ts';
import { runTools } from './tools/run-tools.ts';

export function mcpPage(): string {
  const reading = toolsFor({ run: null }).filter((one) => one.readOnly);
  return [
    INTRODUCTION,
    section('Tools that look things up', reading.map(toolWordsOf)),
    section('Tools of a run', [RUN_WORDS, ...runTools.map(toolWordsOf)]),
    section('Tools of a person’s session', [PERSON_WORDS, ...personTools.map(toolWordsOf)]),
    section('Resources', [
      RESOURCE_TEMPLATES.map(
        ({ uriTemplate, description }) => `- \`${uriTemplate}\`: ${description}`,
      ).join('\n'),
    ]),
    section('Prompts', [
      PROMPTS.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n'),
    ]),
    section('What tools are called', [NAME_WORDS, nameTable()]),
    section('Adding it to your own agents', [CONFIG_WORDS, ...CLIENTS.map(configWords)]),
  ].join('\n');
}

const INTRODUCTION = `# Tools over the Model Context Protocol

<!-- Made from src/mcp/ by \`npm run docs\`; edit that. -->

\`roundsman mcp\` is a server of the Model Context Protocol over stdin and stdout. In a run, an agent whose engine takes such
servers is offered one of that run alone; \`context: { tools: false }\` of a routine keeps it away. In a session of your own
it is offered what your agent's settings name.

Everything that is answered is data: fenced, labelled with its source, without escape sequences, with secrets taken out, and
at most ${MAX_ANSWER_BYTES / 1_000} KB a call; a \`cursor\` in the answer asks for what follows. What cannot be done is answered with the
next step.
`;

const RUN_WORDS = `Each call is one record of [the contract](agent-contract.md), checked at once and kept in the run's own folder, where the
agent cannot write. They count together with the files in \`$ROUNDSMAN_OUT\`, which always work. The server runs outside of
the sandbox; a socket of the run, bound into it, is all that the agent sees. When it cannot be served, the run goes on with
files, and the report says so.`;

const PERSON_WORDS =
  'There is no report that such a session could write to. What it proposes waits for your word.';

const NAME_WORDS =
  'Engines put names of their own before it; the prompt of a run names the tools as its engine does.';

const CONFIG_WORDS = `\`roundsman mcp --print-config AGENT\` prints these with the program as it is found on your machine. The server
serves the repository that it is started in; \`-C\` names another one.`;

function section(title: string, parts: readonly string[]): string {
  return `## ${title}\n\n${parts.join('\n\n')}\n`;
}

function toolWordsOf(tool: Tool): string {
  const { name, description = '', inputSchema } = describeTool(tool);
  const required = new Set(inputSchema.required ?? []);
  const words = Object.keys(inputSchema.properties ?? {}).map((key) =>
    required.has(key) ? `**\`${key}\`**` : `\`${key}\``,
  );
  const given = words.length === 0 ? '' : ` Arguments (bold: needed): ${words.join(', ')}.`;
  return `### ${name}\n\n${description}${given}`;
}

function nameTable(): string {
  const rows = ENGINE_IDS.map((engine) => `| \`${engine}\` | ${nameWords(engine)} |`);
  return `| engine | \`search\` is called |\n| --- | --- |\n${rows.join('\n')}`;
}

function nameWords(engine: EngineId): string {
  const words = toolWords(engine);
  if (words === null) return 'not offered: it takes no such servers';
  return `\`${words.nameOf('search')}\`${words.before === null ? '' : `. ${words.before}`}`;
}

function configWords(client: ClientName): string {
  const { name, file, text, command } = clientConfig(client, [TOOLS_SERVER, 'mcp']);
  const form = file.endsWith('.toml') ? 'toml' : 'json';
  const short = command === null ? '' : ` Or: \`${command}\`.`;
  return `**${name}**, in \`${file}\`.${short}\n\n\`\`\`${form}\n${text}\`\`\``;
}
