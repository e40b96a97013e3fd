/** What `connect` says of the real programs, and of GitHub and GitLab as their descriptions have them. */
import { simpleParser } from 'mailparser';
import { describe, expect, it, onTestFinished } from 'vitest';

import { formOf } from '../../src/connectors/registry.ts';
import type { ConnectReport } from '../../src/forges/connect-report.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Connection } from '../../src/words/connection.ts';
import { makeRedactor } from '../../src/words/redaction/redactor.ts';
import { githubConnection, githubEnv } from '../kit/github/github-connection.ts';
import { githubServer, type GithubServer } from '../kit/github/github-server.ts';
import { githubState, KIT_LOGIN, KIT_TOKEN, type KitToken } from '../kit/github/github-state.ts';
import { openApiCheck } from '../kit/github/openapi.ts';
import { GITLAB_TOKEN, gitlabServer } from '../kit/gitlab/gitlab-server.ts';
import { startDovecot } from '../kit/services/dovecot.ts';
import { smtpConnection, SMTP_PASSWORD } from '../kit/services/loopback-smtp.ts';
import { imapConnection, mailText, PASSWORD } from '../kit/services/mailbox-runs.ts';
import { startPostfix } from '../kit/services/postfix.ts';
import { waitUntil } from '../kit/wait-until.ts';

const TEAM = 'team@example.com';
const env = {
  ...githubEnv,
  GITLAB_TOKEN,
  MAIL_PASSWORD: PASSWORD,
  SMTP_PASSWORD,
  HOME: '/nonexistent',
};

async function look(
  connection: Connection,
  more: { readonly origin?: string; readonly sendTo?: string } = {},
): Promise<ConnectReport> {
  const redactor = makeRedactor([]);
  return formOf(connection).connect(connection, {
    env,
    clock: systemClock,
    timezone: 'UTC',
    learn: redactor.learn,
    origin: more.origin ?? null,
    send: more.sendTo === undefined ? null : { to: more.sendTo },
    sending: { definitions: null, workspace: { name: 'shop', timezone: 'UTC' }, redactor },
    signal: AbortSignal.timeout(30_000),
    reading: { items: null, fields: {} },
  });
}

describe('a mailbox of a real dovecot', () => {
  it('says how many mails there are, and changes none', async () => {
    const dovecot = await startDovecot({ users: { support: PASSWORD } });
    for (const Subject of ['one', 'two']) await dovecot.put('support', mailText({ Subject }));
    const before = dovecot.files('support').length;
    const { imap } = dovecot.ports;
    for (const change of [{}, { security: 'starttls', port: imap }] as const)
      expect(await look(imapConnection(dovecot, change))).toEqual({
        reached: true,
        as: 'support',
        sees: ['INBOX: 2 mails, 2 unread'],
        can: [{ what: 'read tickets', answer: 'yes' }],
        problems: [],
      });
    expect(dovecot.files('support')).toHaveLength(before);
    expect(dovecot.admin('fetch', '-u', 'support', 'flags', 'mailbox', 'INBOX', 'all')).not.toMatch(
      /Seen/,
    );
  });

  it('says that a folder is not there, and which is near; and that a log-in is not taken', async () => {
    const dovecot = await startDovecot({ users: { support: PASSWORD } });
    dovecot.admin('mailbox', 'create', '-u', 'support', 'Tickets');
    expect(await look(imapConnection(dovecot, { folder: 'Ticket' }))).toMatchObject({
      reached: true,
      problems: [{ hint: expect.stringContaining('Tickets') }],
    });
    expect(await look(imapConnection(dovecot, { user: 'nobody' }))).toMatchObject({
      reached: false,
      problems: [{ what: expect.stringContaining('log-in') }],
    });
    await dovecot.stop();
    expect(await look(imapConnection(dovecot))).toMatchObject({ reached: false });
  });
});

