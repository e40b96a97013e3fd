/**
 * A PostgreSQL server of a test's own: in a temporary folder, at a free port of loopback, without a password. `initdb` refuses to
 * work as root: then it runs as `nobody`.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PostgresServer {
  readonly port: number;
  /** `postgres://…` of a database of that name, which is made. */
  database(name: string): string;
  /** Of one that was made. */
  address(name: string): string;
  /** Rows of `psql`, unaligned. */
  sql(database: string, text: string): string;
  start(): Promise<void>;
  /** At once, as when the machine loses it. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

const USER = 'roundsman';

export async function postgresServer(): Promise<PostgresServer> {
  const programs = programFolder();
  const folder = mkdtempSync(join(tmpdir(), 'rm-postgres-'));
  const owner = process.getuid?.() === 0 ? nobody() : null;
  chmodSync(folder, 0o700);
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', HOME: folder };
  const identity = { cwd: folder, env, ...owner };
  const data = join(folder, 'data');
  const auth = ['--username', USER, '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'];
  const made = spawnSync(join(programs, 'initdb'), ['-D', data, ...auth], {
    ...identity,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}${String(made.error ?? '')}`);
  const port = await freePort();
  let server: ChildProcess | null = null;
  const addressOf = (database: string): string =>
    `postgres://${USER}@127.0.0.1:${port}/${database}`;
  const isReady = (): boolean =>
    spawnSync(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], identity)
      .status === 0;
  const stop = async (): Promise<void> => {
    const running = server;
    server = null;
    if (running === null || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    // Ends its own processes first; SIGKILL would leave them.
    running.kill('SIGQUIT');
    await ended;
  };
  const start = async (): Promise<void> => {
    const settings = [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${folder}`,
    ];
    const quick = ['-c', 'fsync=off', '-c', 'max_connections=100'];
    server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), ...settings, ...quick],
      {
        ...identity,
        stdio: 'ignore',
      },
    );
    for (let tries = 0; !isReady(); tries += 1) {
      if (tries > 200 || server.exitCode !== null) throw new Error('postgres does not start');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await start();
  return {
    port,
    database: (name) => {
      psql(addressOf('postgres'), `create database "${name}"`);
      return addressOf(name);
    },
    address: addressOf,
    sql: (database, text) => psql(addressOf(database), text),
    start,
    stop,
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Rows of one statement or more, unaligned. */
export function psql(address: string, text: string): string {
  const ran = spawnSync(join(programFolder(), 'psql'), [address, '-XAtqc', text], {
    encoding: 'utf8',
  });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return ran.stdout.trim();
}

/** Debian's, newest first, else what is on the PATH. */
function programFolder(): string {
  const below = '/usr/lib/postgresql';
  const versions = (() => {
    try {
      return readdirSync(below).toSorted((a, b) => Number(b) - Number(a));
    } catch {
      return [];
    }
  })();
  return versions[0] === undefined ? '' : join(below, versions[0], 'bin');
}

function nobody(): { readonly uid: number; readonly gid: number } {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout),
  );
  if (uid === undefined || gid === undefined) throw new Error('there is no user nobody');
  return { uid, gid };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no port'));
        else resolve(address.port);
      });
    });
  });
}
