/** A second account of this machine with a cookie of the page, by whatever address it comes. */
import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { fileURLToPath } from 'node:url';

import { expect, it, onTestFinished } from 'vitest';

import { gitRepo } from '../../kit/git-repo.ts';
import { csrfOf } from '../../kit/page.ts';
import { usersHere, type TestUser } from '../../kit/probed-person.ts';
import { workspaceOf, type TestWorkspace } from '../../kit/workspace.ts';

const ASK = fileURLToPath(new URL('../../fixtures/attacks/ask-page.mjs', import.meta.url));
const FORM = { 'routines/look.yaml': 'on: manual\nagent: { engine: command, command: [true] }\n' };

interface Answer {
  readonly from: string;
  readonly status: number;
  readonly text: string;
  readonly cookies?: readonly string[];
}

type Account = TestUser['user'];

interface Wish {
  readonly cookie: string;
  readonly path: string;
  readonly body?: string;
}

/** Loopback, and each address of a network card. */
function ownAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outer = all.filter(({ internal, family }) => !internal && family === 'IPv4');
  return ['127.0.0.1', '127.0.0.9', ...outer.map(({ address }) => address)];
}

function askAs(account: Account, port: string, { cookie, path, body }: Wish): readonly Answer[] {
  const method = body === undefined ? 'GET' : 'POST';
  const asked = spawnSync(
    process.execPath,
    [ASK, port, cookie, method, path, body ?? '', ...ownAddresses()],
    { encoding: 'utf8', cwd: '/', env: {}, ...account },
  );
  const answers: readonly Answer[] = JSON.parse(asked.stdout);
  return answers;
}

function servedBy({ user }: TestUser): { readonly at: TestWorkspace; readonly link: URL } {
  const repo = gitRepo(FORM);
  const at = workspaceOf(repo, user === null ? {} : { user });
  if (user !== null)
    for (const path of [repo.path, at.home])
      spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
  onTestFinished(() => void at.roundsman('stop'));
  const started = at.roundsman('start', '--detach', '--no-doctor', '--json');
  if (started.exitCode !== 0) throw new Error(started.stdout + started.stderr);
  const { link }: { readonly link: string } = JSON.parse(at.roundsman('page', '--json').stdout);
  return { at, link: new URL(link) };
}

/** Only root can be two accounts: without, all that can be tried is that the own one is let in. */
const STRANGERS: readonly NonNullable<Account>[] =
  process.getuid?.() === 0 ? [{ uid: 64_322, gid: 64_322 }] : [];

it.each(usersHere())('is only for its own account, started by $name', (person) => {
  const { at, link } = servedBy(person);
  const { port } = link;
  const [login] = askAs(person.user, port, { cookie: '', path: `/login${link.search}` });
  const [cookie = ''] = login?.cookies?.[0]?.split(';') ?? [];
  const own = askAs(person.user, port, { cookie, path: '/status' });
  expect(own.map(({ from, status }) => [from, status])).toEqual(
    ownAddresses().map((from) => [from, 200]),
  );
  const body = `_csrf=${csrfOf(own[0]?.text ?? '')}&_back=%2F`;
  for (const stranger of STRANGERS) {
    const tried = ['/status', '/routines/look/run', '/routines/look/pause'].map((path) =>
      askAs(stranger, port, path === '/status' ? { cookie, path } : { cookie, path, body }).map(
        ({ status }) => status,
      ),
    );
    const refused = ownAddresses().map(() => 403);
    expect(tried).toEqual([refused, refused, refused]);
  }
  expect(at.roundsman('runs', '--json').stdout.trim()).toBe('[]');
  expect(JSON.parse(at.roundsman('list', '--json').stdout)).toMatchObject([{ pause: null }]);
  const [paused] = askAs(person.user, port, { cookie, path: '/routines/look/pause', body });
  expect(paused?.status).toBe(303);
});
