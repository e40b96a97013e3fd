/** Plain pushes to real servers: git's own http-backend with a log-in, and an sshd of its own. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { PushPlace } from '../../src/connections/push/inspect-push.ts';
import { pushBranch, type Applied, pushOnto } from '../../src/connections/push/push-branch.ts';
import { gitEnvironment } from '../../src/git/git-environment.ts';
import { withForgeLogin } from '../../src/git/network-git.ts';
import { withoutCredentials } from '../../src/ledger/push-rules.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { isBranchName, isCommitSha, type BranchName, type CommitSha } from '../../src/words/ids.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';
import { gitHttpServer } from '../kit/services/git-http.ts';
import { openssh } from '../kit/services/openssh.ts';

const LOGIN = { user: 'ada', password: 'p4ss-of-the-quay' } as const;
const RULES = { defaults: ['main'], discarded: null, isRetry: false } as const;

interface Pushing {
  readonly repo: GitRepo;
  readonly home: string;
  readonly branch: BranchName;
  readonly tip: CommitSha;
  readonly place: PushPlace;
  push(change?: { readonly ref?: string; readonly isRetry?: boolean }): Promise<Applied>;
}

function pushing(
  url: string,
  around: Partial<PushPlace> & { readonly home?: string } = {},
): Pushing {
  const { home = temporaryFolder('rm-home-'), ...more } = around;
  const repo = gitRepo({ 'a.txt': 'one\n' });
  repo.git('remote', 'add', 'origin', url);
  repo.git('checkout', '--quiet', '-b', 'roundsman/mend');
  const tip = repo.commit({ files: { 'a.txt': 'two\n' }, message: 'Mend it' });
  const branch = 'roundsman/mend';
  if (!isBranchName(branch) || !isCommitSha(tip)) throw new TypeError(tip);
  const env = gitEnvironment({ ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config') });
  const place: PushPlace = {
    repository: { cwd: repo.path, env },
    clock: systemClock,
    answerMs: 20_000,
    ...more,
  };
  return {
    repo,
    home,
    branch,
    tip,
    place,
    push: ({ ref = branch, isRetry = false } = {}) =>
      pushBranch(
        { branch, tip, remote: 'origin', url: withoutCredentials(url), ref },
        { ...RULES, isRetry },
        place,
      ),
  };
}

/** What a person's git knows by itself. */
function remember(home: string, port: number): void {
  writeFileSync(join(home, '.gitconfig'), '[credential]\n\thelper = store\n');
  writeFileSync(
    join(home, '.git-credentials'),
    `http://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${port}\n`,
  );
}

test('a new branch is pushed over http with the log-in that the person’s git knows, and with nothing else', async () => {
  const server = await gitHttpServer({ login: LOGIN });
  const one = pushing(server.url);
  remember(one.home, server.port);
  expect(await one.push()).toEqual({
    kind: 'applied',
    outcome: `pushed ${one.tip.slice(0, 10)} to origin/roundsman/mend`,
  });
  expect(server.remote.git('rev-parse', 'roundsman/mend')).toBe(one.tip);
  expect(server.remote.git('for-each-ref', '--format=%(refname)')).toBe(
    'refs/heads/roundsman/mend',
  );
  expect(await one.push()).toEqual({
    kind: 'applied',
    outcome: `origin/roundsman/mend is there, at ${one.tip.slice(0, 10)}`,
  });
});

test('without a log-in nobody is asked, and what is missing is said', async () => {
  const server = await gitHttpServer({ login: LOGIN });
  const before = performance.now();
  const applied = await pushing(server.url).push();
  expect(applied.kind).toBe('failed');
  expect(applied.outcome).toMatch(
    /^origin could not be asked: .*(could not read Username|terminal prompts disabled)/,
  );
  expect(performance.now() - before).toBeLessThan(15_000);
});

test('a log-in in the address is used and never shown', async () => {
  const server = await gitHttpServer({ login: LOGIN });
  const url = server.url.replace('http://', `http://${LOGIN.user}:${LOGIN.password}@`);
  expect((await pushing(url).push()).kind).toBe('applied');
  server.hook('pre-receive', 'echo "no: p4ss-of-the-quay" >&2; exit 1');
  const refused = await pushing(url).push({ ref: 'roundsman/other' });
  expect(refused.outcome).toMatch(/^origin did not take it: .*no: \*\*\*/);
  expect(refused.outcome).not.toContain(LOGIN.password);
});

