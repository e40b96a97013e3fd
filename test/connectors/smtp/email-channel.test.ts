import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';

import type { SendResult } from '../../../src/connectors/channel.ts';
import { emailChannel } from '../../../src/connectors/smtp/email-channel.ts';
import type { SmtpConnection } from '../../../src/words/connection.ts';
import type { Message } from '../../../src/words/message.ts';
import type { StepProbe } from '../../../src/words/step-probe.ts';
import { messageTo, surroundingsOf } from '../../kit/messages.ts';
import { freePort } from '../../kit/services/free-port.ts';
import {
  loopbackSmtp,
  rawServer,
  smtpConnection,
  SMTP_PASSWORD,
  type LoopbackSmtp,
} from '../../kit/services/loopback-smtp.ts';
import { channelSuite } from '../channel-suite.ts';

const TO = { kind: 'email', via: 'mail', to: ['ada@example.com'], cc: [] } as const;
const BOTH = { ...TO, to: ['ada@example.com', 'grace@example.com'] } as const;

channelSuite('email', {
  channel: emailChannel,
  open: async () => placeOf(await loopbackSmtp()),
  refusing: async () => placeOf(await loopbackSmtp(), 'wrong-Password'),
  silent: async () => ({
    target: TO,
    surroundings: { connections: [await rawServer(null)], env: { SMTP_PASSWORD } },
    received: () => Promise.resolve([]),
  }),
  secrets: [SMTP_PASSWORD, 'wrong-Password', Buffer.from(SMTP_PASSWORD).toString('base64')],
});

function placeOf(server: LoopbackSmtp, password = SMTP_PASSWORD) {
  return {
    target: TO,
    surroundings: { connections: [server.connection], env: { SMTP_PASSWORD: password } },
    received: async () => {
      const found = await Promise.all(
        server.mails.map(async ({ raw }) =>
          (await simpleParser(raw)).headers.get('x-roundsman-message'),
        ),
      );
      return found.map(String);
    },
  };
}

