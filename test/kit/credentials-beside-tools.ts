/** A person whose tools lie beside credentials, as package managers, links into checkouts and habits leave them. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { compiledCode } from './compiled-code.ts';
import { gitRepo, temporaryFolder } from './git-repo.ts';
import type { TestUser } from './probed-person.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Programs on PATH that have to work inside. Each prints `<name> works`. */
const TOOLS: Readonly<Record<string, string>> = {
  'home/.nvm/versions/node/v20/bin/prefixed': 'prefixed',
  'home/src/mono/packages/cli/bin/linked.sh': 'linked',
  'home/src/single/bin/single.sh': 'single',
  'home/src/tools/bin/versioned': 'versioned',
  'home/scripts/scripted': 'scripted',
  'home/venv/bin/virtual': 'virtual',
  'home/.pyenv/shims/shim': 'shim',
  'home/app/node_modules/local/cli.sh': 'modular',
  'opt/tool/bin/optional': 'optional',
};

const LINKS: Readonly<Record<string, string>> = {
  'home/.local/bin/linked': '../../src/mono/packages/cli/bin/linked.sh',
  'home/.local/bin/single': '../../src/single/bin/single.sh',
  'home/app/node_modules/.bin/modular': '../local/cli.sh',
};

const PATHS = [
  'home/.nvm/versions/node/v20/bin',
  'home/.local/bin',
  'home/src/tools/bin',
  'home/scripts',
  'home/venv/bin',
  'home/.pyenv/shims',
  'home/app/node_modules/.bin',
  'opt/tool/bin',
];

/** What marks packages, distributions and checkouts. */
const MARKS = [
  'home/.nvm/versions/node/v20/bin/node',
  'home/src/mono/package.json',
  'home/src/mono/packages/cli/package.json',
  'home/src/single/package.json',
  'home/src/tools/VERSION',
  'home/venv/pyvenv.cfg',
  'home/app/package.json',
  'opt/tool/release',
];

/** No run may read one of these. */
export const CREDENTIALS = [
  'home/.nvm/versions/node/v20/etc/npmrc',
  'home/.nvm/versions/node/v20/.npmrc',
  'home/.nvm/versions/node/v20/lib/node_modules/own/config/deep/deeper/.env',
  'home/.nvm/versions/node/v20/lib/node_modules/npm/npmrc',
  'home/.local/lib/x/.docker/config.json',
  'home/.local/lib/x/gh/hosts.yml',
  'home/src/mono/.git/config',
  'home/src/mono/notes.txt',
  'home/src/mono/packages/other/source.txt',
  'home/src/mono/packages/cli/.env',
  'home/src/mono/packages/cli/.env.local',
  'home/src/mono/packages/cli/.npmrc',
  'home/src/mono/packages/cli/certs/server.key',
  'home/src/mono/packages/cli/certs/client.pem',
  'home/src/mono/packages/cli/config/service-account.json',
  'home/src/single/.git/config',
  'home/src/single/.env',
  'home/src/single/notes.txt',
  'home/src/tools/.git/config',
  'home/src/tools/notes.txt',
  'home/src/tools/lib/credentials.toml',
  'home/scripts/.env.production',
  'home/scripts/.netrc',
  'home/scripts/_netrc',
  'home/scripts/.aws/credentials',
  'home/scripts/old/.git/config',
  'home/scripts/old/source.txt',
  'home/venv/pip.conf',
  'home/venv/lib/.pypirc',
  'home/.pyenv/.git/config',
  'home/.pyenv/versions/3.12/pip.conf',
  'home/app/.env',
  'home/app/node_modules/local/.yarnrc.yml',
  'home/app/node_modules/.cache/built.js',
  'opt/tool/conf/settings.xml',
  'opt/tool/.git-credentials',
] as const;

