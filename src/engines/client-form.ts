/** Forms of files that take the servers of an agent's tools. Pure. */
import { TOOLS_SERVER } from './tools-server.ts';

/** What most programs read. */
export function mcpServers([command, ...args]: readonly string[], more: object = {}): string {
  return toJson({ mcpServers: { [TOOLS_SERVER]: { ...more, command, args } } });
}

export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
