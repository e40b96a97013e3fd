/**
 * The tools that an agent is offered while it works: one socket of its run, and what answers there. Data, handed from the
 * worker to the supervisor.
 */
export type ToolsPlan =
  | ServedTools
  /** They were wanted, and cannot be had; one line. */
  | { readonly kind: 'unavailable'; readonly why: string };

export interface ServedTools {
  readonly kind: 'served';
  /** A short folder of this run alone, mode 0700: the socket is made in it, and it is bound into the sandbox. */
  readonly socketFolder: string;
  /** One process of it serves one connection, over its stdin and stdout. */
  readonly argv: readonly string[];
  /** Beside the supervisor's own. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute; takes what these processes print to stderr. */
  readonly log: string;
}

/** Of the socket in that folder. */
export const TOOLS_SOCKET = 'tools';

// Forms of files that take the servers of an agent's tools. Pure.

/** What most programs read. */
export function mcpServers([command, ...args]: readonly string[], more: object = {}): string {
  return toJson({ mcpServers: { [TOOLS_SERVER]: { ...more, command, args } } });
}

export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** What engines are told that our server of tools is called. */
export const TOOLS_SERVER = 'roundsman';

/**
 * Milliseconds that an engine waits for the tools of its run, at the start and at each call. On a busy machine a program
 * takes long to start, and engines that continue without one lose it for the whole run and hardly tell.
 */
export const TOOLS_WAIT_MS = 120_000;
