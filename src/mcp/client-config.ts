/** The lines by which a person's own agents get these tools, each in the form of its program. Pure; loads nothing. */
import { TOOLS_SERVER } from '../domain/tool-words.ts';

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
  const [command = '', ...args] = argv;
  const line = argv.map(shellWord).join(' ');
  const servers = (more: object = {}): string =>
    toJson({ mcpServers: { [TOOLS_SERVER]: { ...more, command, args } } });
  switch (client) {
    case 'claude':
      return {
        client,
        name: 'Claude Code',
        file: '.mcp.json',
        text: servers({ type: 'stdio' }),
        command: `claude mcp add ${TOOLS_SERVER} -- ${line}`,
      };
    case 'codex':
      return {
        client,
        name: 'Codex',
        file: '~/.codex/config.toml',
        text: `[mcp_servers.${TOOLS_SERVER}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
        command: `codex mcp add ${TOOLS_SERVER} -- ${line}`,
      };
    case 'opencode':
      return {
        client,
        name: 'OpenCode',
        file: 'opencode.json',
        text: toJson({ mcp: { [TOOLS_SERVER]: { type: 'local', command: argv, enabled: true } } }),
        command: null,
      };
    case 'gemini':
      return {
        client,
        name: 'Gemini CLI',
        file: '.gemini/settings.json',
        text: servers(),
        command: `gemini mcp add ${TOOLS_SERVER} ${line}`,
      };
    case 'qwen':
      return {
        client,
        name: 'Qwen Code',
        file: '.qwen/settings.json',
        text: servers(),
        command: `qwen mcp add ${TOOLS_SERVER} ${line}`,
      };
    case 'copilot':
      return {
        client,
        name: 'Copilot CLI',
        file: '~/.copilot/mcp-config.json',
        text: toJson({
          mcpServers: { [TOOLS_SERVER]: { type: 'local', command, args, tools: ['*'] } },
        }),
        command: null,
      };
    case 'cursor':
      return {
        client,
        name: 'Cursor, and others that read `mcpServers`',
        file: '.cursor/mcp.json',
        text: servers(),
        command: null,
      };
  }
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
