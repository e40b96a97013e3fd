/**
 * What becomes of a mail that a server took without our hearing of it: it is sent again with the same id, and the recipe for
 * Sieve that the manual gives leaves one of the two. Postfix takes them, dovecot sorts them.
 */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { simpleParser } from 'mailparser';
import { expect, onTestFinished, test } from 'vitest';

import { openSender } from '../../src/connections/send-message.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { fileLocks } from '../../src/store/files/file-locks.ts';
import { fileMessageStore } from '../../src/store/files/file-message-store.ts';
import { fakeClock } from '../kit/fake-clock.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { messageTo, surroundingsOf } from '../kit/messages.ts';
import { startDovecot } from '../kit/services/dovecot.ts';
import { smtpConnection, SMTP_PASSWORD } from '../kit/services/loopback-smtp.ts';
import { mutedWay } from '../kit/services/muted-way.ts';
import { startPostfix, type Postfix } from '../kit/services/postfix.ts';
import { waitUntil } from '../kit/wait-until.ts';

const TEAM = 'team@example.com';
const TARGET = { kind: 'email', via: 'mail', to: [TEAM], cc: [] } as const;

/** As docs/notify.md has it, for a dovecot that gets its mail over LMTP. */
function documentedRecipe(): string {
  const manual = readFileSync(new URL('../../docs/notify.md', import.meta.url), 'utf8');
  const recipe = /```\n(require \["duplicate"\];\n[^`]*)```/.exec(manual)?.[1];
  if (recipe === undefined) throw new Error('the manual has no recipe for Sieve any more');
  const folder = temporaryFolder('rm-sieve-');
  chmodSync(folder, 0o755);
  const script = join(folder, 'once.sieve');
  writeFileSync(script, recipe);
  return `protocol lmtp {\n  mail_plugins = sieve\n}\nplugin {\n  sieve = file:${script}\n}`;
}

test('of a mail that came twice the documented Sieve recipe leaves one, and of others each', async () => {
  const dovecot = await startDovecot({
    users: { team: 'nobody-logs-in-here' },
    settings: documentedRecipe(),
  });
  const postfix = await startPostfix({
    users: { [TEAM]: SMTP_PASSWORD },
    deliver: { kind: 'lmtp', to: `inet:127.0.0.1:${dovecot.ports.lmtp}` },
  });
  onTestFinished(() => postfix.stop());
  const way = await mutedWay(postfix.port);
  const [stateDir, clock] = [temporaryFolder('rm-state-'), fakeClock('2026-11-21T09:00:00.000Z')];
  const messages = fileMessageStore(stateDir);
  let muted = false;
  const sender = openSender({
    messages,
    exclusively: fileLocks(stateDir, systemClock).messages,
    surroundings: surroundingsOf({
      env: { SMTP_PASSWORD },
      clock,
      connections: [smtpConnection({ port: way.port, ca: postfix.ca, user: TEAM })],
      probe: (point) => {
        if (point === 'message/mail-addressed' && !muted) {
          muted = true;
          way.mute();
        }
        return Promise.resolve();
      },
    }),
  });
  const [twice, once] = ['M-000000000001', 'M-000000000002'] as const;
  for (const id of [twice, once]) await messages.create(messageTo(TARGET, { id }));

  await sender.send(twice);
  expect(await messages.read(twice)).toMatchObject({ unsure: true, state: { kind: 'due' } });
  await waitUntil(() => (broughtOf(postfix, twice) === 1 ? true : null));
  clock.set(3_600_000);
  await sender.send(twice);
  expect((await messages.read(twice))?.state).toMatchObject({ kind: 'sent', again: true });
  await waitUntil(() => (broughtOf(postfix, twice) === 2 ? true : null));
  await sender.send(once);
  await waitUntil(() => (broughtOf(postfix, once) === 1 ? true : null));

  const there = await Promise.all(dovecot.mails('team').map((raw) => simpleParser(raw)));
  // The names of its files do not sort by time within a second.
  expect(there).toHaveLength(2);
  expect(new Set(there.map(({ messageId }) => messageId))).toEqual(
    new Set([`<${twice}.roundsman@shop.example>`, `<${once}.roundsman@shop.example>`]),
  );
  expect(dovecot.log()).toMatch(/discard/i);
});

/** How often postfix says that the mailbox server took it. */
function broughtOf(postfix: Postfix, id: string): number {
  const log = postfix.log();
  const queued = [...log.matchAll(/([0-9A-F]+): message-id=<([^.>]+)\./g)]
    .filter(([, , of]) => of === id)
    .map(([, queue = '']) => queue);
  return queued.filter((queue) => new RegExp(`${queue}: .*status=sent`).test(log)).length;
}
