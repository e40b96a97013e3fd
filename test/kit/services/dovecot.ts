/**
 * A dovecot of its own, in a folder and on ports of loopback that nobody else has: IMAP (with STARTTLS), IMAPS and LMTP. Mails
 * lie in maildirs, so a test can put them there with any date and see that nothing was changed.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rename, utimes, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { temporaryFolder } from '../git-repo.ts';
import { waitUntil } from '../wait-until.ts';
import { makeCertificates, type Certificates } from './certificates.ts';
import { dovecotSettings, mailOwner, type DovecotPorts } from './dovecot-settings.ts';
import { freePort } from './free-port.ts';
import { whereIs } from './service-programs.ts';

export interface Dovecot {
  readonly ports: DovecotPorts;
  readonly certificates: Certificates;
  /** Puts a mail there as a server that received it then would; `mailbox` as the disk names it. Gives its file's name. */
  put(user: string, mail: string | Uint8Array, how?: PutOptions): Promise<string>;
  /** What lies in a mailbox, oldest first. */
  mails(user: string, mailbox?: string): readonly string[];
  /** The names of its files, which hold the flags. */
  files(user: string, mailbox?: string): readonly string[];
  /** `doveadm` with these words, over the settings of this one. */
  admin(...words: readonly string[]): string;
  /** What it logged. */
  log(): string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

interface PutOptions {
  readonly mailbox?: string;
  /** When it came in: INTERNALDATE. */
  readonly at?: Date;
}

interface DovecotOptions {
  /** Names and passwords. */
  readonly users: Readonly<Record<string, string>>;
  /** Further lines of its settings. */
  readonly settings?: string;
}

/** Runs until the test ends. */
export async function startDovecot({ users, settings = '' }: DovecotOptions): Promise<Dovecot> {
  const folder = temporaryFolder('rm-dovecot-');
  const ports = { imap: await freePort(), imaps: await freePort(), lmtp: await freePort() };
  const certificates = makeCertificates(folder);
  prepare(folder, users);
  const config = join(folder, 'dovecot.conf');
  writeFileSync(config, `${dovecotSettings({ folder, ports, certificates })}${settings}\n`);
  let child: ChildProcess | null = null;
  const stop = async (): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  const log = (): string => readFileSync(join(folder, 'dovecot.log'), 'utf8');
  const start = async (): Promise<void> => {
    const own = spawn(program('dovecot'), ['-F', '-c', config], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = own;
    let said = '';
    own.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    own.on('error', (failed) => (said += failed.message));
    for (const port of Object.values(ports)) await waitForPort(port, () => said);
  };
  onTestFinished(stop);
  await start();
  const home = (user: string): string => join(folder, 'mail', user, 'Maildir');
  let count = 0;
  return {
    ports,
    certificates,
    put: async (user, mail, { mailbox = 'INBOX', at = new Date() } = {}) => {
      count += 1;
      const box = folderOf(home(user), mailbox);
      makeMaildir(join(folder, 'mail'), box);
      const name = `${Math.floor(at.getTime() / 1_000)}.M${String(count).padStart(6, '0')}.test`;
      const draft = join(box, 'tmp', name);
      await writeFile(draft, mail);
      own(draft);
      await utimes(draft, at, at);
      await rename(draft, join(box, 'new', name));
      return name;
    },
    mails: (user, mailbox = 'INBOX') =>
      paths(folderOf(home(user), mailbox)).map((path) => readFileSync(path, 'utf8')),
    files: (user, mailbox = 'INBOX') =>
      paths(folderOf(home(user), mailbox)).map((path) => path.slice(path.lastIndexOf('/') + 1)),
    admin: (...words) => {
      const done = spawnSync(program('doveadm'), ['-c', config, ...words], { encoding: 'utf8' });
      if (done.status !== 0) throw new Error(`doveadm ${words.join(' ')}: ${done.stderr}`);
      return done.stdout;
    },
    log,
    stop,
    start,
  };
}

function prepare(folder: string, users: Readonly<Record<string, string>>): void {
  const lines = Object.entries(users).map(
    ([name, password]) => `${name}:{PLAIN}${password}::::::\n`,
  );
  writeFileSync(join(folder, 'users'), lines.join(''));
  // Processes of other users look at mails when root starts it.
  chmodSync(folder, 0o755);
  for (const name of ['run', 'mail']) mkdirSync(join(folder, name));
  own(join(folder, 'mail'));
}

function program(name: string): string {
  const found = whereIs(name);
  if (found === null)
    throw new Error(`${name} is not on this machine (dovecot-imapd, dovecot-lmtpd)`);
  return found;
}

function folderOf(home: string, mailbox: string): string {
  return mailbox === 'INBOX' ? home : join(home, `.${mailbox}`);
}

function makeMaildir(base: string, box: string): void {
  for (const name of ['tmp', 'new', 'cur']) mkdirSync(join(box, name), { recursive: true });
  if (mailOwner() === null) return;
  let at = join(box, 'tmp');
  while (at !== base) {
    own(at);
    at = join(at, '..');
  }
  for (const name of ['new', 'cur']) own(join(box, name));
}

function own(path: string): void {
  const owner = mailOwner();
  if (owner !== null) chownSync(path, owner, owner);
}

function paths(box: string): readonly string[] {
  return ['new', 'cur']
    .flatMap((name) => listIfThere(join(box, name)))
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function listIfThere(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

async function waitForPort(port: number, said: () => string): Promise<void> {
  let open = false;
  await waitUntil(() => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => {
      open = true;
      socket.destroy();
    });
    socket.once('error', () => socket.destroy());
    if (!open) throw new Error(`nothing listens on ${port}: ${said()}`);
    return true;
  });
}
