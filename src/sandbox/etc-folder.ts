/**
 * /etc as programs inside see it: a folder of ours with copies of the few files that they read, and the real folders of
 * those tools mounted in it. One mount instead of thirty: making a sandbox costs by their number.
 */
import { dirname, join } from 'node:path';

import {
  copyFile,
  inspectPath,
  inspectPaths,
  makeFolder,
  OPEN_FOLDER,
  makeFolderBeside,
  removeTree,
  rename,
  symlink,
  writeText,
} from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';
import { entriesOf, linkText, realPath } from '../platform/read-now.ts';
import { systemErrorCode } from '../platform/system-error.ts';
import type { Mount } from './contract.ts';

/** Nothing that names persons, hosts or secrets of this machine. */
const SETTINGS = [
  'R',
  'alpine-release',
  'alternatives',
  'crypto-policies',
  'debian_version',
  'fedora-release',
  'fonts',
  'host.conf',
  'ld-musl-aarch64.path',
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
  'timezone',
];
const SETTINGS_BY_VERSION = /^(?:java|python|lua)[\w.-]*$/;

/** One name in /etc, and how it comes to be there. */
type Setting =
  | { readonly kind: 'copy'; readonly name: string; readonly from: string; readonly mark: string }
  | { readonly kind: 'link'; readonly name: string; readonly to: string }
  | { readonly kind: 'mount'; readonly name: string; readonly from: string };

/** @param cache where folders that were made are kept: the next run has the same, as long as nothing changed */
export async function etcMounts(cache: string, user: InsideUser): Promise<readonly Mount[]> {
  const settings = settingsHere();
  const made = madeUpEtc(user);
  const key = sha256(JSON.stringify([settings, made])).slice(0, 16);
  const folder = join(cache, 'etc', key);
  if ((await inspectPath(folder)) === null) await makeEtc(folder, settings, made);
  return [
    { kind: 'read', path: '/etc', from: folder },
    ...settings.flatMap((one): readonly Mount[] =>
      one.kind === 'mount' ? [{ kind: 'read', path: join('/etc', one.name), from: one.from }] : [],
    ),
  ];
}

function settingsHere(): readonly Setting[] {
  const versions = entriesOf('/etc').flatMap(({ name }) =>
    SETTINGS_BY_VERSION.test(name) ? [name] : [],
  );
  const names = [...SETTINGS, ...versions];
  const facts = inspectPaths(names.map((name) => join('/etc', name)));
  return names.flatMap((name, index) => (facts[index] === null ? [] : settingAt(name)));
}

/** Kept a link where that leads into a system folder: programs read the name of the zone off `/etc/localtime`. */
function settingAt(name: string): readonly Setting[] {
  const path = join('/etc', name);
  const to = linkText(path);
  if (to !== null && /^(?:(?:\.\.\/)+|\/)usr\//.test(to)) return [{ kind: 'link', name, to }];
  const from = realPath(path);
  const facts = from === null ? null : (inspectPaths([from])[0] ?? null);
  if (from === null || facts === null) return [];
  if (facts.kind === 'folder') return [{ kind: 'mount', name, from }];
  if (facts.kind !== 'file') return [];
  return [{ kind: 'copy', name, from, mark: `${facts.size} ${facts.changedMs}` }];
}

async function makeEtc(
  folder: string,
  settings: readonly Setting[],
  made: Readonly<Record<string, string>>,
): Promise<void> {
  await makeFolder(dirname(folder), 0o700);
  const passing = await makeFolderBeside(folder);
  for (const setting of settings) await place(passing, setting);
  for (const [name, text] of Object.entries(made)) await writeText(join(passing, name), text);
  try {
    await rename(passing, folder);
  } catch (thrown) {
    // Another run was faster.
    const code = systemErrorCode(thrown);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw thrown;
    await removeTree(passing);
  }
}

async function place(folder: string, setting: Setting): Promise<void> {
  const path = join(folder, setting.name);
  await makeFolder(dirname(path), OPEN_FOLDER);
  if (setting.kind === 'copy') await copyFile(setting.from, path);
  else if (setting.kind === 'link') await symlink(setting.to, path);
  else await makeFolder(path, OPEN_FOLDER);
}

// Files of /etc that say less than the real ones: one user, one host, nothing of this machine. Pure.

interface InsideUser {
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

export const INSIDE_USER = 'roundsman';

/** Whom the kernel names where it knows no better: the owner of what is not the user's. */
const NOBODY = 65_534;

/** By name. */
export function madeUpEtc({ uid, gid, home }: InsideUser): Readonly<Record<string, string>> {
  // A line break or colon in a path would make another user of it.
  const place = /[:\n]/.test(home) ? '/' : home;
  return {
    passwd: [
      'root:x:0:0:root:/:/bin/sh',
      `${INSIDE_USER}:x:${uid}:${gid}::${place}:/bin/sh`,
      ...(uid === NOBODY ? [] : [`nobody:x:${NOBODY}:${NOBODY}:nobody:/:/bin/sh`]),
      '',
    ].join('\n'),
    group: [
      'root:x:0:',
      `${INSIDE_USER}:x:${gid}:`,
      ...(gid === NOBODY ? [] : [`nogroup:x:${NOBODY}:`]),
      '',
    ].join('\n'),
    hosts: ['127.0.0.1 localhost roundsman', '::1 localhost', ''].join('\n'),
    'nsswitch.conf': ['passwd: files', 'group: files', 'hosts: files dns', ''].join('\n'),
  };
}
