/** What roundsman.yaml knows of the world outside, who uses it, and whether its credentials are there. */
import type { ListReading } from '../../collectors/inspect-list.ts';
import type { SendSurroundings } from '../../connectors/channel.ts';
import type { WantedSend } from '../../connectors/contract.ts';
import { formOf } from '../../connectors/registry.ts';
import { type ConnectReport, unreached } from '../../forges/connect-report.ts';
import type { Environment } from '../../platform/environment.ts';
import { credentialPlace, isCredentialThere } from '../../platform/outward/read-credential.ts';
import { invalidDefinition, readCatalog } from '../../routines/definitions.ts';
import { connectionStart, NEW_CONNECTION, type Connection } from '../../words/connection.ts';
import { connectionsOf, credentialsOf } from '../../words/credentials.ts';
import { AppError } from '../../words/errors.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { secretsOfEnvironment } from '../../words/redaction/secret.ts';
import { closestWord, oneLine } from '../../words/text.ts';
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
  throw new AppError('not-found', {
    code: 'no-such-connection',
    message: `there is no connection ${oneLine(name, 80)} in roundsman.yaml`,
    hint: hintFor(name, connections),
  });
}

function hintFor(name: string, connections: readonly KnownConnection[]): string {
  const ofKind = connections.find(({ connection }) => connection.kind === name);
  if (ofKind !== undefined) return `Did you mean ${ofKind.connection.name}?`;
  const start = connectionStart(name);
  if (start !== null)
    return `Write it there: roundsman edit --set '${start.setting}'   More: roundsman schema workspace`;
  const names = connections.map(({ connection }) => connection.name);
  const near = closestWord(name, names);
  if (near !== null) return `Did you mean ${near}?`;
  return `${names.length === 0 ? '' : `There are: ${names.join(', ')}. `}${NEW_CONNECTION}`;
}

/** What `connect NAME` can write by itself; `null`: the connection is there, or one of that kind, or it needs more. */
export function writableStart(
  name: string,
  { connections }: KnownConnections,
): WritableStart | null {
  if (connections.some(({ connection: { name: known, kind } }) => known === name || kind === name))
    return null;
  const start = connectionStart(name);
  return start === null || start.variable === null
    ? null
    : { setting: start.setting, variable: start.variable };
}

export interface WritableStart {
  /** `key=value` for roundsman.yaml. */
  readonly setting: string;
  readonly variable: string;
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

const TIMEOUT_MS = 60_000;

interface LookRequest {
  readonly timezone: string;
  readonly send: WantedSend | null;
}

/** Never throws for what the other side does, or for a credential that is missing. No word of the report holds a secret. */
export async function inspectConnection(
  workspace: Workspace,
  { connection, reading }: KnownConnection,
  { timezone, send }: LookRequest,
): Promise<ConnectReport> {
  const { env, clock, location } = workspace;
  const redactor = makeRedactor(secretsOfEnvironment(env));
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const origin = await originOf(workspace);
  const sending = {
    definitions: await committed(workspace),
    workspace: { name: location.name, timezone },
    redactor,
  };
  const surroundings = {
    env,
    clock,
    timezone,
    learn: redactor.learn,
    origin,
    send,
    signal,
    sending,
    reading,
  };
  return cleaned(
    await formOf(connection).connect(connection, surroundings).catch(missing),
    redactor.text,
  );
}

function missing(thrown: unknown): ConnectReport {
  if (thrown instanceof AppError) return unreached(thrown.message, thrown.hint);
  throw thrown;
}

/** A body of one's own is tried as it is committed. */
async function committed({
  location,
  gitEnv,
}: Workspace): Promise<SendSurroundings['definitions']> {
  const [{ gitIn }, { resolveCommit }] = await Promise.all([
    import('../../git/git-call.ts'),
    import('../../git/resolve-commit.ts'),
  ]);
  const commit = await resolveCommit(gitIn({ cwd: location.root, env: gitEnv }), 'HEAD');
  return commit === null ? null : { gitDir: location.gitDir, commit };
}

async function originOf({ location, gitEnv }: Workspace): Promise<string | null> {
  const { gitIn } = await import('../../git/git-call.ts');
  const git = gitIn({ cwd: location.root, env: gitEnv });
  const asked = await git(['remote', 'get-url', 'origin'], { okExitCodes: [0, 2, 128] });
  const [first = ''] = asked.stdout.split('\n');
  return asked.exitCode === 0 && first !== '' ? first : null;
}

function cleaned(report: ConnectReport, redact: (text: string) => string): ConnectReport {
  const clean = (text: string): string => oneLine(redact(text), 400);
  return {
    reached: report.reached,
    as: report.as === null ? null : clean(report.as),
    sees: report.sees.map(clean),
    can: report.can.map(({ what, answer }) => ({ what: clean(what), answer })),
    problems: report.problems.map(({ what, hint }) => ({ what: clean(what), hint: clean(hint) })),
  };
}