/** Files beside tools that are not credentials and have to be seen. */
const NEEDED = [
  'home/.nvm/versions/node/v20/lib/needed.js',
  'home/src/mono/packages/cli/src/needed.js',
  'home/src/mono/packages/cli/node_modules/needed/index.js',
  'home/src/mono/packages/cli/certs/needed.pem',
  'home/venv/lib/needed.py',
  'home/.pyenv/versions/3.12/lib/needed.py',
  'home/app/node_modules/local/needed.js',
  'opt/tool/conf/needed.properties',
] as const;

export interface CredentialsBesideTools {
  /** Paths of `CREDENTIALS` whose content the agent found. */
  readonly leaked: readonly string[];
  /** Names of tools that worked. */
  readonly worked: readonly string[];
  readonly missing: readonly string[];
  readonly notices: readonly string[];
}

/** A run whose agent searches everything that it sees for the contents of all those files. */
export function searchBesideTools({ user }: TestUser): CredentialsBesideTools {
  const top = temporaryFolder('rm-beside-');
  const token = (path: string): string => `LEAKED<${path}>`;
  for (const path of CREDENTIALS) put(join(top, path), contentOf(path, token(path)));
  for (const path of [...MARKS, ...NEEDED]) put(join(top, path), `NEEDED<${path}>\n`);
  for (const [path, name] of Object.entries(TOOLS))
    put(join(top, path), `#!/bin/sh\necho "WORKS<${name}>"\n`, 0o755);
  for (const [path, to] of Object.entries(LINKS)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    symlinkSync(to, join(top, path));
  }
  const repo = gitRepo({ 'README.md': '# Shop\n', 'own/.env': 'OWN<worktree>\n' });
  const script = `${Object.values(TOOLS).join('; ')}; grep -rhoasE '(LEAKED|NEEDED|OWN)<[^>]*>' ${top} . | sort -u; true`;
  repo.write(
    'routines/search.yaml',
    `on: manual\nagent:\n  engine: command\n  command: ${JSON.stringify(['sh', '-c', script])}\n  prompt: Look around.\nworkspace: { isolation: sandbox }\n`,
  );
  const home = join(top, 'home');
  const stateDir = join(temporaryFolder('rm-state-'), 'state');
  if (user !== null)
    for (const path of [repo.path, top, dirname(stateDir)])
      spawnSync('chown', ['-R', '-h', `${user.uid}:${user.gid}`, path]);
  const ran = spawnSync(process.execPath, [PROGRAM, 'run', 'search', '--json'], {
    cwd: repo.path,
    env: {
      PATH: [...PATHS.map((path) => join(top, path)), process.env['PATH']].join(':'),
      HOME: home,
      ROUNDSMAN_STATE_DIR: stateDir,
      TZ: 'UTC',
      ...compiledCode(),
    },
    encoding: 'utf8',
    ...user,
  });
  const view: { readonly id: string; readonly isolation: string; readonly notices: string[] } =
    JSON.parse(ran.stdout);
  const log = join(stateDir, 'runs', view.id, 'agent.log');
  if (view.isolation !== 'sandbox' || !existsSync(log)) throw new Error(ran.stdout + ran.stderr);
  const text = readFileSync(log, 'utf8');
  const found = (kind: string): readonly string[] =>
    [...text.matchAll(new RegExp(`${kind}<([^>]*)>`, 'g'))].map(([, name]) => name ?? '');
  if (!found('OWN').includes('worktree')) throw new Error(`the agent searched nothing: ${text}`);
  const needed = new Set(found('NEEDED'));
  return {
    leaked: [...new Set(found('LEAKED'))].toSorted(),
    worked: [...new Set(found('WORKS'))].toSorted(),
    missing: NEEDED.filter((path) => !needed.has(path)),
    notices: view.notices,
  };
}

/** Where administrators leave settings and projects beside what the system installed. */
const IN_SYSTEM = [
  '/usr/local/etc/npmrc',
  '/usr/local/src/app/.env',
  '/usr/local/lib/node_modules/own/.npmrc',
  '/usr/local/lib/node_modules/npm/npmrc',
  '/usr/local/go/credentials.toml',
  '/usr/local/share/nvm/alias/private',
] as const;

