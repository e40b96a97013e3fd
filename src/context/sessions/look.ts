/** A look at the sessions of a workspace, by its settings. */
import { join } from 'node:path';

import { packageBuild } from '../../platform/package.ts';
import { invalidDefinition, readCatalog } from '../../routines/definitions.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { secretsOfEnvironment } from '../../words/redaction/secret.ts';
import type { SessionEngine } from '../../words/session.ts';
import { stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openDraftCache, type DraftCache } from './draft-cache.ts';
import { inspectSessions, type SessionLook } from './inspect-sessions.ts';

export interface SessionFilter {
  readonly engines?: readonly SessionEngine[];
  /** Only sessions with activity since then, and those that live; epoch milliseconds. Default: the last seven days. */
  readonly since?: number;
  /** The same for sessions of runs. Default: as `since`. */
  readonly runsSince?: number;
  /** However old. */
  readonly all?: boolean;
}

export const SESSION_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Throws `invalid-definition` when roundsman.yaml cannot be read, unless only sessions of runs are asked for: it may
 * exclude others.
 *
 * @param cache of a process that looks more than once; default: as it stands on disk
 */
export async function look(
  workspace: Workspace,
  { engines, since, runsSince, all = false }: SessionFilter = {},
  cache?: DraftCache,
): Promise<SessionLook> {
  const { location, env, clock, runs } = workspace;
  const { root, gitDir, stateDir } = location;
  const [off, drafts] = await Promise.all([
    sessionsOff(workspace, engines),
    cache ?? openSessionCache(workspace),
  ]);
  return inspectSessions({
    root,
    gitDir,
    stateDir,
    env,
    clock,
    runs,
    off,
    cache: drafts,
    redact: redactorOf(workspace),
    since: all ? null : (since ?? clock.now().getTime() - SESSION_DAYS * DAY_MS),
    ...(engines === undefined ? {} : { engines }),
    ...(runsSince === undefined ? {} : { runsSince }),
  });
}

export async function openSessionCache({
  location,
}: Pick<Workspace, 'location'>): Promise<DraftCache> {
  const path = join(machinePaths(location.stateDir).cache, 'sessions.jsonl');
  return openDraftCache(path, packageBuild());
}

/** For all that is read of sessions: secrets of this environment, and what looks like one; controls that would hide one go first. */
export function redactorOf({ env }: Pick<Workspace, 'env'>): (text: string) => string {
  const redactor = makeRedactor(secretsOfEnvironment(env));
  return (text) => redactor.text(stripControls(text));
}

/* What it excludes is not known of a broken file; sessions of runs are listed as runs anyway. */
async function sessionsOff(
  workspace: Workspace,
  engines: readonly SessionEngine[] = [],
): Promise<readonly SessionEngine[]> {
  // What is checked out nowhere has no settings either.
  if (workspace.location.bare) return [];
  const { workspace: settings, workspaceProblems } = await readCatalog(workspace);
  if (workspaceProblems.length === 0) return settings.sessionsOff;
  if (engines.length === 1 && engines[0] === 'roundsman') return [];
  throw invalidDefinition('roundsman.yaml', workspaceProblems);
}
