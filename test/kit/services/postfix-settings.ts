/** What a test's own postfix, and the auth service of its dovecot, are told. */
import { join } from 'node:path';

import type { Certificates } from './certificates.ts';

export interface PostfixOptions {
  /** Mail addresses with their passwords: who may log in, and who gets mail. */
  readonly users: Readonly<Record<string, string>>;
  /** Into a mail folder for each user, or over LMTP to `inet:127.0.0.1:PORT` or `unix:/path`. */
  readonly deliver: { readonly kind: 'maildir' } | { readonly kind: 'lmtp'; readonly to: string };
  /** Further lines of main.cf. */
  readonly settings?: readonly string[];
}

/** Its folders. */
export interface PostfixPlace {
  readonly settings: string;
  readonly queue: string;
  readonly data: string;
  readonly mail: string;
  readonly auth: string;
  readonly log: string;
  readonly certificates: Certificates;
  readonly nobody: { readonly uid: number; readonly gid: number };
}

export function mainSettings(
  { settings, queue, data, mail, log, certificates, nobody }: PostfixPlace,
  { users, deliver, settings: further = [] }: PostfixOptions,
): string {
  const domains = new Set(Object.keys(users).map((user) => user.split('@')[1]));
  return `${[
    'compatibility_level = 3.6',
    'myhostname = localhost',
    'mydomain = localdomain',
    'mydestination =',
    'mynetworks =',
    'inet_interfaces = 127.0.0.1',
    'inet_protocols = ipv4',
    `queue_directory = ${queue}`,
    `data_directory = ${data}`,
    `maillog_file = ${join(log, 'mail.log')}`,
    `maillog_file_prefixes = ${log}`,
    'alias_maps =',
    'alias_database =',
    'local_recipient_maps =',
    'local_transport = error:no local mail',
    'default_transport = error:no mail leaves this machine',
    'relay_transport = error:no mail leaves this machine',
    `virtual_mailbox_domains = ${[...domains].join(', ')}`,
    `virtual_mailbox_maps = texthash:${join(settings, 'mailboxes')}`,
    `virtual_mailbox_base = ${mail}`,
    `virtual_uid_maps = static:${nobody.uid}`,
    `virtual_gid_maps = static:${nobody.gid}`,
    ...(deliver.kind === 'lmtp' ? [`virtual_transport = lmtp:${deliver.to}`] : []),
    'smtpd_tls_security_level = encrypt',
    `smtpd_tls_cert_file = ${certificates.certificate}`,
    `smtpd_tls_key_file = ${certificates.key}`,
    'smtpd_tls_auth_only = yes',
    'smtpd_sasl_auth_enable = yes',
    'smtpd_sasl_type = dovecot',
    'smtpd_sasl_path = private/auth',
    'smtpd_sasl_security_options = noanonymous',
    'smtpd_relay_restrictions = permit_sasl_authenticated, reject',
    'smtpd_recipient_restrictions = reject_unlisted_recipient, permit_sasl_authenticated, reject',
    'smtputf8_enable = yes',
    ...further,
  ].join('\n')}\n`;
}

export function serviceTable(port: number): string {
  const rows = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'verify unix - - n - 1 verify',
    'flush unix n - n 1000? 0 flush',
    'proxymap unix - - n - - proxymap',
    'showq unix n - n - - showq',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'discard unix - - n - - discard',
    'virtual unix - n n - - virtual',
    'lmtp unix - - n - - lmtp',
    'anvil unix - - n - 1 anvil',
    'postlog unix-dgram n - n - 1 postlogd',
  ];
  return `${rows.join('\n')}\n`;
}

export function authSettings({ queue, auth, log }: PostfixPlace, owner: string): string {
  return `${[
    `base_dir = ${join(auth, 'run')}`,
    `state_dir = ${join(auth, 'state')}`,
    `log_path = ${join(log, 'auth.log')}`,
    'protocols =',
    'ssl = no',
    'disable_plaintext_auth = no',
    'auth_mechanisms = plain login',
    `passdb {\n driver = passwd-file\n args = scheme=PLAIN username_format=%u ${join(auth, 'users')}\n}`,
    'userdb {\n driver = static\n args = uid=nobody gid=nogroup home=/nonexistent\n}',
    `service auth {\n unix_listener ${join(queue, 'private', 'auth')} {\n mode = 0600\n user = ${owner}\n }\n}`,
  ].join('\n')}\n`;
}
