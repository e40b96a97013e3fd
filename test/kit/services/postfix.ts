/**
 * A real postfix of a test's own: queue, settings, certificate and port in a temporary folder, log-ins by the auth service
 * of a dovecot of its own. Needs root, as postfix does; touches nothing of the machine's own mail.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { waitUntil } from '../wait-until.ts';
import { makeCertificates } from './certificates.ts';
import { freePort } from './free-port.ts';
import {
  authSettings,
  mainSettings,
  serviceTable,
  type PostfixOptions,
  type PostfixPlace,
} from './postfix-settings.ts';
import { SERVICE_PATH } from './service-programs.ts';

export interface Postfix {
  readonly port: number;
  /** PEM file of the authority of its certificate, which is for `localhost` and 127.0.0.1. */
  readonly ca: string;
  /** What it took for the user, in the order of arrival. With `lmtp` it is with whoever listens there. */
  readonly inbox: (user: string) => Promise<readonly Buffer[]>;
  /** Its own log, for what a test asks of it. */
  readonly log: () => string;
  /** Nobody listens any more; what it has it keeps. */
  readonly halt: () => Promise<void>;
  /** After `halt`: the same server, on the same port. */
  readonly resume: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startPostfix(options: PostfixOptions): Promise<Postfix> {
  if (process.getuid?.() !== 0) throw new Error('postfix is started by root only');
  const folder = mkdtempSync(join(tmpdir(), 'rm-pf-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const place = layOut(folder, port, options);
  const up: { auth: ChildProcess | null; master: ChildProcess | null } = {
    auth: null,
    master: null,
  };
  const halt = async (): Promise<void> => {
    if (up.master !== null) await end(up.master);
    up.master = null;
  };
  const resume = async (): Promise<void> => {
    up.master = await startMaster(place, port);
  };
  const stop = async (): Promise<void> => {
    await halt();
    if (up.auth !== null) await end(up.auth);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    up.auth = await startAuth(place);
    await resume();
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return {
    port,
    ca: place.certificates.ca,
    inbox: (user) => Promise.resolve(readMaildir(join(place.mail, user))),
    log: () => logOf(place),
    halt,
    resume,
    stop,
  };
}

function layOut(folder: string, port: number, options: PostfixOptions): PostfixPlace {
  const at = (name: string, mode = 0o755): string => {
    const path = join(folder, name);
    mkdirSync(path, { mode });
    return path;
  };
  const settings = at('etc');
  const queue = at('queue');
  const data = at('data');
  const mail = at('mail');
  const auth = at('auth');
  const log = at('log');
  const postfix = idsOf('postfix');
  const nobody = idsOf('nobody');
  chownSync(data, postfix.uid, postfix.gid);
  chownSync(mail, nobody.uid, nobody.gid);
  const certificates = makeCertificates(at('tls'));
  const place = { settings, queue, data, mail, auth, log, certificates, nobody };
  const users = Object.keys(options.users);
  writeFileSync(join(settings, 'mailboxes'), users.map((user) => `${user} ${user}/\n`).join(''));
  writeFileSync(
    join(auth, 'users'),
    Object.entries(options.users)
      .map(([user, password]) => `${user}:{PLAIN}${password}\n`)
      .join(''),
  );
  writeFileSync(join(settings, 'main.cf'), mainSettings(place, options));
  writeFileSync(join(settings, 'master.cf'), serviceTable(port));
  writeFileSync(join(auth, 'dovecot.conf'), authSettings(place, postfix.name));
  return place;
}

async function startMaster(place: PostfixPlace, port: number): Promise<ChildProcess> {
  checked('postfix', ['-c', place.settings, 'check'], place);
  const daemons = checked(
    'postconf',
    ['-c', place.settings, '-h', 'daemon_directory'],
    place,
  ).trim();
  // As the head of a process group: at TERM it ends its own group.
  const master = spawn(join(daemons, 'master'), ['-c', place.settings, '-d'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore'],
    env: PROGRAMS,
  });
  await waitForPort(port, master, place);
  return master;
}

async function startAuth(place: PostfixPlace): Promise<ChildProcess> {
  // Makes the folders of the queue, where the socket belongs.
  checked('postfix', ['-c', place.settings, 'check'], place);
  const socket = join(place.queue, 'private', 'auth');
  const auth = spawn('dovecot', ['-F', '-c', join(place.auth, 'dovecot.conf')], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: PROGRAMS,
  });
  const up = await waitUntil(() => existsSync(socket) || (hasEnded(auth) ? 'ended' : null));
  if (up === 'ended') throw new Error(`dovecot ended with ${auth.exitCode}: ${logOf(place)}`);
  return auth;
}

const PROGRAMS = { PATH: SERVICE_PATH };

function checked(program: string, argv: readonly string[], place: PostfixPlace): string {
  const result = spawnSync(program, argv, { encoding: 'utf8', env: PROGRAMS });
  if (result.error !== undefined) throw result.error;
  if (result.status === 0) return result.stdout;
  throw new Error(`${program} ended with ${result.status}: ${result.stderr}\n${logOf(place)}`);
}

async function waitForPort(port: number, master: ChildProcess, place: PostfixPlace): Promise<void> {
  let greeting = '';
  const ask = (): void => {
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (data) => {
      greeting += data.toString();
      socket.end('QUIT\r\n');
    });
    socket.on('error', () => socket.destroy());
  };
  const up = await waitUntil(() => {
    if (greeting.startsWith('220')) return 'up';
    if (hasEnded(master)) return 'ended';
    ask();
    return null;
  });
  if (up === 'ended') throw new Error(`postfix ended with ${master.exitCode}: ${logOf(place)}`);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

function readMaildir(folder: string): readonly Buffer[] {
  const names = ['new', 'cur'].flatMap((part) => {
    const path = join(folder, part);
    return existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : [];
  });
  return names.sort(byArrival).map((path) => readFileSync(path));
}

/** Their names begin with the second, then `M` and the microsecond. */
function byArrival(a: string, b: string): number {
  return instantOf(a) - instantOf(b);
}

function instantOf(path: string): number {
  const match = /\/(\d+)\.[^/]*?M(\d+)/.exec(path);
  return Number(match?.[1] ?? 0) * 1_000_000 + Number(match?.[2] ?? 0);
}

function logOf({ log }: Pick<PostfixPlace, 'log'>): string {
  return readdirSync(log)
    .map((name) => readFileSync(join(log, name), 'utf8'))
    .join('\n');
}

function idsOf(user: string): {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
} {
  const id = (flag: string): number => {
    const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`this machine has no user ${user}`);
    return Number(stdout.trim());
  };
  return { name: user, uid: id('-u'), gid: id('-g') };
}
