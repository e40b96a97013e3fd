/** What kind of disk a folder is on, and how much of it is free. */
import type { Dirent } from 'node:fs';
import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export interface DiskFacts {
  /** Available to users other than root. */
  readonly freeBytes: number;
  /** `null`: a usual local one, as far as the system tells. */
  readonly unusual: UnusualDisk | null;
}

export interface UnusualDisk {
  /** `network`: locks and syncs may not hold; `memory`: gone when the machine restarts. */
  readonly kind: 'network' | 'memory';
  /** `NFS`, `tmpfs`, … */
  readonly name: string;
}

/** The numbers of Linux (statfs(2)); other systems number theirs again at each start. */
const UNUSUAL: ReadonlyMap<number, UnusualDisk> = new Map([
  [0x69_69, { kind: 'network', name: 'NFS' }],
  [0xff_53_4d_42, { kind: 'network', name: 'CIFS' }],
  [0xfe_53_4d_42, { kind: 'network', name: 'SMB' }],
  [0x51_7b, { kind: 'network', name: 'SMB' }],
  [0x01_02_19_97, { kind: 'network', name: '9p' }],
  [0x00_c3_64_00, { kind: 'network', name: 'Ceph' }],
  [0x53_46_41_4f, { kind: 'network', name: 'AFS' }],
  [0x01_02_19_94, { kind: 'memory', name: 'tmpfs' }],
  [0x85_84_58_f6, { kind: 'memory', name: 'ramfs' }],
]);

/** The folder exists. */
export async function inspectDisk(folder: string): Promise<DiskFacts> {
  const facts = await statfs(folder);
  return {
    freeBytes: facts.bavail * facts.bsize,
    unusual: process.platform === 'linux' ? (UNUSUAL.get(facts.type) ?? null) : null,
  };
}

/** Available to users other than root; cheap enough to be called every few seconds. The folder exists. */
export async function freeBytesOf(folder: string): Promise<number> {
  const facts = await statfs(folder);
  return facts.bavail * facts.bsize;
}

/** What the files below a folder hold, links not followed, `maxFiles` of them at most; 0 when there is none. */
export async function folderBytes(folder: string, maxFiles: number): Promise<number> {
  let bytes = 0;
  let files = 0;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await entriesOf(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      if (!entry.isFile()) continue;
      bytes += await sizeOf(path);
      files += 1;
      if (files === maxFiles) return bytes;
    }
  }
  return bytes;
}

/** Runs may be cleaned up during the count: what is gone counts as nothing. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function sizeOf(path: string): Promise<number> {
  return lstat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
