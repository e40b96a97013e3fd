/** One of each kind from outside of src/ does all that ours do: whole runs, with the programs as they are bundled. */
import './kinds.ts';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { beforeAll, expect, it, onTestFinished } from 'vitest';

import { gitRepo, openRepo, temporaryFolder } from '../kit/git-repo.ts';

const { openTestPage } = await import('../kit/page.ts');
const { branchLink, messageLink } = await import('../../src/page/links.ts');
const { engineIds } = await import('../../src/engines/registry.ts');
const { tellsAgents } = await import('../../src/engines/registry.ts');
const { clientNames } = await import('../../src/mcp/client-config.ts');
const { engineOf } = await import('../../src/context/sessions/agent-processes.ts');

const PROGRAM = resolve('.build/outside/dist/cli/main.js');

const ROUTINES = {
  'routines/flock.yaml': `on: manual
collect: [nests]
agent: { engine: parrot, prompt: Look at the nests. }
workspace: { isolation: worktree }
`,
  'routines/count.yaml': `on: manual
collect: [{ nests: { ending: .nest } }]
agent: { engine: builtin }
workspace: { isolation: worktree }
`,
  'routines/wrong.yaml': `on: manual
collect: [{ nests: { ending: nest } }]
agent: { engine: builtin }
`,
  'old.nest': 'twigs\n',
};

beforeAll(() => {
  const built = spawnSync(process.execPath, ['test/fixtures/outside/build.mjs'], {
    encoding: 'utf8',
  });
  if (built.stderr !== '') throw new Error(built.stderr);
}, 240_000);

it('an engine is known wherever engines are', () => {
  expect(engineIds()).toContain('parrot');
  expect(clientNames()).toContain('parrot');
  expect(tellsAgents('.parrot/settings.json')).toBe(true);
  expect(tellsAgents('lib/PARROT.md')).toBe(true);
  expect(engineOf(['/usr/bin/parrot', '--session', 'x'])).toBe('parrot');
});

it('an engine and a collector go through validate, a run, its brief, its report, findings and sessions', () => {
  const { cli, json, repo } = world(ROUTINES);
  const { path } = repo;

  const checked = cli('validate');
  expect(checked.status).toBe(2);
  expect(checked.stdout).toContain('`ending` has no dot');
  expect(checked.stdout).toContain('Such as: Read facts/nests.json and name each nest.');

  expect(cli('run', 'flock').stdout).toContain('findings: 1 new');
  expect(json('findings')).toMatchObject([{ title: 'A parrot sat here', state: 'new' }]);
  expect(json('sessions', '--engine', 'parrot')).toMatchObject([
    { engine: 'parrot', state: 'ended', evidence: { source: 'protocol' } },
  ]);
  const brief = cli('brief').stdout;
  expect(brief).toContain('`parrot/report_finding`');
  expect(brief).toContain(
    '`$ROUNDSMAN_BRIEF/facts/nests.json`: 1 item of nests. A nest is never empty',
  );
  expect(json('show')).toMatchObject({ routine: 'flock', engine: 'parrot' });

  expect(cli('run', 'count').status).toBe(0);
  const [report = ''] = readdirSync(join(path, 'reports', 'count'));
  const text = readFileSync(join(path, 'reports', 'count', report), 'utf8');
  expect(text).toContain('1 nests were counted.');
  expect(text).toContain('- old.nest');
}, 240_000);

const FILED = `on: manual
collect: [{ tickets: { from: post } }]
agent: { engine: parrot, prompt: Look at the nests. }
workspace: { isolation: worktree, base: main }
outputs:
  mode: auto
  file-item: { tracker: grove }
  pull-request: {}
notify: [{ on: [always], bell: { times: 2 } }]
`;

const WRONG = `on: manual
collect: [{ tickets: { from: grove } }]
agent: { engine: builtin }
outputs: { file-item: { tracker: post }, pull-request: { via: post } }
notify: [{ on: [always], bell: { times: 0, via: post } }, { on: [always] }]
`;

