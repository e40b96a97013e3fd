/**
 * The channel `email`. A mail has one Message-ID however often it is sent, and that is all that SMTP knows of sending once:
 * a connection that breaks before the last byte sent nothing; one that breaks between that and the server's answer may have,
 * and then the mail is sent again with the same id.
 */
import { guardedHost, type GuardedHost } from '../../platform/outward/outward-connect.ts';
import { reachOf } from '../../platform/outward/reach-of.ts';
import type { SmtpConnection } from '../../words/connection.ts';
import { oneLine } from '../../words/text.ts';
import { type Channel, type SendRequest, type SendResult, resultOfThrown } from '../channel.ts';
import { goesToOthers, judgeSmtp } from './judge-smtp.ts';
import { mailOf, type Mail } from './mail-of.ts';
import { smtpLogin, smtpOptions, type SmtpLogin } from './smtp-server.ts';

export const emailChannel: Channel<'email'> = {
  kind: 'email',
  send: async (request) => {
    const { signal, redactor } = request.surroundings;
    if (signal.aborted) return ENDED;
    const result = await sendMail(request).catch((thrown: unknown) =>
      resultOfThrown(thrown, request.surroundings),
    );
    return shown(result, (text) => oneLine(redactor.text(text), LONGEST));
  },
};

const ENDED: SendResult = { kind: 'retry', why: 'it was to end' };
const LONGEST = 600;

/** Throws for addresses, passwords and authorities that are not as they should be. */
async function sendMail(request: SendRequest<'email'>): Promise<SendResult> {
  const { message, target, surroundings } = request;
  const server = surroundings.connections.find(({ name }) => name === target.via);
  if (server?.kind !== 'smtp') return noServer(target.via);
  const { from, replyTo } = server;
  const mail = mailOf(message, target, { ...surroundings, from, replyTo });
  const login = await smtpLogin(server, surroundings.env, surroundings.redactor.learn);
  const { host, port, security } = server;
  const reach = await reachOf(server, surroundings.env);
  const { signal } = surroundings;
  const loopbackOnly = security === 'none';
  const guarded = await guardedHost({ host, port, reach, loopbackOnly, signal });
  if (guarded.kind === 'refused') return notReached(guarded.why, server);
  if (guarded.kind === 'no-answer') return { kind: 'retry', why: guarded.why };
  return overSmtp(request, server, { mail, login, guarded });
}

interface Prepared {
  readonly mail: Mail;
  readonly login: SmtpLogin | null;
  readonly guarded: GuardedHost;
}

async function overSmtp(
  { message, surroundings }: SendRequest<'email'>,
  server: SmtpConnection,
  { mail, login, guarded }: Prepared,
): Promise<SendResult> {
  const { probe, signal } = surroundings;
  const [{ sendOverSmtp }, { mimeOf }] = await Promise.all([
    import('./smtp-session.ts'),
    import('./mime-of.ts'),
  ]);
  const end = await sendOverSmtp({
    options: smtpOptions(server, guarded),
    login,
    from: mail.from.address,
    to: recipientsOf(mail),
    bytes: await mimeOf(mail),
    signal,
    onConnected: () => probe('message/mail-connected'),
    onAddressed: async (refused) => {
      await probe('message/mail-addressed');
      return goesToOthers(refused, message.tries);
    },
  });
  if (end.kind === 'taken') await probe('message/mail-taken');
  return judgeSmtp(end, server);
}

/** Each address once. */
function recipientsOf({ to, cc }: Mail): readonly string[] {
  return [...new Set([...to, ...cc].map(({ address }) => address))];
}

function noServer(via: string): SendResult {
  return {
    kind: 'refused',
    why:
      via === ''
        ? 'the active roundsman.yaml has no smtp connection'
        : `the active roundsman.yaml has no smtp connection ${oneLine(via, 60)}`,
    hint: 'Write one under connections, or name another under notify.email.via; a change counts once it is committed where active definitions come from (roundsman status).',
  };
}

function notReached(why: string, { name, security }: SmtpConnection): SendResult {
  const hint =
    security === 'none'
      ? `In the clear mail goes to this machine alone: write security: starttls or tls in connections.${name}.`
      : `Where that server is meant to be near, write private: true in connections.${name}.`;
  return { kind: 'refused', why, hint };
}

function shown(result: SendResult, show: (text: string) => string): SendResult {
  switch (result.kind) {
    case 'sent':
      return { ...result, receipt: show(result.receipt) };
    case 'retry':
      return { ...result, why: show(result.why) };
    case 'refused':
      return { ...result, why: show(result.why), hint: show(result.hint) };
  }
}
