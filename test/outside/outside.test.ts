/** An engine and a collector from outside of src/ do all that ours do: whole runs, with the programs as they are bundled. */
import './kinds.ts';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, it } from 'vitest';

import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';

const { engineIds } = await import('../../src/engines/registry.ts');
const { tellsAgents } = await import('../../src/engines/tells-agents.ts');
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

it('an engine is known wherever engines are', () => {
  expect(engineIds()).toContain('parrot');
  expect(clientNames()).toContain('parrot');
  expect(tellsAgents('.parrot/settings.json')).toBe(true);
  expect(tellsAgents('lib/PARROT.md')).toBe(true);
  expect(engineOf(['/usr/bin/parrot', '--session', 'x'])).toBe('parrot');
});

it('both go through validate, a run, its brief, its report, findings and sessions', () => {
  const built = spawnSync(process.execPath, ['test/fixtures/outside/build.mjs'], {
    encoding: 'utf8',
  });
  expect(built.stderr).toBe('');
  const { cli, json, path } = world();

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

function world() {
  const repo = gitRepo(ROUTINES);
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
  return { cli, json, path: repo.path };
}
