/**
 * The first use whole, unattended, by the program as it ships: customers write to a mailbox, and at seven the next morning the
 * team has the digest in theirs; the day after, the next one in the same thread; the day after that, nothing. Dovecot has
 * both mailboxes, postfix brings the mail. Nobody does anything in between but wait.
 */
import { readFileSync } from 'node:fs';

import { simpleParser, type ParsedMail } from 'mailparser';
import { expect, onTestFinished, test } from 'vitest';

import type { RunView } from '../../src/words/run.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { startDovecot, type Dovecot } from '../kit/services/dovecot.ts';
import { mailText } from '../kit/services/mailbox-runs.ts';
import { startPostfix, type Postfix } from '../kit/services/postfix.ts';
import { shiftedClock } from '../kit/shifted-clock.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const SUPPORT_PASSWORD = 'mailbox-of-the-support-team';
const SMTP_PASSWORD = 'log-in-of-the-night-watch';
const TEAM = 'team@example.com';
const SENDER = 'roundsman@example.com';
/** Nine hours east, without a summer time. */
const ZONE = 'Asia/Tokyo';

function tokyo(text: string): Date {
  return new Date(`${text}+09:00`);
}

interface Office {
  readonly dovecot: Dovecot;
  readonly postfix: Postfix;
}

async function openOffice(): Promise<Office> {
  const dovecot = await startDovecot({
    users: { support: SUPPORT_PASSWORD, team: 'nobody-logs-in-here' },
  });
  const postfix = await startPostfix({
    users: { [SENDER]: SMTP_PASSWORD, [TEAM]: 'no-log-in' },
    deliver: { kind: 'lmtp', to: `inet:127.0.0.1:${dovecot.ports.lmtp}` },
  });
  onTestFinished(() => postfix.stop());
  return { dovecot, postfix };
}

/** The shipped routine, changed where a team changes it. */
function digestRoutine(): string {
  const shipped = readFileSync('routines/ticket-digest.yaml', 'utf8');
  const changes: readonly (readonly [RegExp, string])[] = [
    [/^enabled: false.*$/m, 'enabled: true'],
    [/^ {2}schedule: .*$/m, '  schedule: daily at 07:00'],
    [/^window: .*$/m, 'window: previous-day'],
    [/^ {6}path: .*$/m, '      from: support'],
    [/^outputs:$/m, `notify:\n  - on: [report]\n    email: { to: [${TEAM}] }\n\noutputs:`],
  ];
  return changes.reduce((text, [at, by]) => {
    if (!at.test(text)) throw new Error(`the shipped routine has nothing like ${at.source}`);
    return text.replace(at, by);
  }, shipped);
}

function settingsOf({ dovecot, postfix }: Office): string {
  return `timezone: ${ZONE}
connections:
  support:
    kind: imap
    host: localhost
    port: ${dovecot.ports.imaps}
    user: support
    password: env:SUPPORT_PASSWORD
    ca: ${dovecot.certificates.ca}
    private: true
  mail:
    kind: smtp
    host: localhost
    port: ${postfix.port}
    security: starttls
    user: ${SENDER}
    password: env:SMTP_PASSWORD
    from: Roundsman <${SENDER}>
    ca: ${postfix.ca}
    private: true
`;
}

const FIRST_DAY = [
  ['2026-11-19T09:00:00', 'Cannot log in since the update', 'I cannot log in since the update.'],
  [
    '2026-11-19T11:30:00',
    'Login fails with a blank page',
    'After the update the login page is blank.',
  ],
  ['2026-11-19T16:00:00', 'Log in not possible after the update', 'The log in does not work.'],
  [
    '2026-11-19T23:59:30',
    'URGENT: CSV export has no header line',
    'Write to jo@shop.example, please.',
  ],
] as const;
const SECOND_DAY = [
  ['2026-11-20T10:00:00', 'CSV export is empty', 'The CSV export has no lines at all.'],
] as const;

async function customersWrite(
  dovecot: Dovecot,
  letters: readonly (readonly [string, string, string])[],
): Promise<void> {
  for (const [at, subject, body] of letters) {
    const date = tokyo(at);
    const mail = mailText({ Subject: subject, Date: date.toUTCString() }, body);
    await dovecot.put('support', mail, { at: date });
  }
}

/** What the team has, read by another client. */
async function teamMails(dovecot: Dovecot, count: number): Promise<readonly ParsedMail[]> {
  const raw = await waitUntil(() => {
    const mails = dovecot.mails('team');
    return mails.length >= count ? mails : null;
  });
  return Promise.all(raw.map((text) => simpleParser(text)));
}

