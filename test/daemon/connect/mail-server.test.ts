import type { AddressInfo } from 'node:net';

import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Connection } from '../../../src/words/connection.ts';
import { core, look, SECRET, token } from '../../kit/connect-look.ts';
import { makePrivateAuthority, type PrivateAuthority } from '../../kit/private-authority.ts';

describe('a mail server', () => {
  let authority: PrivateAuthority;
  const running: SMTPServer[] = [];
  const mails: string[] = [];
  beforeAll(() => {
    authority = makePrivateAuthority();
  });
  afterAll(async () => {
    authority.remove();
    await Promise.all(
      running.map(async (server) => new Promise<void>((resolve) => server.close(resolve))),
    );
  });

  async function mailServer(options: SMTPServerOptions = {}): Promise<number> {
    const server = new SMTPServer({
      ...authority.certify(['DNS:localhost', 'IP:127.0.0.1']),
      onAuth: ({ username, password }, _session, done) =>
        username === 'rounds' && password === SECRET
          ? done(null, { user: username })
          : done(new Error('no')),
      onData: (stream, _session, done) => {
        let text = '';
        stream.setEncoding('utf8');
        stream.on('data', (chunk: string) => (text += chunk));
        stream.on('end', () => {
          mails.push(text);
          done();
        });
      },
      ...options,
    });
    server.on('error', () => undefined);
    running.push(server);
    return new Promise((resolve) => {
      const listening = server.listen(0, '127.0.0.1', () => {
        const address: AddressInfo | string | null = listening.address();
        resolve(address === null || typeof address === 'string' ? 0 : address.port);
      });
    });
  }

  const smtp = (port: number, more: object = {}): Connection => ({
    ...core,
    ca: authority.caFile,
    kind: 'smtp',
    host: 'localhost',
    port,
    security: 'starttls',
    user: 'rounds',
    password: token,
    from: 'Rounds <rounds@example.com>',
    replyTo: null,
    ...more,
  });

  it('is asked for STARTTLS and the log-in, and gets a mail only where one is wanted', async () => {
    const port = await mailServer();
    expect(await look(smtp(port))).toEqual({
      reached: true,
      as: 'rounds',
      sees: [`localhost:${port}, TLS by STARTTLS`],
      can: [
        { what: 'log in', answer: 'yes' },
        { what: 'send as Rounds <rounds@example.com>', answer: 'unknown' },
      ],
      problems: [],
    });
    expect(mails).toEqual([]);
    const sent = await look(smtp(port), { sendTo: 'me@example.com' });
    expect(sent.sees[1]).toContain('sent to me@example.com');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Subject: Roundsman can send mail');
  });

  it('was reached where it takes the log-in and not the mail, which is told in its words', async () => {
    const port = await mailServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('no such user here'), { responseCode: 550 })),
    });
    expect(await look(smtp(port), { sendTo: 'me@example.com' })).toMatchObject({
      reached: true,
      as: 'rounds',
      can: [
        { what: 'log in', answer: 'yes' },
        { what: 'send as Rounds <rounds@example.com>', answer: 'no' },
      ],
      problems: [
        {
          what: `a mail to me@example.com is not taken: localhost:${port} accepts it for none of the recipients: me@example.com: 550 no such user here`,
        },
      ],
    });
  });

  it('says that the log-in is wrong', async () => {
    const port = await mailServer();
    expect(await look(smtp(port, { user: 'other' }))).toMatchObject({
      reached: false,
      problems: [
        {
          what: `localhost:${port}: 535 no`,
          hint: 'Look at user and password of connections.it. Many providers want a password for apps.',
        },
      ],
    });
  });

  it('tells a log-in that it cannot look at now from one that is wrong', async () => {
    const port = await mailServer({
      onAuth: (_auth, _session, done) =>
        done(Object.assign(new Error('the directory is away'), { responseCode: 454 })),
    });
    expect(await look(smtp(port))).toMatchObject({
      reached: false,
      problems: [
        {
          what: `localhost:${port}: 454 the directory is away`,
          hint: expect.stringMatching(/^That may pass/),
        },
      ],
    });
  });

  it('is not said to take a log-in that it does not offer', async () => {
    const port = await mailServer({ disabledCommands: ['AUTH'] });
    expect(await look(smtp(port))).toMatchObject({
      reached: false,
      problems: [{ what: `localhost:${port} offers no log-in` }],
    });
  });

  it('never sends the password in the clear', async () => {
    const tried: string[] = [];
    const port = await mailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username = '' }, _session, done) => {
        tried.push(username);
        done(null, { user: username });
      },
    });
    expect(await look(smtp(port))).toMatchObject({ reached: false });
    expect(await look(smtp(port, { ca: null }))).toMatchObject({ reached: false });
    expect(tried).toEqual([]);
  });

  it('says that its certificate is signed by nobody, or is for another name', async () => {
    const port = await mailServer({ ...authority.certify(['DNS:other.example']), secure: true });
    expect(await look(smtp(port, { security: 'tls' }))).toMatchObject({
      reached: false,
      problems: [{ what: expect.stringMatching(/certificate is for another name/) }],
    });
    const unsigned = await mailServer({ secure: true });
    expect(await look(smtp(unsigned, { security: 'tls', ca: null }))).toMatchObject({
      reached: false,
    });
  });

  it('in the clear is one of this machine', async () => {
    const port = await mailServer({ disabledCommands: ['STARTTLS'], authOptional: true });
    const plain = { security: 'none', user: null, password: null };
    expect(await look(smtp(port, plain))).toMatchObject({
      reached: true,
      sees: [`localhost:${port}, in the clear, on this machine`],
    });
    const far = { ...plain, host: '10.0.0.1' };
    expect(await look(smtp(port, far))).toMatchObject({
      reached: false,
      problems: [{ what: '10.0.0.1 is at an address of another machine, which is not asked for' }],
    });
  });
});
