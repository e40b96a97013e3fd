// A PostgreSQL server of a benchmark's own: in a folder of its own, at a free port of loopback, without a password. `initdb`
// refuses to work as root: then it runs as `nobody`.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const USER = 'roundsman';

/** `null` where there is none to start. */
export async function startPostgres(folder) {
  const bin = programFolder();
  if (spawnSync(join(bin, 'initdb'), ['--version']).status !== 0) return null;
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  chmodSync(folder, 0o700);
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
  const data = join(folder, 'data');
  const words = ['--username', USER, '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'];
  execFileSync(join(bin, 'initdb'), ['-D', data, ...words], { ...options, stdio: 'pipe' });
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...options,
    stdio: 'ignore',
  });
  const end = () => server.kill('SIGQUIT');
  process.on('exit', end);
  const place = ['-h', '127.0.0.1', '-p', String(port), '-U', USER];
  for (let tries = 0; spawnSync(join(bin, 'pg_isready'), place).status !== 0; tries += 1) {
    if (tries > 200 || server.exitCode !== null) throw new Error('postgres does not start');
    await pause(50);
  }
  return {
    version: execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim(),
    /** `postgres://…` of a database of that name, which is made. */
    database: (name) => {
      execFileSync(join(bin, 'createdb'), [...place, name]);
      return `postgres://${USER}@127.0.0.1:${port}/${name}`;
    },
    stop: async () => {
      process.off('exit', end);
      const ended = new Promise((resolve) => server.once('exit', resolve));
      end();
      await ended;
    },
  };
}

/** Debian's, newest first, else what is on the PATH. */
function programFolder() {
  const below = '/usr/lib/postgresql';
  try {
    const [newest] = readdirSync(below).toSorted((a, b) => Number(b) - Number(a));
    return newest === undefined ? '' : join(below, newest, 'bin');
  } catch {
    return '';
  }
}

function idOf(flag) {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
