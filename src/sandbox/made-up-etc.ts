/** Files of /etc that say less than the real ones: one user, one host, nothing of this machine. Pure. */

export interface InsideUser {
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