describe('a real postfix', () => {
  it('takes the log-in over STARTTLS, and one mail where a person wants that', async () => {
    const postfix = await startPostfix({
      users: { [TEAM]: SMTP_PASSWORD },
      deliver: { kind: 'maildir' },
    });
    onTestFinished(() => postfix.stop());
    const mail = smtpConnection({ port: postfix.port, ca: postfix.ca, user: TEAM, from: TEAM });
    expect(await look(mail)).toMatchObject({
      reached: true,
      as: TEAM,
      sees: [`localhost:${postfix.port}, TLS by STARTTLS`],
      problems: [],
    });
    expect(await postfix.inbox(TEAM)).toEqual([]);
    const sent = await look(mail, { sendTo: TEAM });
    expect(sent.sees[1]).toMatch(/^sent to team@example\.com: 250 2\.0\.0 Ok: queued as/);
    const bytes = await waitUntil(async () => (await postfix.inbox(TEAM))[0] ?? null);
    expect(await simpleParser(bytes)).toMatchObject({
      subject: 'Roundsman can send mail',
      text: expect.stringContaining('`roundsman connect --send`'),
    });
    expect(
      await look(smtpConnection({ port: postfix.port, ca: postfix.ca, user: 'other@example.com' })),
    ).toMatchObject({
      reached: false,
      problems: [{ what: expect.stringMatching(/^localhost:\d+: 535 /) }],
    });
  });
});

const check = openApiCheck();

async function github(token: Partial<KitToken> = {}): Promise<GithubServer> {
  const state = githubState();
  state.tokens.set(KIT_TOKEN, {
    login: KIT_LOGIN,
    scopes: ['repo'],
    rights: 'write',
    expiresAt: null,
    ...token,
  });
  const server = await githubServer({ state, check });
  onTestFinished(() => server.close());
  return server;
}

describe('GitHub, each request and answer held against its description', () => {
  it('says who one is, what is there, and what may be done', async () => {
    const server = await github();
    const origin = `${server.api}/${server.state.owner}/${server.state.name}.git`;
    expect(await look(githubConnection(server, { repository: null }), { origin })).toMatchObject({
      reached: true,
      as: KIT_LOGIN,
      can: [
        { what: 'read issues', answer: 'yes' },
        { what: 'file and comment on issues', answer: 'yes' },
        { what: 'label and close issues', answer: 'yes' },
        { what: 'push branches', answer: 'yes' },
        { what: 'open pull requests', answer: 'yes' },
      ],
      problems: [],
    });
    expect(server.problems).toEqual([]);
    expect(server.log.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
  });

  it('says what a token that only reads cannot do', async () => {
    const server = await github({ rights: 'none' });
    const { can } = await look(githubConnection(server));
    expect(can).toContainEqual({ what: 'read issues', answer: 'yes' });
    expect(can).toContainEqual({ what: 'label and close issues', answer: 'no' });
    expect(can).toContainEqual({ what: 'open pull requests', answer: 'no' });
    expect(server.problems).toEqual([]);
  });

  it('says that the token expired, or that there is no such repository for it', async () => {
    const server = await github({ expiresAt: new Date(0) });
    expect(await look(githubConnection(server))).toMatchObject({
      reached: false,
      problems: [{ what: 'the token is not taken (401): it is wrong, or has expired' }],
    });
    const other = await github();
    expect(await look(githubConnection(other, { repository: 'harbour/other' }))).toMatchObject({
      reached: false,
      problems: [{ what: 'there is no harbour/other for that token (404)' }],
    });
    expect([...server.problems, ...other.problems]).toEqual([]);
  });
});

describe('GitLab', () => {
  it('says the role of the token, that it expired, and that there is no such project', async () => {
    const server = await gitlabServer();
    const connection = (project: string): Connection => ({
      kind: 'gitlab',
      name: 'gitlab',
      private: true,
      ca: null,
      api: server.api,
      project,
      token: { kind: 'env', name: 'GITLAB_TOKEN' },
    });
    expect(await look(connection('harbour/lamps'))).toMatchObject({
      reached: true,
      as: 'harbour-bot',
      can: expect.arrayContaining([{ what: 'open merge requests', answer: 'yes' }]),
      problems: [],
    });
    expect(await look(connection('harbour/other'))).toMatchObject({
      problems: [{ what: 'there is no harbour/other for that token (404)' }],
    });
    server.expired = true;
    expect(await look(connection('harbour/lamps'))).toMatchObject({
      reached: false,
      problems: [{ what: 'the token is not taken (401): it is wrong, or has expired' }],
    });
  });
});
