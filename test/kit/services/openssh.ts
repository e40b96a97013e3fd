/** A real sshd of its own: host key, port, keys and config in a temporary folder, for one repository, ended with the test. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { openRepo, temporaryFolder, type GitRepo } from '../git-repo.ts';
import { waitUntil } from '../wait-until.ts';
import { whereIs } from './service-programs.ts';

export interface SshServer {
  readonly port: number;
  /** `ssh://user@127.0.0.1:PORT/…/shop.git`. */
  readonly url: string;
  readonly remote: GitRepo;
  /** Holds what a person who pushes there has in `~/.ssh`: key and config, and the host's key where it is known. */
  readonly home: string;
  /** From then on the host is known to whoever has that home. */
  knowHost(): void;
  hook(name: string, script: string): void;
  log(): string;
}

export async function openssh(): Promise<SshServer> {
  const folder = temporaryFolder('rm-sshd-');
  const path = join(folder, 'shop.git');
  openRepo(folder).git('init', '--quiet', '--bare', '--initial-branch=main', 'shop.git');
  const hostKey = makeKey(join(folder, 'host'));
  const home = temporaryFolder('rm-ssh-home-');
  mkdirSync(join(home, '.ssh'), { mode: 0o700 });
  const key = join(home, '.ssh', 'id_ed25519');
  const publicKey = makeKey(key);
  const shell = join(folder, 'git-only');
  // What git-shell is: nothing but git's own programs.
  writeFileSync(shell, '#!/bin/sh\nexec git-shell -c "$SSH_ORIGINAL_COMMAND"\n');
  chmodSync(shell, 0o755);
  const allowed = join(folder, 'authorized_keys');
  writeFileSync(allowed, `restrict,command="${shell}" ${publicKey}\n`, { mode: 0o600 });
  const port = await freePort();
  const config = join(folder, 'sshd_config');
  const log = join(folder, 'sshd.log');
  writeFileSync(
    config,
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(folder, 'host')}`,
      `AuthorizedKeysFile ${allowed}`,
      `PidFile ${join(folder, 'sshd.pid')}`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'PermitRootLogin yes',
      'AllowAgentForwarding no',
      '',
    ].join('\n'),
  );
  // Where it is started by root it wants this folder, which is empty for ever.
  if (process.getuid?.() === 0 && !existsSync('/run/sshd')) mkdirSync('/run/sshd', { mode: 0o755 });
  const child = spawn(sshd(), ['-D', '-f', config, '-E', log], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await waitUntil(() =>
    existsSync(log) && readFileSync(log, 'utf8').includes('listening') ? true : null,
  );
  const user = userInfo().username;
  const known = join(home, '.ssh', 'known_hosts');
  // ssh looks for its files in the home that the machine knows, whatever HOME says.
  writeFileSync(
    join(home, '.ssh', 'config'),
    `Host *\n  IdentityFile ${key}\n  IdentitiesOnly yes\n  UserKnownHostsFile ${known}\n  GlobalKnownHostsFile /dev/null\n`,
  );
  return {
    port,
    url: `ssh://${user}@127.0.0.1:${port}${path}`,
    remote: openRepo(path),
    home,
    knowHost: () =>
      writeFileSync(known, `[127.0.0.1]:${port} ${hostKey.split(' ').slice(0, 2).join(' ')}\n`),
    hook: (name, script) => {
      const file = join(path, 'hooks', name);
      writeFileSync(file, `#!/bin/sh\n${script}\n`);
      chmodSync(file, 0o755);
    },
    log: () => readFileSync(log, 'utf8'),
  };
}

/** It wants to be called by its whole path. */
function sshd(): string {
  const found = whereIs('sshd');
  if (found === null) throw new Error('sshd is not on this machine (openssh-server)');
  return found;
}

/** Gives its public half. */
function makeKey(path: string): string {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', path]);
  return readFileSync(`${path}.pub`, 'utf8').trim();
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
