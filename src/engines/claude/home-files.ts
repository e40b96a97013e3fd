/** What Claude Code finds at its home of the run. */
import { join } from 'node:path';

import type { EngineFile, McpServer, PlanRequest } from '../contract.ts';

/** Beside its own folder: it holds the environment of servers, which has no place in the process list. */
export const MCP_FILE = 'claude-mcp.json';

export function homeFiles(
  { worktree, mcp }: Pick<PlanRequest, 'worktree' | 'mcp'>,
  folder: string,
): readonly EngineFile[] {
  return [
    { path: join(folder, 'settings.json'), text: toJson(SETTINGS) },
    { path: join(folder, 'CLAUDE.md'), text: memoryOf(worktree) },
    ...(mcp.length === 0 ? [] : [{ path: MCP_FILE, text: toJson(mcpConfig(mcp)) }]),
  ];
}

/** It would ask a server of its makers about each address before it fetches it: the allowlist of the run is the judge here. */
const SETTINGS = { skipWebFetchPreflight: true };

/**
 * The project's own instructions, taken in by name: as a source of settings the project is left out. Files that are not
 * there are passed over.
 */
function memoryOf(worktree: string): string {
  return ['CLAUDE.md', '.claude/CLAUDE.md', 'AGENTS.md']
    .map((name) => `@${escapeSpaces(join(worktree, name))}\n`)
    .join('');
}

function escapeSpaces(path: string): string {
  return path.replaceAll(' ', String.raw`\ `);
}

/** Offered at once: by default a model has to search for them first, and many do not. */
function mcpConfig(servers: readonly McpServer[]): unknown {
  const mcpServers: Record<string, unknown> = {};
  for (const { name, argv, env } of servers) {
    const [command, ...args] = argv;
    mcpServers[name] = { type: 'stdio', command, args, env, alwaysLoad: true };
  }
  return { mcpServers };
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
