/** The lines by which a person's own agents get these tools, each in the form of its program. Pure; loads nothing. */
import type { ClientForm } from '../engines/contract.ts';
import { mcpServers } from '../engines/launch-plan.ts';
import { allEngines } from '../engines/registry.ts';

/** Agents that are no engine of ours. */
const OTHERS: Readonly<Record<string, ClientForm>> = {
  cursor: {
    name: 'Cursor, and others that read `mcpServers`',
    file: '.cursor/mcp.json',
    form: mcpServers,
    added: null,
  },
};

function clients(): ReadonlyMap<string, ClientForm> {
  const ours = allEngines().flatMap(({ id, client }) =>
    client === null ? [] : [[id, client] as const],
  );
  return new Map([...ours, ...Object.entries(OTHERS)]);
}

export function clientNames(): readonly string[] {
  return [...clients().keys()];
}

export interface ClientConfig {
  readonly client: string;
  /** What people call it. */
  readonly name: string;
  /** The file that takes the lines; below the repository, or the user's own. */
  readonly file: string;
  readonly text: string;
  /** A command of that program that writes them; `null`: it has none. */
  readonly command: string | null;
}

/** @param argv how the server is started: `roundsman mcp`, or the program by its path */
export function clientConfig(client: string, argv: readonly string[]): ClientConfig {
  const known = clients().get(client);
  if (known === undefined) throw new Error(`there is no client ${client}`);
  const { form, added, ...place } = known;
  const line = argv.map(shellWord).join(' ');
  return {
    client,
    ...place,
    text: form(argv),
    command: added === null ? null : `${added} ${line}`,
  };
}

function shellWord(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