it('a ticket source, a tracker, a forge and a channel go through validate, connect, doctor, a run and its page', async () => {
  const village = await openVillage();
  const at = `url: "${village}", private: true`;
  const settings = `timezone: UTC
connections:
  post: { kind: letters, ${at} }
  grove: { kind: orchard, ${at} }
  pit: { kind: quarry, ${at} }
  tower: { kind: bell, ${at} }
`;
  const { cli, json, repo, state } = world({
    'roundsman.yaml': settings,
    'routines/filed.yaml': FILED,
    'routines/wrong.yaml': WRONG,
  });
  const remote = openRepo(temporaryFolder());
  remote.git('init', '--quiet', '--bare', '--initial-branch=main', '.');
  repo.git('remote', 'add', 'origin', remote.path);
  repo.git('push', '--quiet', 'origin', 'main');

  const checked = cli('validate').stdout;
  expect(checked).toContain('which is of the kind orchard, not github, imap, http or letters');
  expect(checked).toContain('which is of the kind letters, not github or orchard');
  expect(checked).toContain('which is of the kind letters, not github, gitlab or quarry');
  expect(checked).toContain('which is of the kind letters, not bell');
  expect(checked).toContain('it is silent');
  expect(checked).toContain('Add `email`, `webhook`, `desktop: true`, `ping`, `file` or `bell`.');
  expect(cli('schema', 'workspace').stdout).toContain('Letters that people wrote: tickets.');

  const host = new URL(village).host;
  expect(json('connect', '--all')).toMatchObject(
    ['letters', 'orchard', 'quarry', 'bell'].map((kind) => ({
      kind,
      report: { reached: true, as: 'wren' },
    })),
  );
  expect(cli('connect').stdout).toContain(host);
  expect(cli('doctor', '--json').stdout).toContain('"detail": "post, grove, pit, tower"');

  expect(cli('run', 'filed').status).toBe(0);
  expect(json('show')).toMatchObject({ result: { proposals: 'applied', delivery: 'sent' } });
  expect(cli('brief').stdout).toContain('facts: tickets   1 found in 1 examined (untrusted)');
  expect(json('outbox', '--all')).toMatchObject([
    { summary: 'RM-1 (to grove) Mend the nest', state: 'applied' },
    {
      summary: expect.stringContaining('open a draft stone of roundsman/filed/'),
      state: 'applied',
    },
  ]);
  expect(json('items')).toMatchObject([{ key: 'RM-1', tracker: { repository: 'orchard/grove' } }]);
  const [message] = await keptIn(village, 'rings');
  expect(json('messages', '--all')).toMatchObject([
    { id: message?.['id'], target: '2 rings of tower', state: 'sent' },
  ]);
  expect(await keptIn(village, 'issues')).toMatchObject([{ title: 'Mend the nest' }]);
  const [stone] = await keptIn(village, 'stones');
  const branch = String(stone?.['head']);
  expect(remote.git('branch', '--list', branch)).toContain(branch);

  const page = await openTestPage({ repo, env: { ROUNDSMAN_STATE_DIR: state() } });
  expect((await page.get(messageLink(String(message?.['id'])))).body).toContain('2 rings of tower');
  expect((await page.get(branchLink(branch))).body).toContain('acme/nest~1');
}, 240_000);

async function keptIn(
  village: string,
  list: 'issues' | 'stones' | 'rings',
): Promise<readonly Record<string, unknown>[]> {
  const kept: Record<string, Record<string, unknown>[]> = await (
    await fetch(`${village}/kept`)
  ).json();
  return kept[list] ?? [];
}

/** Its address. */
async function openVillage(): Promise<string> {
  const server = spawn(process.execPath, ['test/fixtures/outside/village.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    server.kill();
  });
  const [port] = await once(server.stdout, 'data');
  return `http://127.0.0.1:${String(port).trim()}`;
}

function world(files: Readonly<Record<string, string>>) {
  const repo = gitRepo(files);
  const folder = temporaryFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  copyFileSync('test/fixtures/outside/parrot.mjs', join(bin, 'parrot'));
  const env = {
    ...process.env,
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
  };
  const cli = (...args: readonly string[]) =>
    spawnSync(process.execPath, [PROGRAM, ...args], { cwd: repo.path, env, encoding: 'utf8' });
  const json = (...args: readonly string[]): unknown => JSON.parse(cli(...args, '--json').stdout);
  const states = join(folder, 'state', 'roundsman');
  const state = (): string =>
    join(states, readdirSync(states).find((name) => name.startsWith('rm-repo')) ?? '');
  return { cli, json, repo, state };
}
