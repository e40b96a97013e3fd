/** One look a kind; each loads its library when it is called. */
import type { ListReading } from '../../collectors/inspect-list.ts';
import { unreached, type ConnectReport } from '../../forges/connect-report.ts';
import type { ForgeConnection } from '../../forges/web-origin.ts';
import { reachOf } from '../../platform/outward/reach-of.ts';
import { readSecretText } from '../../platform/outward/read-credential.ts';
import type { Connection, WebhookConnection } from '../../words/connection.ts';
import { assertNever } from '../../words/errors.ts';
import type { ConnectCheck, ConnectSurroundings } from './contract.ts';

const github: ConnectCheck<'github'> = {
  kind: 'github',
  look: async (connection, { env, learn, origin, signal }) => {
    const repository = await pathAt(connection, origin);
    if (repository === null)
      return unreached(
        'which repository is meant is not known: `origin` names none of a forge',
        `Add \`repository: owner/name\` to connections.${connection.name}.`,
      );
    const { inspectRepository } = await import('../../forges/github/inspect-repository.ts');
    return inspectRepository(connection, { env, learn, repository, signal });
  },
};

const gitlab: ConnectCheck<'gitlab'> = {
  kind: 'gitlab',
  look: async (connection, { env, learn, origin, signal }) => {
    const project = await pathAt(connection, origin);
    if (project === null)
      return unreached(
        'which project is meant is not known: `origin` names none of a forge',
        `Add \`project: group/name\` to connections.${connection.name}.`,
      );
    const { inspectProject } = await import('../../forges/gitlab/inspect-project.ts');
    return inspectProject(connection, { env, learn, signal, project });
  },
};

const imap: ConnectCheck<'imap'> = {
  kind: 'imap',
  look: async (connection, surroundings) =>
    (await import('../../collectors/inspect-mailbox.ts')).inspectMailbox(connection, surroundings),
};

const smtp: ConnectCheck<'smtp'> = {
  kind: 'smtp',
  look: async (connection, surroundings) =>
    (await import('../../connections/inspect-mail-server.ts')).inspectMailServer(connection, {
      ...surroundings,
      sendTo: surroundings.send?.to ?? null,
    }),
};

const http = (reading: ListReading): ConnectCheck<'http'> => ({
  kind: 'http',
  look: async (connection, { env, learn, signal, clock, timezone }) => {
    const { inspectList } = await import('../../collectors/inspect-list.ts');
    const now = clock.now();
    return inspectList(connection, { env, learn, signal, timezone, now, reading });
  },
});

/** The server learns only that a client connected: every request to a webhook is a message, so none is sent. */
const webhook: ConnectCheck<'webhook'> = {
  kind: 'webhook',
  look: async (connection, surroundings) => {
    const { env, learn, signal, send } = surroundings;
    if (send !== null) return sentOver(connection, surroundings);
    const url = await readSecretText(connection.url, env, learn);
    if (connection.secret !== null) await readSecretText(connection.secret, env, learn);
    const reach = await reachOf(connection, env);
    const { outwardDial } = await import('../../platform/outward/outward-dial.ts');
    const result = await outwardDial({ url, reach, signal });
    if (result.kind !== 'there')
      return unreached(result.why, 'Look at where `url` leads, the network, `private` and `ca`.');
    return {
      reached: true,
      as: null,
      sees: [
        `${new URL(url).host} takes connections${url.startsWith('https:') ? ', its certificate is right' : ''}`,
      ],
      can: [{ what: `send messages (${connection.body})`, answer: 'unknown' }],
      problems: [],
    };
  },
};

/** Both the answer and its words are of the other side. */
async function sentOver(
  connection: WebhookConnection,
  { env, learn, signal, clock, sending }: ConnectSurroundings,
): Promise<ConnectReport> {
  // Whatever comes after may repeat them.
  await readSecretText(connection.url, env, learn);
  if (connection.secret !== null) await readSecretText(connection.secret, env, learn);
  const { sendTestMessage } = await import('../../connections/webhook/send-test.ts');
  const result = await sendTestMessage(connection, { ...sending, env, clock, signal });
  switch (result.kind) {
    case 'sent':
      return {
        reached: true,
        as: null,
        sees: [`a test message was sent; it answered ${result.receipt}`],
        can: [{ what: `send messages (${connection.body})`, answer: 'yes' }],
        problems: [],
      };
    case 'retry':
      return unreached(
        result.why,
        'Try again later; a message of a run would be tried again by itself.',
      );
    case 'refused':
      return unreached(result.why, result.hint);
    default:
      return assertNever(result);
  }
}

/** @param reading of an http connection: how the routine that uses it reads it */
export async function lookAt(
  connection: Connection,
  surroundings: ConnectSurroundings,
  reading: ListReading,
): Promise<ConnectReport> {
  switch (connection.kind) {
    case 'github':
      return github.look(connection, surroundings);
    case 'gitlab':
      return gitlab.look(connection, surroundings);
    case 'imap':
      return imap.look(connection, surroundings);
    case 'smtp':
      return smtp.look(connection, surroundings);
    case 'http':
      return http(reading).look(connection, surroundings);
    case 'webhook':
      return webhook.look(connection, surroundings);
    default:
      return assertNever(connection);
  }
}

async function pathAt(connection: ForgeConnection, origin: string | null): Promise<string | null> {
  const { repositoryAt } = await import('../../forges/repository-at.ts');
  return repositoryAt(connection, origin).path;
}