function runsOf(workspace: TestWorkspace): readonly RunView[] {
  return JSON.parse(workspace.roundsman('runs', '--json').stdout);
}

test('tickets from a mailbox are a digest by mail at seven, and the next one is in its thread', async () => {
  const office = await openOffice();
  const { dovecot, postfix } = office;
  const clock = shiftedClock('2026-11-20T06:58:00+09:00');
  const repo = gitRepo({
    'README.md': '# Shop\n',
    'roundsman.yaml': settingsOf(office),
    'routines/ticket-digest.yaml': digestRoutine(),
  });
  const workspace = workspaceOf(repo, {
    env: { ...clock.env, SUPPORT_PASSWORD, SMTP_PASSWORD, TZ: ZONE },
  });
  expect(workspace.roundsman('validate')).toMatchObject({ exitCode: 0 });
  await customersWrite(dovecot, FIRST_DAY);
  const untouched = dovecot.files('support');
  clock.set('2026-11-20T06:59:20+09:00');
  onTestFinished(() => void workspace.roundsman('stop'));
  const started = workspace.roundsman('start', '--detach', '--no-doctor', '--json');
  expect(started).toMatchObject({ exitCode: 0 });
  const [first] = await teamMails(dovecot, 1);
  const [run] = runsOf(workspace);
  expect(run).toMatchObject({
    routine: 'ticket-digest',
    slot: { trigger: 'schedule', scheduledFor: tokyo('2026-11-20T07:00:00').toISOString() },
    window: {
      from: tokyo('2026-11-19T00:00:00').toISOString(),
      to: tokyo('2026-11-20T00:00:00').toISOString(),
    },
    result: { execution: 'succeeded', report: 'valid' },
  });
  expect(first?.from?.text).toBe(`"Roundsman" <${SENDER}>`);
  expect(first?.subject).toMatch(/^\[rm-repo-\w+\] Morning ticket digest: 2 new findings$/);
  expect(first?.date?.toISOString().slice(0, 16)).toBe('2026-11-19T22:00');
  for (const body of [first?.text, first?.html]) {
    expect(body).toContain('Cannot log in since the update');
    expect(body).toContain('CSV export has no header line');
    expect(body).not.toContain('jo@shop.example');
  }
  expect(first?.headers.get('list')).toEqual({
    id: {
      name: 'Morning ticket digest',
      id: expect.stringMatching(/^ticket-digest\.rm-repo-\w+\.roundsman\.example\.com$/),
    },
  });
  expect(dovecot.files('support')).toHaveLength(untouched.length);

  await customersWrite(dovecot, SECOND_DAY);
  clock.set('2026-11-21T06:59:50+09:00');
  const [, second] = await teamMails(dovecot, 2);
  expect(second?.text).toContain('The CSV export has no lines at all.');
  expect(second?.text).not.toContain('After the update the login page is blank.');
  expect(second?.text).toContain('No ticket now: Login fails with blank page (3 on 2026-11-20).');
  expect(second?.subject).toMatch(/Morning ticket digest: nothing new, 2 known findings$/);
  // Mail programs put together what refers to the same first mail.
  expect(first?.references).toMatch(/^<thread\.ticket-digest\..+@example\.com>$/);
  for (const reference of [first?.inReplyTo, second?.references, second?.inReplyTo])
    expect(reference).toBe(first?.references);
  expect(second?.messageId).not.toBe(first?.messageId);
  expect(second?.headers.get('list')).toEqual(first?.headers.get('list'));
  expect(dovecot.mails('team')).toHaveLength(2);
  expect(postfix.log()).toContain('status=sent');

  // A morning after a day on which nobody wrote is quiet: a run, and no mail.
  clock.set('2026-11-22T06:59:50+09:00');
  const third = await waitUntil(() => {
    const [newest, ...others] = runsOf(workspace);
    return others.length === 2 && newest?.state === 'ended' ? newest : null;
  });
  expect(third).toMatchObject({
    slot: { scheduledFor: tokyo('2026-11-22T07:00:00').toISOString() },
    result: { execution: 'succeeded', delivery: 'none' },
  });
  expect(dovecot.mails('team')).toHaveLength(2);

  // What must be nowhere: secrets, and the address that was masked.
  const everything = dovecot.mails('team').join('\n');
  for (const secret of [SUPPORT_PASSWORD, SMTP_PASSWORD]) expect(everything).not.toContain(secret);
  const states = runsOf(workspace).map(({ result }) => result?.delivery);
  expect(states).toEqual(['none', 'sent', 'sent']);
}, 240_000);
