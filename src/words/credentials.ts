/** Which credentials connections and rules of `notify` name, and so what an agent is never given. Pure. */
import type { Connection, Credential, SecretText } from './connection.ts';
import type { NotifyRule } from './notify.ts';
import type { Routine } from './routine.ts';

export interface NamedCredential {
  /** Of which key: `token`, `password`, `secret`, `url`. */
  readonly key: string;
  readonly credential: Credential;
}

export function credentialsOf(connection: Connection): readonly NamedCredential[] {
  switch (connection.kind) {
    case 'github':
    case 'gitlab':
    case 'http':
      return named({ token: connection.token });
    case 'imap':
    case 'smtp':
      return named({ password: connection.password });
    case 'webhook':
      return named({ url: connection.url, secret: connection.secret });
  }
}

export function credentialsOfRule({ targets }: NotifyRule): readonly NamedCredential[] {
  return targets.flatMap((target) => {
    if (target.kind === 'hook-url') return named({ url: target.url, secret: target.secret });
    return target.kind === 'ping' ? named({ url: target.url }) : [];
  });
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

function named(keys: Readonly<Record<string, SecretText | null>>): readonly NamedCredential[] {
  return Object.entries(keys).flatMap(([key, given]) =>
    given === null || given.kind === 'text' ? [] : [{ key, credential: given }],
  );
}