export interface SystemSearch {
  readonly leaked: readonly string[];
  readonly worked: readonly string[];
}

/** A run on a machine whose /usr/local has all of that: a mount that this process and its children alone see. */
export function searchSystem({ user }: TestUser): SystemSearch {
  const local = temporaryFolder('rm-local-');
  for (const path of IN_SYSTEM)
    put(join(local, path.slice('/usr/local/'.length)), `LEAKED<${path}>\n`);
  put(join(local, 'bin/administered'), '#!/bin/sh\necho "WORKS<administered>"\n', 0o755);
  put(join(local, 'go/bin/compiled'), '#!/bin/sh\necho "WORKS<compiled>"\n', 0o755);
  // A version manager that is a checkout.
  put(join(local, 'share/nvm/.git/HEAD'), 'ref: refs/heads/main\n');
  put(join(local, 'share/nvm/v1/bin/managed'), '#!/bin/sh\n. "${0%/*}/../lib/managed"\n', 0o755);
  put(join(local, 'share/nvm/v1/lib/managed'), 'echo "WORKS<managed>"\n');
  const repo = gitRepo({ 'README.md': '# Shop\n' });
  const script = `administered; managed; /usr/local/go/bin/compiled; grep -rhoasE 'LEAKED<[^>]*>' /usr/local /usr/etc; true`;
  repo.write(
    'routines/search.yaml',
    `on: manual\nagent:\n  engine: command\n  command: ${JSON.stringify(['sh', '-c', script])}\n  prompt: Look around.\nworkspace: { isolation: sandbox }\n`,
  );
  const home = temporaryFolder('rm-home-');
  const stateDir = join(home, 'state');
  if (user !== null)
    for (const path of [repo.path, home])
      spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
  chmodSync(local, 0o755);
  const become =
    user === null
      ? []
      : ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  const mount = 'mount --bind "$0" /usr/local && exec "$@"';
  const own = process.getuid?.() === 0 ? ['-m'] : ['-rm'];
  const ran = spawnSync(
    'unshare',
    [
      ...own,
      'sh',
      '-c',
      mount,
      local,
      ...become,
      process.execPath,
      PROGRAM,
      'run',
      'search',
      '--json',
    ],
    {
      cwd: repo.path,
      env: {
        PATH: '/usr/local/share/nvm/v1/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
        HOME: home,
        ROUNDSMAN_STATE_DIR: stateDir,
        TZ: 'UTC',
        ...compiledCode(),
      },
      encoding: 'utf8',
    },
  );
  if (!ran.stdout.startsWith('{')) throw new Error(ran.stdout + ran.stderr);
  const view: { readonly id: string; readonly isolation: string } = JSON.parse(ran.stdout);
  if (view.isolation !== 'sandbox') throw new Error(ran.stdout);
  const text = readFileSync(join(stateDir, 'runs', view.id, 'agent.log'), 'utf8');
  const found = (kind: string): readonly string[] =>
    [...text.matchAll(new RegExp(`${kind}<([^>]*)>`, 'g'))]
      .map(([, name]) => name ?? '')
      .toSorted();
  return { leaked: found('LEAKED'), worked: found('WORKS') };
}

export const WORKING_TOOLS = Object.values(TOOLS).toSorted();

function contentOf(path: string, token: string): string {
  if (/\.(?:key|pem)$/.test(path))
    return `-----BEGIN PRIVATE KEY-----\n${token}\n-----END PRIVATE KEY-----\n`;
  if (path.endsWith('settings.xml'))
    return `<settings><servers><server><password>${token}</password></server></servers></settings>\n`;
  if (path.endsWith('.git/config'))
    return `[remote "origin"]\n\turl = https://me:${token}@git.example/x.git\n`;
  if (path.endsWith('.json')) return `{ "private_key": "${token}", "auths": {} }\n`;
  return `//registry/:_authToken=${token}\n`;
}

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}
