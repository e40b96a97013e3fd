/** A real postfix on one side, another reader of mails (mailparser) and another keeper of them (a mail folder) on the other. */
import { simpleParser, type ParsedMail } from 'mailparser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSender } from '../../src/connections/send-message.ts';
import type { SendSurroundings } from '../../src/connectors/channel.ts';
import { emailChannel } from '../../src/connectors/smtp/email-channel.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { fileLocks } from '../../src/store/files/file-locks.ts';
import { fileMessageStore } from '../../src/store/files/file-message-store.ts';
import type { SmtpConnection } from '../../src/words/connection.ts';
import type { Message } from '../../src/words/message.ts';
import { fakeClock } from '../kit/fake-clock.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { HOSTILE_TEXTS } from '../kit/hostile-texts.ts';
import { digestContent, mailMessage, morningContents } from '../kit/mail-messages.ts';
import { messageTo, surroundingsOf } from '../kit/messages.ts';
import { smtpConnection, SMTP_PASSWORD } from '../kit/services/loopback-smtp.ts';
import { mutedWay } from '../kit/services/muted-way.ts';
import { startPostfix, type Postfix } from '../kit/services/postfix.ts';

const TEAM = 'team@example.com';
const ADA = 'ada@example.com';
const TARGET = { kind: 'email', via: 'mail', to: [`Team <${TEAM}>`], cc: [ADA] } as const;
let postfix: Postfix;

beforeAll(async () => {
  postfix = await startPostfix({
    users: { [TEAM]: SMTP_PASSWORD, [ADA]: SMTP_PASSWORD },
    deliver: { kind: 'maildir' },
  });
});
afterAll(async () => {
  await postfix.stop();
});

