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
