/** A mail server that is down at seven and up at nine, before the program as it ships: what waits is sent, once. */
import { simpleParser } from 'mailparser';
import { expect, onTestFinished, test } from 'vitest';

import type { MessageView } from '../../src/connections/messages/message-view.ts';
import type { RunView } from '../../src/words/run.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { SMTP_PASSWORD } from '../kit/services/loopback-smtp.ts';
import { startPostfix, type Postfix } from '../kit/services/postfix.ts';
import { shiftedClock } from '../kit/shifted-clock.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { workspaceOf } from '../kit/workspace.ts';

const TEAM = 'team@example.com';
const SENDER = 'roundsman@example.com';

function settingsOf({ port, ca }: Postfix): string {
  return `timezone: UTC
connections:
  mail:
    kind: smtp
    host: localhost
    port: ${port}
    security: starttls
    user: ${SENDER}
    password: env:SMTP_PASSWORD
    from: Roundsman <${SENDER}>
    ca: ${ca}
    private: true
`;
}

const ROUTINE = `name: Morning watch
on: { schedule: "0 7 * * 1" }
agent:
  engine: command
  command: [sh, tools/watch.sh]
  prompt: Look after the lamps.
notify:
  - on: [report]
    email: { to: [${TEAM}] }
`;
const AGENT = `printf '## Summary\\n\\nEvery lamp is lit.\\n\\n## Findings\\n\\nNone.\\n' > "$ROUNDSMAN_OUT/report.md"\n`;

test(
  'a mail that found nobody is kept over a restart, and sent once when the server is up again',
  { timeout: 600_000 },
  async () => {
    const postfix = await startPostfix({
      users: { [SENDER]: SMTP_PASSWORD, [TEAM]: 'no-log-in' },
      deliver: { kind: 'maildir' },
    });
    onTestFinished(() => postfix.stop());
    await postfix.halt();
    const clock = shiftedClock('2026-11-23T06:59:30Z');
    const repo = gitRepo({
      'roundsman.yaml': settingsOf(postfix),
      'routines/watch.yaml': ROUTINE,
      'tools/watch.sh': AGENT,
    });
    const workspace = workspaceOf(repo, { env: { ...clock.env, SMTP_PASSWORD } });
    const runs = (): readonly RunView[] => JSON.parse(workspace.roundsman('runs', '--json').stdout);
    const messages = (...args: readonly string[]): readonly MessageView[] =>
      JSON.parse(workspace.roundsman('messages', ...args, '--json').stdout);
    const start = (): void => {
      expect(workspace.roundsman('start', '--detach', '--no-doctor')).toMatchObject({
        exitCode: 0,
      });
    };
    onTestFinished(() => void workspace.roundsman('stop'));
    start();
    const ended = await waitUntil(() => runs().find(({ state }) => state === 'ended') ?? null);
    expect(ended.result).toMatchObject({ execution: 'succeeded', report: 'valid' });
    // Down for hours: each try is kept, and the run never failed for it.
    const waiting = await waitUntil(() => {
      const [line] = messages();
      return line?.state === 'due' ? line : null;
    });
    expect(waiting.failure).toBe(`localhost:${postfix.port}: it takes no connections there`);
    expect(runs()[0]?.result).toMatchObject({ delivery: 'failed' });

    expect(workspace.roundsman('stop')).toMatchObject({ exitCode: 0 });
    clock.set('2026-11-23T09:00:00Z');
    await postfix.resume();
    start();
    const [mail] = await waitUntil(async () => {
      const mails = await postfix.inbox(TEAM);
      return mails.length > 0 ? mails : null;
    });
    expect((await simpleParser(mail ?? '')).text).toContain('Every lamp is lit.');
    await waitUntil(() => (runs()[0]?.result?.delivery === 'sent' ? true : null));

    // Nothing more: after another start of the daemon and hours later, when whatever waits would be tried.
    expect(workspace.roundsman('stop')).toMatchObject({ exitCode: 0 });
    clock.set('2026-11-23T15:30:00Z');
    start();
    workspace.roundsman('messages', 'retry');
    expect(await postfix.inbox(TEAM)).toHaveLength(1);
    expect(messages()).toEqual([]);
    expect(messages('--all')).toMatchObject([{ state: 'sent', id: waiting.id }]);
    expect(postfix.log().match(/status=sent/g)).toHaveLength(1);
    expect(runs()).toHaveLength(1);
  },
);
