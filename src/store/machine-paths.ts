/**
 * Where in the state folder the things are that belong to this machine, whatever keeps the records: folders of runs and of
 * landings, worktrees, caches, what is removed, and the daemon. Pure.
 */
import { join } from 'node:path';

import { oncePerKey } from '../words/once.ts';
export interface MachinePaths {
  /** Where the records are, if not in files. */
  readonly storeChoice: string;
  readonly runs: string;
  /** Of runs that this machine's worker has, one file each. */
  readonly leases: string;
  readonly previews: string;
  /** Folders of runs that could not be read, whole, each with a file that says why. */
  readonly quarantine: string;
  /** What persons confirmed of the files that are checked out. */
  readonly confirmed: string;
  readonly confirmedLock: string;
  /** What was active at the last check, including the last good version of what is broken. */
  readonly active: string;
  /** Written again at each beat of the daemon's heart. */
  readonly heartbeat: string;
  readonly cache: string;
  /** Worktrees made ready ahead. */
  readonly spares: string;
  /** Says how long they are kept. */
  readonly sparesKept: string;
  /** Held by the process that makes them. */
  readonly sparesLock: string;
  /** Work that was discarded, put away first. */
  readonly archives: string;
  /** What is being removed: a record of each, and a folder of that name with what it was. */
  readonly trash: string;
  /** The disk usage of the state folder when it was last measured. */
  readonly diskUse: string;
  readonly cleanUpLock: string;
  /** Held by the worker of this machine. */
  readonly workLock: string;
  /** Names the daemon of the workspace, and its socket. */
  readonly daemonLock: string;
  /** The newest daemon that there was, and how it ended. */
  readonly daemonRecord: string;
  /** JSON lines of a daemon in the background. */
  readonly daemonLog: string;
  /** What a daemon in the background said on its way out. */
  readonly daemonErrors: string;
  /** Of the routine that `plan` runs. */
  readonly planRoutines: string;
  /** Laid out like runs: one folder each while a landing is prepared or a union is built. */
  readonly reviewWork: string;
  /** Worktrees for people. */
  readonly checkouts: string;
  /** What is being served of branches, one file each. */
  readonly served: string;
  /** Held by the process that builds a union. */
  readonly unionLock: string;
  /** Held by the process that changes the user's branches. */
  readonly landingLock: string;
  /** What was found out of branches and pairs of them, by object ids; can be made again. */
  readonly reviewCache: string;
}

export const machinePaths = oncePerKey((stateDir): MachinePaths => {
  return {
    storeChoice: join(stateDir, 'store.json'),
    runs: join(stateDir, 'runs'),
    leases: join(stateDir, 'leases'),
    previews: join(stateDir, 'previews'),
    quarantine: join(stateDir, 'quarantine'),
    confirmed: join(stateDir, 'confirmed.json'),
    confirmedLock: join(stateDir, 'confirmed.lock'),
    active: join(stateDir, 'active.json'),
    heartbeat: join(stateDir, 'heartbeat.json'),
    cache: join(stateDir, 'cache'),
    spares: join(stateDir, 'spares'),
    sparesKept: join(stateDir, 'spares.json'),
    sparesLock: join(stateDir, 'spares.lock'),
    archives: join(stateDir, 'archive'),
    trash: join(stateDir, 'trash'),
    diskUse: join(stateDir, 'disk-use.json'),
    cleanUpLock: join(stateDir, 'clean-up.lock'),
    workLock: join(stateDir, 'work.lock'),
    daemonLock: join(stateDir, 'daemon.lock'),
    daemonRecord: join(stateDir, 'daemon.json'),
    daemonLog: join(stateDir, 'daemon.log'),
    daemonErrors: join(stateDir, 'daemon.err'),
    planRoutines: join(stateDir, 'plans'),
    reviewWork: join(stateDir, 'review', 'work'),
    checkouts: join(stateDir, 'review', 'checkouts'),
    served: join(stateDir, 'review', 'served'),
    unionLock: join(stateDir, 'union.lock'),
    landingLock: join(stateDir, 'review', 'landing.lock'),
    reviewCache: join(stateDir, 'cache', 'review'),
  };
});
