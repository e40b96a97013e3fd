// A PostgreSQL server of a test's or a benchmark's own: in a temporary folder, at a free port of loopback, without a password.
// `initdb` refuses to work as root: then it runs as `nobody`. A plain program, since benchmarks run as they are.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const USER = 'roundsman';

export function hasPostgres() {
  return spawnSync(join(programFolder(), 'initdb'), ['--version']).status === 0;
}

export async function postgresServer() {
  const programs = programFolder();
  const folder = mkdtempSync(join(tmpdir(), 'rm-postgres-'));
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  chmodSync(folder, 0o700);
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', HOME: folder };
  const identity = { cwd: folder, env, encoding: 'utf8', ...owner };
  const data = join(folder, 'data');
  const auth = ['--username', USER, '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'];
  const made = spawnSync(join(programs, 'initdb'), ['-D', data, ...auth], identity);
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}${String(made.error ?? '')}`);
  const port = await freePort();
  let server = null;
  const addressOf = (database) => `postgres://${USER}@127.0.0.1:${port}/${database}`;
  const place = ['-h', '127.0.0.1', '-p', String(port)];
  const isReady = () => spawnSync(join(programs, 'pg_isready'), place, identity).status === 0;
  // Ends its own processes first; SIGKILL would leave them.
  const end = () => server?.kill('SIGQUIT');
  process.on('exit', end);
  const stop = async () => {
    const running = server;
    server = null;
    if (running === null || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGQUIT');
    await ended;
  };
  const start = async () => {
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      fsync: 'off',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const words = ['-D', data, '-p', String(port), ...flags];
    server = spawn(join(programs, 'postgres'), words, { ...identity, stdio: 'ignore' });
    for (let tries = 0; !isReady(); tries += 1) {
      if (tries > 200 || server.exitCode !== null) throw new Error('postgres does not start');
      await pause(50);
    }
  };
  await start();
  return {
    port,
    version: spawnSync(join(programs, 'postgres'), ['--version'], identity).stdout.trim(),
    database: (name) => {
      psql(addressOf('postgres'), `create database "${name}"`);
      return addressOf(name);
    },
    address: addressOf,
    sql: (database, text) => psql(addressOf(database), text),
    start,
    stop,
    remove: async () => {
      process.off('exit', end);
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function psql(address, text) {
  const ran = spawnSync(join(programFolder(), 'psql'), [address, '-XAtqc', text], {
    encoding: 'utf8',
  });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return ran.stdout.trim();
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
  return Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
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