test('the token of a forge is the log-in where git has none, at that origin alone, and no helper keeps it', async () => {
  const token = 'ghp_ofTheForge0000000000000000000000000000';
  const server = await gitHttpServer({ login: { user: 'x-access-token', password: token } });
  const login = { origin: `http://127.0.0.1:${server.port}`, user: 'x-access-token', token };
  const kept = temporaryFolder();
  const one = pushing(server.url, { home: kept, loginFor: async () => login });
  writeFileSync(join(kept, '.gitconfig'), '[credential]\n\thelper = store\n');
  expect((await one.push()).kind).toBe('applied');
  expect(one.repo.git('config', '--list')).not.toContain(token);
  server.hook(
    'pre-receive',
    `echo "you said ${token} and $(printf %s x-access-token:${token} | base64 -w0)" >&2; exit 1`,
  );
  const refused = await pushing(server.url, { loginFor: async () => login }).push({
    ref: 'roundsman/other',
  });
  expect(refused.outcome).toContain('you said *** and ***');
  // Elsewhere, and where the person's git has a log-in, it is not there at all.
  const context = { cwd: one.repo.path, env: one.place.repository.env };
  const other = await withForgeLogin('http://127.0.0.1:1/x.git', login, context);
  expect(other).toBe(context);
  const rich = await gitHttpServer({ login: LOGIN });
  const known = pushing(rich.url, {
    loginFor: async () => ({ ...login, origin: `http://127.0.0.1:${rich.port}` }),
  });
  remember(known.home, rich.port);
  expect((await known.push()).kind).toBe('applied');
  expect(rich.logins.join('\n')).not.toContain(token);
});

test('a server that leads elsewhere is told no token, and nothing is pushed there', async () => {
  const elsewhere = await gitHttpServer();
  const token = 'ghp_ofTheForge0000000000000000000000000000';
  const server = await gitHttpServer();
  server.meddle = (request, response) => {
    response
      .writeHead(302, { location: `http://127.0.0.1:${elsewhere.port}${request.url ?? ''}` })
      .end();
    return true;
  };
  const login = { origin: `http://127.0.0.1:${server.port}`, user: 'x-access-token', token };
  expect((await pushing(server.url, { loginFor: async () => login }).push()).kind).toBe('failed');
  expect(elsewhere.asked).toEqual([]);
});

test('what is there is never pushed over, and a protected name never to', async () => {
  const server = await gitHttpServer();
  const one = pushing(server.url);
  one.repo.git('push', '--quiet', server.remote.path, 'main', 'main:refs/heads/roundsman/mend');
  expect((await one.push()).outcome).toMatch(/has a branch roundsman\/mend already/);
  expect((await one.push({ ref: 'main' })).outcome).toBe('main is a protected name');
  expect((await one.push({ ref: 'release/1.0' })).outcome).toBe('release/1.0 is a protected name');
  expect(server.remote.git('rev-parse', 'roundsman/mend')).toBe(one.repo.git('rev-parse', 'main'));
});

test('a name that somebody else takes in between is left to them', async () => {
  const server = await gitHttpServer();
  const one = pushing(server.url);
  one.repo.git('push', '--quiet', server.remote.path, 'main');
  let taken = false;
  server.meddle = (request) => {
    if (!taken && request.url?.includes('service=git-receive-pack') === true) {
      taken = true;
      server.remote.git('branch', 'roundsman/mend', 'main');
    }
    return false;
  };
  expect((await one.push()).kind).toBe('failed');
  expect(taken).toBe(true);
  expect(server.remote.git('rev-parse', 'roundsman/mend')).toBe(one.repo.git('rev-parse', 'main'));
});

test('a connection that is cut when the work is done is looked after: there once, whole', async () => {
  const server = await gitHttpServer();
  const one = pushing(server.url);
  server.dropAnswers = (request) =>
    request.method === 'POST' && request.url?.endsWith('git-receive-pack') === true;
  const first = await one.push();
  expect(server.remote.git('rev-parse', 'roundsman/mend')).toBe(one.tip);
  server.dropAnswers = null;
  const again = first.kind === 'applied' ? first : await one.push({ isRetry: true });
  expect(again.kind).toBe('applied');
});

