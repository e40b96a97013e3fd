/** `npm ci` as set-up in a sandbox, against the registry that npm is configured for on this machine. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { readEnvironment } from '../../../src/platform/environment.ts';
import { gitRepo, type GitRepo } from '../../kit/git-repo.ts';
import { workspaceOf } from '../../kit/workspace.ts';

/** What of the machine's settings stands in variables. */
function machineSettings(): Readonly<Record<string, string>> {
  const env = Object.entries(readEnvironment()).filter(
    (entry): entry is [string, string] =>
      /^(npm_config_(registry|cafile|strict_ssl|proxy|https_proxy)|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(https?|no)_proxy)$/i.test(
        entry[0],
      ) && entry[1] !== undefined,
  );
  const asked = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', cwd: '/' });
  return { ...Object.fromEntries(env), npm_config_registry: asked.stdout.trim() };
}

/** A project of two small packages, with the lock file that npm writes here. */
function project(): GitRepo {
  const repo = gitRepo({
    'package.json': JSON.stringify({
      name: 'project',
      version: '1.0.0',
      private: true,
      dependencies: { 'is-odd': '3.0.1', ms: '2.1.3' },
    }),
    '.gitignore': 'node_modules\nroutines\nreports\n',
    'use.mjs': `import isOdd from 'is-odd'; import ms from 'ms'; console.log(isOdd(3), ms('1m'));\n`,
  });
  const env = { ...readEnvironment(), ...machineSettings() };
  const locked = spawnSync(
    'npm',
    ['install', '--package-lock-only', '--ignore-scripts', '--no-audit'],
    { cwd: repo.path, env, encoding: 'utf8' },
  );
  if (locked.status !== 0) throw new Error(locked.stderr);
  repo.git('add', '-A');
  repo.git('commit', '-qm', 'Lock');
  return repo;
}

const REPORT = `printf '## Summary\\n\\n%s\\n' "$(node use.mjs)" > "$ROUNDSMAN_OUT/report.md"`;

const ROUTINE = `report: { require: [summary] }
workspace:
  isolation: sandbox
  setup:
    - npm ci --no-audit --no-fund
    - npm ci --no-audit --no-fund --prefer-offline --loglevel http
`;

const USERS = [
  { name: 'the user of the tests', user: undefined },
  ...(process.getuid?.() === 0
    ? [{ name: 'a plain user', user: { uid: 65_534, gid: 65_534 } }]
    : []),
];

it.each(USERS)('installs, and again from the cache of the workspace, as $name', ({ user }) => {
  const repo = project();
  const workspace = workspaceOf(repo, {
    env: machineSettings(),
    ...(user === undefined ? {} : { user }),
  });
  workspace.agentRoutine('use', ['/bin/sh', '-c', REPORT], ROUTINE);
  if (user !== undefined) {
    for (const path of [repo.path, workspace.home])
      spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
  }
  const { view, exitCode } = workspace.run('use');
  const log = readFileSync(join(workspace.runFolder(view.id), 'commands.log'), 'utf8');
  expect([exitCode, view.failure]).toEqual([0, null]);
  expect(view.isolation).toBe('sandbox');
  expect(readFileSync(view.reportPath ?? '', 'utf8')).toContain('true 60000');
  expect(view.denied).toEqual([]);
  // What the second one asked for, the cache of the first answered.
  expect(log.slice(log.lastIndexOf('$ npm ci'))).not.toMatch(/\.tgz(?!.*cache (?:hit|stale))/);
});
