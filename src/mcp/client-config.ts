/** The lines by which a person's own agents get these tools, each in the form of its program. Pure; loads nothing. */
import { TOOLS_SERVER } from '../engines/format-tool.ts';

export const CLIENTS = [
  'claude',
  'codex',
  'opencode',
  'gemini',
  'qwen',
  'copilot',
  'cursor',
] as const;
export type ClientName = (typeof CLIENTS)[number];

export interface ClientConfig {
  readonly client: ClientName;
  /** What people call it. */
  readonly name: string;
  /** The file that takes the lines; below the repository, or the user's own. */
  readonly file: string;
  readonly text: string;
  /** A command of that program that writes them; `null`: it has none. */
  readonly command: string | null;
}

/** @param argv how the server is started: `roundsman mcp`, or the program by its path */
export function clientConfig(client: ClientName, argv: readonly string[]): ClientConfig {
  const { form, added, ...place } = FORMS[client];
  const line = argv.map(shellWord).join(' ');
  return {
    client,
    ...place,
    text: form(argv),
    command: added === null ? null : `${added} ${line}`,
  };
}

interface ClientForm extends Pick<ClientConfig, 'name' | 'file'> {
  readonly form: (argv: readonly string[]) => string;
  /** Before the argv. */
  readonly added: string | null;
}

const FORMS: Readonly<Record<ClientName, ClientForm>> = {
  claude: {
    name: 'Claude Code',
    file: '.mcp.json',
    form: (argv) => mcpServers(argv, { type: 'stdio' }),
    added: `claude mcp add ${TOOLS_SERVER} --`,
  },
  codex: {
    name: 'Codex',
    file: '~/.codex/config.toml',
    form: ([command, ...args]) =>
      `[mcp_servers.${TOOLS_SERVER}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
    added: `codex mcp add ${TOOLS_SERVER} --`,
  },
  opencode: {
    name: 'OpenCode',
    file: 'opencode.json',
    form: (command) =>
      toJson({ mcp: { [TOOLS_SERVER]: { type: 'local', command, enabled: true } } }),
    added: null,
  },
  gemini: {
    name: 'Gemini CLI',
    file: '.gemini/settings.json',
    form: (argv) => mcpServers(argv),
    added: `gemini mcp add ${TOOLS_SERVER}`,
  },
  qwen: {
    name: 'Qwen Code',
    file: '.qwen/settings.json',
    form: (argv) => mcpServers(argv),
    added: `qwen mcp add ${TOOLS_SERVER}`,
  },
  copilot: {
    name: 'Copilot CLI',
    file: '~/.copilot/mcp-config.json',
    form: (argv) => mcpServers(argv, { type: 'local', tools: ['*'] }),
    added: null,
  },
  cursor: {
    name: 'Cursor, and others that read `mcpServers`',
    file: '.cursor/mcp.json',
    form: (argv) => mcpServers(argv),
    added: null,
  },
};

function mcpServers([command, ...args]: readonly string[], more: object = {}): string {
  return toJson({ mcpServers: { [TOOLS_SERVER]: { ...more, command, args } } });
}

export function isClientName(text: string): text is ClientName {
  return CLIENTS.some((name) => name === text);
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function shellWord(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
