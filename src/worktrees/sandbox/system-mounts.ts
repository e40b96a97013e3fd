/** The part of the system that programs need to run at all: an allowlist, read-only. */
import { join } from 'node:path';

import { inspectPaths } from '../../platform/files.ts';
import { entriesOf, linkText, realPath } from '../../platform/real-paths.ts';
import type { Mount } from './contract.ts';

/** `/bin` and its like are links into `/usr` on most systems, and folders on some. */
const FOLDERS = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  // Where some systems keep all their programs.
  '/nix/store',
  '/gnu/store',
];

/** What of /etc programs read; nothing that names persons, hosts or secrets of this machine. */
const SETTINGS = [
  'R',
  'alpine-release',
  'alternatives',
  'ca-certificates',
  'ca-certificates.conf',
  'crypto-policies',
  'debian_version',
  'fedora-release',
  'fonts',
  'host.conf',
  'ld-musl-x86_64.path',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'locale.alias',
  'locale.conf',
  'localtime',
  'magic',
  'maven',
  'mime.types',
  'os-release',
  'perl',
  'php',
  'pki/ca-trust',
  'pki/java',
  'pki/tls/cert.pem',
  'pki/tls/certs',
  'pki/tls/openssl.cnf',
  'protocols',
  'redhat-release',
  'services',
  'shells',
  'ssl/cert.pem',
  'ssl/certs',
  'ssl/openssl.cnf',
  'terminfo',
  'timezone',
];
const SETTINGS_BY_VERSION = /^(?:java|python|lua)[\w.-]*$/;

/** Empty, writable, and gone with the program. */
const PASSING = ['/run', '/tmp', '/var/tmp'];

export function systemMounts(): readonly Mount[] {
  return [
    ...FOLDERS.flatMap(folderMount),
    ...settingMounts(),
    ...PASSING.map((path): Mount => ({ kind: 'empty', path })),
  ];
}

function folderMount(path: string): readonly Mount[] {
  const to = linkText(path);
  if (to !== null) return [{ kind: 'link', path, to }];
  return inspectPaths([path])[0]?.kind === 'folder' ? [{ kind: 'read', path }] : [];
}

function settingMounts(): readonly Mount[] {
  const versions = entriesOf('/etc').flatMap(({ name }) =>
    SETTINGS_BY_VERSION.test(name) ? [name] : [],
  );
  const paths = [...SETTINGS, ...versions].map((name) => join('/etc', name));
  const facts = inspectPaths(paths);
  return paths.flatMap((path, index): readonly Mount[] => {
    const kind = facts[index]?.kind;
    if (kind === 'link') return linkedSetting(path);
    return kind === 'file' || kind === 'folder' ? [{ kind: 'read', path }] : [];
  });
}

/** Kept a link where that leads into a system folder: programs read the name of the zone off `/etc/localtime`. */
function linkedSetting(path: string): readonly Mount[] {
  const real = realPath(path);
  const to = linkText(path);
  if (real === null || to === null) return [];
  if (/^(?:\.\.)?\/usr\//.test(to)) return [{ kind: 'link', path, to }];
  return [{ kind: 'read', path, from: real }];
}
