/** What roundsman.yaml knows of the world outside, who uses it, and whether its credentials are there. */
import type { ListReading } from '../../collectors/inspect-list.ts';
import { formOf } from '../../connectors/registry.ts';
import type { Environment } from '../../platform/environment.ts';
import { credentialPlace, isCredentialThere } from '../../platform/outward/read-credential.ts';
import { invalidDefinition, readCatalog } from '../../routines/definitions.ts';
import { closestWord } from '../../words/closest-word.ts';
import { connectionExample, NEW_CONNECTION, type Connection } from '../../words/connection.ts';
import { connectionsOf, credentialsOf } from '../../words/credentials.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

export interface KnownConnection {
  readonly connection: Connection;
  /** Host, folder, repository; nothing that may be secret. */
  readonly where: string;
  /** Ids of the routines of the working tree. */
  readonly usedBy: readonly string[];
  readonly credentials: readonly KnownCredential[];
  /** How the first routine that reads tickets of it reads them. */
  readonly reading: ListReading;
}

export interface KnownCredential {
  readonly key: string;
  /** `env:NAME`, `file:PATH`, `command:…` */
  readonly place: string;
  /** `null`: it is printed by a command, which is run when it is needed. */
  readonly found: boolean | null;
}

export interface KnownConnections {
  readonly timezone: string;
  readonly connections: readonly KnownConnection[];
}

/** Throws `invalid-definition` when roundsman.yaml cannot be read. */
export async function knownConnections(workspace: Workspace): Promise<KnownConnections> {
  const { workspace: config, workspaceProblems, entries } = await readCatalog(workspace);
  if (workspaceProblems.length > 0) throw invalidDefinition('roundsman.yaml', workspaceProblems);
  const routines = entries.flatMap((entry) => (entry.kind === 'routine' ? [entry.routine] : []));
  const connections = await Promise.all(
    config.connections.map(async (connection) => {
      const users = routines.filter((routine) => connectionsOf(routine).includes(connection.name));
      const [rule] = users.flatMap(({ collect }) =>
        collect.flatMap((one) =>
          one.kind === 'tickets' && one.from === connection.name ? [one] : [],
        ),
      );
      return {
        connection,
        where: formOf(connection).where(connection),
        usedBy: users.map(({ id }) => id),
        credentials: await credentialsHere(connection, workspace.env),
        reading: { items: rule?.items ?? null, fields: rule?.fields ?? {} },
      };
    }),
  );
  return { timezone: config.timezone, connections };
}

/** Throws `not-found`, with the nearest name. */
export function connectionNamed(name: string, { connections }: KnownConnections): KnownConnection {
  const found = connections.find(({ connection }) => connection.name === name);
  if (found !== undefined) return found;
  const names = connections.map(({ connection }) => connection.name);
  const near = closestWord(name, names);
  throw new AppError('not-found', {
    code: 'no-such-connection',
    message: `there is no connection ${oneLine(name, 80)} in roundsman.yaml`,
    hint:
      near !== null
        ? `Did you mean ${near}?`
        : (connectionExample(name) ??
          `${names.length === 0 ? '' : `There are: ${names.join(', ')}. `}${NEW_CONNECTION}`),
  });
}

async function credentialsHere(
  connection: Connection,
  env: Environment,
): Promise<readonly KnownCredential[]> {
  return Promise.all(
    credentialsOf(connection).map(async ({ key, credential }) => ({
      key,
      place: credentialPlace(credential),
      found: await isCredentialThere(credential, env),
    })),
  );
}