describe('mail over a real postfix', () => {
  it('sends a digest over STARTTLS after a log-in, which arrives as it was meant', async () => {
    const message = mailMessage({ id: 'M-000000000001' });
    expect(await send(message)).toEqual({
      kind: 'sent',
      receipt: expect.stringMatching(/^250 2\.0\.0 Ok: queued as [0-9A-F]+$/),
    });
    const mail = await arrived(TEAM, 'M-000000000001');
    expect(mail).toMatchObject({
      subject: '[shop] Ticket digest: 1 new theme, 2 requests wait',
      from: { text: '"Roundsman" <roundsman@shop.example>' },
      messageId: '<M-000000000001.roundsman@shop.example>',
      references: '<thread.ticket-digest.shop.roundsman@shop.example>',
    });
    expect(mail.text).toContain('Fourteen tickets came in since Monday');
    expect(mail.html).toContain('<strong>three</strong>');
    expect((await arrived(ADA, 'M-000000000001')).messageId).toBe(mail.messageId);
    expect(postfix.log()).toMatch(/sasl_method=PLAIN, sasl_username=team@example\.com/);
  });

  it('puts the second mail of a routine into the thread of the first', async () => {
    await send(mailMessage({ id: 'M-00000000000a' }));
    await send(
      mailMessage({ id: 'M-00000000000b', contents: [digestContent({ title: 'quiet' })] }),
    );
    const [first, second] = [
      await arrived(TEAM, 'M-00000000000a'),
      await arrived(TEAM, 'M-00000000000b'),
    ];
    expect(second.inReplyTo).toBe(first.inReplyTo);
    expect(second.references).toEqual(first.references);
    expect(second.messageId).not.toBe(first.messageId);
    expect(first.headers.get('list')).toEqual(second.headers.get('list'));
  });

  it('sends a morning as one mail', async () => {
    await send(mailMessage({ id: 'M-00000000000c', contents: morningContents() }));
    const mail = await arrived(TEAM, 'M-00000000000c');
    expect(mail.subject).toBe('[shop] 3 things to tell: 1 went wrong, 1 needs a look, 1 went well');
  });

  it('lets no title, name or address write a head', async () => {
    const odd = [
      ...HOSTILE_TEXTS,
      `a\r\nBcc: ${ADA}\r\n\r\nbody`,
      `=?utf-8?q?a=0D=0ABcc:_${ADA}?=`,
    ];
    const before = (await postfix.inbox(ADA)).length;
    for (const [at, text] of odd.entries()) {
      const id = `M-0000000001${String(at).padStart(2, '0')}`;
      const contents = [digestContent({ name: text, title: text, markdown: text })];
      expect((await send(mailMessage({ id, contents }), { ...TARGET, cc: [] })).kind).toBe('sent');
      const mail = await arrived(TEAM, id);
      expect(mail.bcc).toBeUndefined();
      expect(mail.cc).toBeUndefined();
      expect(mail.headers.get('x-roundsman-message')).toBe(id);
    }
    const injected = `${TEAM}\r\nRCPT TO:<${ADA}>`;
    const result = await send(mailMessage({ id: 'M-0000000002ff' }), {
      ...TARGET,
      to: [injected],
      cc: [],
    });
    expect(result.kind).toBe('refused');
    expect((await postfix.inbox(ADA)).length).toBe(before);
  });

  it('refuses a wrong password and an unknown recipient in the words of the server', async () => {
    const wrong = await send(mailMessage(), TARGET, { env: { SMTP_PASSWORD: 'wrong-Password' } });
    expect(wrong).toEqual({
      kind: 'refused',
      why: expect.stringMatching(/535 5\.7\.8 Error: authentication failed/),
      hint: expect.stringContaining('connections.mail'),
    });
    const gone = { ...TARGET, to: ['gone@example.com'], cc: [] };
    expect(await send(mailMessage(), gone)).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(
        /accepts it for none of the recipients: gone@example\.com: 550 5\.1\.1/,
      ),
    });
    const some = await send(mailMessage({ id: 'M-00000000000d' }), {
      ...TARGET,
      cc: ['gone@example.com'],
    });
    expect(some).toMatchObject({
      kind: 'sent',
      receipt: expect.stringContaining('; not to gone@example.com: 550 5.1.1'),
    });
    await arrived(TEAM, 'M-00000000000d');
  });

  it('is sent once, after the server was down and came back', async () => {
    const id = 'M-00000000000e';
    const world = await openWorld(id, { connections: [connection()] });
    await postfix.halt();
    await world.sender.send(id);
    expect((await world.messages.read(id))?.state).toMatchObject({
      kind: 'due',
      failure: `localhost:${postfix.port}: it takes no connections there`,
    });
    await postfix.resume();
    world.clock.set(3_600_000);
    await world.sender.send(id);
    await world.sender.send(id);
    expect((await world.messages.read(id))?.state).toMatchObject({ kind: 'sent', again: false });
    await arrived(TEAM, id);
    expect(await mailsOf(TEAM, id)).toHaveLength(1);
  });

  it('has one id where it arrived twice, and says that it may have', async () => {
    const id = 'M-00000000000f';
    const way = await mutedWay(postfix.port);
    let isFirst = true;
    const world = await openWorld(id, {
      connections: [{ ...connection(), port: way.port }],
      probe: (point) => {
        if (point === 'message/mail-addressed' && isFirst) way.mute();
        if (point === 'message/mail-addressed') isFirst = false;
        return Promise.resolve();
      },
    });
    await world.sender.send(id);
    expect(await world.messages.read(id)).toMatchObject({ unsure: true, state: { kind: 'due' } });
    world.clock.set(3_600_000);
    await world.sender.send(id);
    expect((await world.messages.read(id))?.state).toMatchObject({ kind: 'sent', again: true });
    await arrived(TEAM, id, 2);
    const ids = (await mailsOf(TEAM, id)).map(({ messageId }) => messageId);
    expect(ids).toEqual([`<${id}.roundsman@shop.example>`, `<${id}.roundsman@shop.example>`]);
  });
});

/** A message that waits, and who sends it. */
async function openWorld(id: string, change: Partial<SendSurroundings>) {
  const stateDir = temporaryFolder('rm-state-');
  const clock = fakeClock('2026-11-21T09:00:00.000Z');
  const messages = fileMessageStore(stateDir);
  await messages.create(messageTo(TARGET, { id }));
  const sender = openSender({
    messages,
    exclusively: fileLocks(stateDir, systemClock).messages,
    surroundings: surroundingsOf({ env: { SMTP_PASSWORD }, clock, ...change }),
  });
  return { messages, clock, sender };
}

function connection(): SmtpConnection {
  return smtpConnection({ port: postfix.port, ca: postfix.ca, user: TEAM });
}

function send(
  message: Message,
  target: Parameters<typeof emailChannel.send>[0]['target'] = TARGET,
  more: Partial<Parameters<typeof surroundingsOf>[0]> = {},
) {
  const surroundings = surroundingsOf({
    connections: [connection()],
    env: { SMTP_PASSWORD },
    ...more,
  });
  return emailChannel.send({ message, target, surroundings });
}

/** Waits until as many are there; the first of them. */
async function arrived(user: string, id: string, count = 1): Promise<ParsedMail> {
  for (;;) {
    const [first, ...others] = await mailsOf(user, id);
    if (first !== undefined && others.length + 1 >= count) return first;
    await systemClock.sleep(20);
  }
}

async function mailsOf(user: string, id: string): Promise<readonly ParsedMail[]> {
  const mails = await Promise.all((await postfix.inbox(user)).map((raw) => simpleParser(raw)));
  return mails.filter(({ headers }) => headers.get('x-roundsman-message') === id);
}
