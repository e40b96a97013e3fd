/** Which credentials connections and rules of `notify` name, and so what an agent is never given. Pure. */
import type { Connection, Credential } from './connection.ts';
import type { NotifyRule, NotifyTarget } from './notify.ts';
import type { Routine } from './routine.ts';

export interface NamedCredential {
  /** Of which key: `token`, `password`, `secret`, `url`. */
  readonly key: string;
  readonly credential: Credential;
}

export function credentialsOf(connection: Connection): readonly NamedCredential[] {
  return credentialsIn(connection);
}

export function credentialsOfRule({ targets }: NotifyRule): readonly NamedCredential[] {
  return targets.flatMap(credentialsIn);
}

/** Variables that the runner alone reads: those of every connection, and those of the routine's own rules. */
export function credentialVariables(
  connections: readonly Connection[],
  routine: Pick<Routine, 'notify'> | null = null,
): ReadonlySet<string> {
  const all = [
    ...connections.flatMap(credentialsOf),
    ...(routine?.notify ?? []).flatMap(credentialsOfRule),
  ];
  return new Set(
    all.flatMap(({ credential }) => (credential.kind === 'env' ? [credential.name] : [])),
  );
}

/** Names of the connections that a routine depends on, each once. */
export function connectionsOf(
  routine: Pick<Routine, 'collect' | 'outputs' | 'notify'>,
): readonly string[] {
  const { collect, outputs, notify = [] } = routine;
  const tracker = outputs.fileItem?.tracker ?? 'local';
  const named = [
    ...collect.flatMap((one) =>
      'from' in one || 'embeddings' in one
        ? [one.from, one.embeddings?.from].filter((from) => from !== undefined && from !== null)
        : [],
    ),
    ...(tracker === 'local' ? [] : [tracker]),
    ...(outputs.pullRequest ? [outputs.pullRequest.via] : []),
    ...notify.flatMap(({ targets }) => targets.flatMap((one) => ('via' in one ? [one.via] : []))),
  ];
  return [...new Set(named)];
}

/** Whatever stands at a key of its own and says where a secret is. */
function credentialsIn(given: Connection | NotifyTarget): readonly NamedCredential[] {
  return Object.entries(given).flatMap(([key, value]: readonly [string, unknown]) =>
    isCredential(value) ? [{ key, credential: value }] : [],
  );
}

const PLACES: ReadonlySet<unknown> = new Set<Credential['kind']>(['env', 'file', 'command']);

function isCredential(value: unknown): value is Credential {
  return typeof value === 'object' && value !== null && 'kind' in value && PLACES.has(value.kind);
}