describe('a mail on its way', () => {
  it('goes over STARTTLS, after a log-in, to each address once', async () => {
    const server = await loopbackSmtp();
    const target = { ...BOTH, cc: ['Ada <ada@example.com>'] };
    const result = await send(server, { target });
    expect(result).toEqual({ kind: 'sent', receipt: '250 queued as 1' });
    expect(server.mails.map(({ to, secure }) => ({ to, secure }))).toEqual([
      { to: ['ada@example.com', 'grace@example.com'], secure: true },
    ]);
    expect(server.logins).toEqual(['roundsman']);
  });

  it('goes over TLS from the first byte', async () => {
    const server = await loopbackSmtp({ options: { secure: true }, change: { security: 'tls' } });
    expect((await send(server)).kind).toBe('sent');
    expect(server.mails[0]?.secure).toBe(true);
  });

  it('goes in the clear to this machine alone, and without a log-in where none is set', async () => {
    const server = await loopbackSmtp({
      options: { authOptional: true },
      change: { security: 'none', user: null, password: null },
    });
    expect((await send(server)).kind).toBe('sent');
    expect(server.mails[0]?.secure).toBe(false);
    expect(server.logins).toEqual([]);
    const elsewhere = smtpConnection({ host: '10.0.0.1', security: 'none' });
    expect(await sendTo(elsewhere)).toEqual({
      kind: 'refused',
      why: '10.0.0.1 is at an address of another machine, which is not asked for',
      hint: 'In the clear mail goes to this machine alone: write security: starttls or tls in connections.mail.',
    });
  });

  it('is never sent in the clear where STARTTLS is wanted and not offered', async () => {
    const server = await loopbackSmtp({
      options: { disabledCommands: ['STARTTLS'], authOptional: true },
    });
    const result = await send(server);
    expect(result).toMatchObject({
      kind: 'refused',
      hint: 'It is never sent in the clear. Where the server speaks TLS from the first byte, write security: tls in connections.mail.',
    });
    expect(server.mails).toEqual([]);
    expect(server.logins).toEqual([]);
  });

  it('is not sent to a server that cannot prove its name', async () => {
    const unknown = await loopbackSmtp({ change: { ca: null } });
    expect(await send(unknown)).toMatchObject({
      kind: 'refused',
      why: `localhost:${unknown.connection.port}: its certificate is signed by an unknown authority`,
      hint: expect.stringContaining('connections.mail.ca'),
    });
    const other = await loopbackSmtp({ certifiedName: 'mail.example.com' });
    expect(await send(other)).toMatchObject({
      kind: 'refused',
      why: `localhost:${other.connection.port}: its certificate is for another name`,
    });
    expect([...unknown.mails, ...other.mails]).toEqual([]);
    expect([...unknown.logins, ...other.logins]).toEqual([]);
  });

  it('is refused with the hint where the port speaks no TLS', async () => {
    const server = await loopbackSmtp({ change: { security: 'tls' } });
    expect(await send(server)).toMatchObject({
      kind: 'refused',
      why: `localhost:${server.connection.port}: it does not speak TLS there`,
      hint: 'Look at security and port of connections.mail: tls is usual at 465, starttls at 587.',
    });
  });

  it('tells a refused log-in from one that may work later', async () => {
    const wrong = await loopbackSmtp({ login: { code: 535, text: 'no such user' } });
    expect(await send(wrong)).toEqual({
      kind: 'refused',
      why: `localhost:${wrong.connection.port}: 535 no such user`,
      hint: 'Look at user and password of connections.mail. Many providers want a password for apps.',
    });
    const busy = await loopbackSmtp({
      login: { code: 454, text: 'Temporary authentication failure' },
    });
    expect(await send(busy)).toEqual({
      kind: 'retry',
      why: `localhost:${busy.connection.port}: 454 Temporary authentication failure`,
    });
    const none = await loopbackSmtp({ options: { disabledCommands: ['AUTH'] } });
    expect(await send(none)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('offers no log-in'),
    });
    expect([...wrong.mails, ...busy.mails, ...none.mails]).toEqual([]);
  });

  it('goes to the others where one address is refused, and says so', async () => {
    const server = await loopbackSmtp({
      recipients: { 'grace@example.com': { code: 550, text: 'no such user here' } },
    });
    expect(await send(server, { target: BOTH })).toEqual({
      kind: 'sent',
      receipt: '250 queued as 1; not to grace@example.com: 550 no such user here',
    });
    expect(server.mails.map(({ to }) => to)).toEqual([['ada@example.com']]);
  });

  it('is refused where nobody is taken, and tried again where one may be taken later', async () => {
    const gone = { code: 550, text: 'no such user' };
    const later = { code: 451, text: 'greylisted' };
    const none = await loopbackSmtp({
      recipients: { 'ada@example.com': gone, 'grace@example.com': gone },
    });
    expect(await send(none, { target: BOTH })).toMatchObject({
      kind: 'refused',
      why: `localhost:${none.connection.port} accepts it for none of the recipients: ada@example.com: 550 no such user; grace@example.com: 550 no such user`,
    });
    const some = await loopbackSmtp({
      recipients: { 'ada@example.com': gone, 'grace@example.com': later },
    });
    expect((await send(some, { target: BOTH })).kind).toBe('retry');
    expect([...none.mails, ...some.mails]).toEqual([]);
  });

  it('waits for an address that is put off, but not for ever', async () => {
    const recipients = { 'grace@example.com': { code: 451, text: 'greylisted' } };
    for (const options of [{}, { hidePIPELINING: true }]) {
      const server = await loopbackSmtp({ recipients, options });
      const first = await send(server, { target: BOTH, tries: 1 });
      expect(first).toEqual({
        kind: 'retry',
        why: `localhost:${server.connection.port} takes it later: grace@example.com: 451 greylisted`,
      });
      expect(server.mails).toEqual([]);
      const fourth = await send(server, { target: BOTH, tries: 4 });
      expect(fourth).toEqual({
        kind: 'sent',
        receipt: '250 queued as 1; not to grace@example.com: 451 greylisted',
      });
      expect(server.mails.map(({ to }) => to)).toEqual([['ada@example.com']]);
    }
  });

  it('tells what the server says to the whole of it', async () => {
    const spam = await loopbackSmtp({ atEnd: () => failure(554, 'looks like spam') });
    expect(await send(spam)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('554 looks like spam'),
    });
    const full = await loopbackSmtp({ atEnd: () => failure(452, 'disk full') });
    expect(await send(full)).toMatchObject({
      kind: 'retry',
      why: expect.stringContaining('452 disk full'),
    });
    const small = await loopbackSmtp({ options: { size: 500 } });
    expect(await send(small)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('larger than it takes'),
    });
    expect(small.mails).toEqual([]);
  });

  it('may have arrived when the connection breaks after the last byte, and has the same id then', async () => {
    const server = await loopbackSmtp({
      atEnd: ({ count, breakOff }) => {
        if (count > 1) return 'take';
        breakOff();
        return 'wait';
      },
    });
    const first = await send(server);
    expect(first).toEqual({
      kind: 'retry',
      why: `localhost:${server.connection.port}: it broke the connection off, after all of it was sent: it may have arrived`,
      unsure: true,
    });
    expect((await send(server, { tries: 2 })).kind).toBe('sent');
    const [one, two] = server.mails.map(({ raw }) => raw.toString());
    expect(one).toContain('Message-ID: <M-0123456789ab.roundsman@shop.example>');
    expect(two).toBe(one);
  });

  it('ends at the signal also where the server does not answer to the whole of it', async () => {
    const stop = new AbortController();
    const server = await loopbackSmtp({
      atEnd: () => {
        stop.abort();
        return 'wait';
      },
    });
    expect(await send(server, {}, { signal: stop.signal })).toMatchObject({
      kind: 'retry',
      unsure: true,
    });
  });

  it('is not there when it is ended before the first byte', async () => {
    const stop = new AbortController();
    const server = await loopbackSmtp();
    const probe: StepProbe = (point) => {
      if (point === 'message/mail-addressed') stop.abort();
      return Promise.resolve();
    };
    expect(await send(server, {}, { signal: stop.signal, probe })).toEqual({
      kind: 'retry',
      why: expect.not.stringContaining('may have arrived'),
    });
    expect(server.mails).toEqual([]);
  });

  it('says at which points it is', async () => {
    const server = await loopbackSmtp();
    const points: string[] = [];
    await send(server, {}, { probe: (point) => Promise.resolve(void points.push(point)) });
    expect(points).toEqual([
      'message/mail-connected',
      'message/mail-addressed',
      'message/mail-taken',
    ]);
  });

  it('is tried again where nobody listens, or where something else does', async () => {
    const port = await freePort();
    expect(await sendTo(smtpConnection({ port }))).toEqual({
      kind: 'retry',
      why: `localhost:${port}: it takes no connections there`,
    });
    const busy = await rawServer('421 too many connections\r\n');
    expect(await sendTo(busy)).toMatchObject({
      kind: 'retry',
      why: expect.stringContaining('421'),
    });
    const unwanted = await rawServer('554 go away\r\n');
    expect(await sendTo(unwanted)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('554 go away'),
    });
  });

  it('does not reach a private address that its connection does not name as one', async () => {
    const server = await loopbackSmtp({ change: { private: false } });
    expect(await send(server)).toMatchObject({
      kind: 'refused',
      hint: 'Where that server is meant to be near, write private: true in connections.mail.',
    });
    expect(server.mails).toEqual([]);
  });

  it('is refused with the place of what is missing', async () => {
    const server = await loopbackSmtp();
    expect(await send(server, {}, { env: {} })).toMatchObject({
      kind: 'refused',
      why: 'env:SMTP_PASSWORD is not set',
    });
    expect(await sendTo(smtpConnection({ name: 'other' }))).toMatchObject({
      kind: 'refused',
      why: 'the active roundsman.yaml has no smtp connection mail',
      hint: 'Write one under connections, or name another under notify.email.via; a change counts once it is committed where active definitions come from (roundsman status).',
    });
    expect(await sendTo(smtpConnection({ password: null }))).toMatchObject({
      kind: 'refused',
      why: 'connections.mail has a user and no password',
    });
    expect(await sendTo(smtpConnection({ from: 'nobody' }))).toMatchObject({
      kind: 'refused',
      why: 'from: nobody is not a mail address',
    });
  });

  it('is tried again where its password is not to be had now, or here', async () => {
    const server = await loopbackSmtp();
    const password = { kind: 'command', command: 'exit 2' } as const;
    expect(await sendTo({ ...server.connection, password })).toEqual({
      kind: 'retry',
      why: 'command:exit 2 ended with exit code 2',
    });
    expect(await send(server, {}, { env: {}, daemonFollows: true })).toEqual({
      kind: 'retry',
      why: 'env:SMTP_PASSWORD is not set',
    });
    expect(server.mails).toEqual([]);
  });

  it('sends no head that an address brought', async () => {
    const server = await loopbackSmtp();
    for (const to of [
      'ada@example.com\r\nBcc: all@example.com',
      'a@b.example>, <c@d.example',
      'a\u0000@b.example',
      'a\u202e@b.example',
    ]) {
      expect((await send(server, { target: { ...TO, to: [to] } })).kind).toBe('refused');
    }
    expect(server.mails).toEqual([]);
  });
});

function send(
  server: LoopbackSmtp,
  change: Partial<Pick<Message, 'tries'>> & { readonly target?: typeof BOTH | Target } = {},
  more: Partial<Parameters<typeof surroundingsOf>[0]> = {},
): Promise<SendResult> {
  return sendTo(server.connection, change, { env: server.env, ...more });
}

type Target = {
  readonly kind: 'email';
  readonly via: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
};

function sendTo(
  connection: SmtpConnection,
  { target = TO, ...change }: Partial<Pick<Message, 'tries'>> & { readonly target?: Target } = {},
  more: Partial<Parameters<typeof surroundingsOf>[0]> = {},
): Promise<SendResult> {
  const surroundings = surroundingsOf({
    connections: [connection],
    env: { SMTP_PASSWORD },
    ...more,
  });
  const message = messageTo(target, { tries: 1, ...change });
  return emailChannel.send({ message, target, surroundings });
}

function failure(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
