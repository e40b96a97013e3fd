/** The settings of a dovecot 2.3 that one test has for itself, started by root or by anybody else. */
import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import type { Certificates } from './certificates.ts';

export interface DovecotPorts {
  readonly imap: number;
  readonly imaps: number;
  readonly lmtp: number;
}

interface SettingsRequest {
  readonly folder: string;
  readonly ports: DovecotPorts;
  readonly certificates: Certificates;
}

/** `nobody`: dovecot opens no mail as root. */
const NOBODY = 65_534;

/** Whose the mails have to be; `null`: of whoever runs the test. */
export function mailOwner(): number | null {
  return process.getuid?.() === 0 ? NOBODY : null;
}

export function dovecotSettings({ folder, ports, certificates }: SettingsRequest): string {
  const { uid, gid } = userInfo();
  const ids = mailOwner() === null ? `uid=${uid} gid=${gid}` : `uid=${NOBODY} gid=${NOBODY}`;
  const run = join(folder, 'run');
  return `
base_dir = ${run}
state_dir = ${run}
log_path = ${join(folder, 'dovecot.log')}
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <${certificates.certificate}
ssl_key = <${certificates.key}
mail_location = maildir:~/Maildir
mailbox_list_index = no
first_valid_uid = 0
first_valid_gid = 0
auth_failure_delay = 0
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%n ${join(folder, 'users')}
}
userdb {
  driver = static
  args = ${ids} home=${join(folder, 'mail')}/%n allow_all_users=yes
}
namespace inbox {
  inbox = yes
  separator = /
}
service imap-login {
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${ports.lmtp}
  }
}
${asPlainUser()}`;
}

/** Without root there is no other user to step down to, and no folder to be locked into. */
function asPlainUser(): string {
  if (mailOwner() !== null) return '';
  const { username } = userInfo();
  const group = spawnSync('id', ['-gn'], { encoding: 'utf8' }).stdout.trim();
  const open = ['anvil', 'imap-login', 'stats'].map((name) => `service ${name} {\n  chroot =\n}\n`);
  return `
default_internal_user = ${username}
default_internal_group = ${group}
default_login_user = ${username}
${open.join('')}`;
}