test('a connection that is cut in the middle leaves nothing, and the next try does it', async () => {
  const server = await gitHttpServer();
  const one = pushing(server.url);
  server.meddle = (request) => {
    if (request.method !== 'POST' || request.url?.endsWith('git-receive-pack') !== true)
      return false;
    request.once('data', () => request.socket.destroy());
    return true;
  };
  expect((await one.push()).kind).toBe('failed');
  expect(server.remote.git('branch', '--list')).toBe('');
  server.meddle = null;
  expect((await one.push({ isRetry: true })).kind).toBe('applied');
});

test('a server that says nothing is waited for so long and no longer', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const applied = await pushing(`http://127.0.0.1:${port}/shop.git`, { answerMs: 2_000 }).push();
  expect(applied.outcome).toBe('origin could not be asked: no answer within 2 s');
});

test('a pack of several megabytes arrives whole', async () => {
  const server = await gitHttpServer();
  const one = pushing(server.url);
  const words = Array.from(
    { length: 400_000 },
    (_each, index) => (index * 2_654_435_761) >>> 0,
  ).join('\n');
  const tip = one.repo.commit({ files: { 'big.txt': words }, message: 'Much' });
  if (!isCommitSha(tip)) throw new TypeError(tip);
  const payload = { branch: one.branch, tip, remote: 'origin', url: server.url, ref: one.branch };
  expect((await pushBranch(payload, RULES, one.place)).kind).toBe('applied');
  expect(server.remote.git('rev-parse', one.branch)).toBe(tip);
  server.remote.git('fsck', '--strict');
});

test('a further tip goes onto a branch only from where we left it', async () => {
  const server = await gitHttpServer();
  const one = pushing(server.url);
  await one.push();
  const further = one.repo.commit({ files: { 'a.txt': 'three\n' }, message: 'Again' });
  if (!isCommitSha(further)) throw new TypeError(further);
  const payload = {
    branch: one.branch,
    tip: further,
    remote: 'origin',
    url: server.url,
    ref: one.branch,
  };
  expect((await pushOnto({ payload, from: one.tip }, RULES, one.place)).kind).toBe('applied');
  expect(server.remote.git('rev-parse', one.branch)).toBe(further);
  expect((await pushOnto({ payload, from: one.tip }, RULES, one.place)).outcome).toMatch(
    /is there/,
  );
  // Somebody else pushes.
  const theirs = server.remote.git(
    'commit-tree',
    '-p',
    further,
    '-m',
    'Theirs',
    `${further}^{tree}`,
  );
  server.remote.git('update-ref', `refs/heads/${one.branch}`, theirs);
  const more = one.repo.commit({ files: { 'a.txt': 'four\n' }, message: 'More' });
  if (!isCommitSha(more)) throw new TypeError(more);
  const refused = await pushOnto(
    { payload: { ...payload, tip: more }, from: further },
    RULES,
    one.place,
  );
  expect(refused.outcome).toMatch(
    /^someone else pushed to origin\/roundsman\/mend: .* you decide$/,
  );
  expect(server.remote.git('rev-parse', one.branch)).toBe(theirs);
});

test('over ssh: an unknown host is refused with words, a known one is pushed to, and its hooks may refuse', async () => {
  const server = await openssh();
  // A command of the person's own, as git is set up: their key, and their list of hosts.
  const one = pushing(server.url, { home: server.home });
  const command = `ssh -oBatchMode=yes -F ${join(server.home, '.ssh', 'config')}`;
  one.repo.git('config', 'core.sshCommand', command);
  const unknown = await one.push();
  expect(unknown.outcome).toMatch(/^origin could not be asked: .*Host key verification failed/);
  server.knowHost();
  expect((await one.push()).kind).toBe('applied');
  expect(server.remote.git('rev-parse', 'roundsman/mend')).toBe(one.tip);
  server.hook(
    'update',
    'case "$1" in refs/heads/guarded/*) echo "guarded: ask the crew" >&2; exit 1;; esac',
  );
  expect((await one.push({ ref: 'guarded/x' })).outcome).toMatch(
    /^origin did not take it: .*guarded: ask the crew/,
  );
  expect(server.remote.git('branch', '--list', 'guarded/*')).toBe('');
});
