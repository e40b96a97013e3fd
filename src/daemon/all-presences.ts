/** Every workspace of this user that has a state folder on this machine, and whether a daemon runs for it. */
import { join } from 'node:path';

import type { Environment } from '../platform/environment.ts';
import { listFolder } from '../platform/files.ts';
import { stateHome } from '../workspace/state-folder.ts';
import { readDaemonRecord, type DaemonRecord } from './daemon-record.ts';
import { readPresence, type DaemonPresence } from './read-status.ts';

export interface WorkspacePresence {
  readonly stateDir: string;
  /** Tells whose it is; `null` when no daemon ever ran for it. */
  readonly record: DaemonRecord | null;
  readonly presence: DaemonPresence;
}

/** By name. A state folder that is named outright (`ROUNDSMAN_STATE_DIR`) stands for itself, and is the only one. */
export async function allPresences(env: Environment): Promise<readonly WorkspacePresence[]> {
  const named = env['ROUNDSMAN_STATE_DIR'];
  const home = stateHome(env);
  const folders =
    named === undefined || named === ''
      ? (await listFolder(home)).map((name) => join(home, name))
      : [named];
  return Promise.all(
    folders.map(async (stateDir) => ({
      stateDir,
      record: await readDaemonRecord(stateDir),
      presence: await readPresence(stateDir),
    })),
  );
}
