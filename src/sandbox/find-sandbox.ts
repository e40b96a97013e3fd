/** Whether there is a sandbox that works here, for this engine: tried, not supposed, and tried once. */
import { isAbsolute, join } from 'node:path';

import type { Clock } from '../platform/clock.ts';
import { platformFacts, targetFacts, userId, type Environment } from '../platform/environment.ts';
import { inspectPaths } from '../platform/files.ts';
import { newRunId } from '../platform/ids.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { realPath } from '../platform/real-paths.ts';
import { workspacePaths } from '../store/state-paths.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { SandboxAnswer } from './contract.ts';
import { findBubblewrap, type FoundProgram } from './find-bubblewrap.ts';
import { installLine } from './install-hint.ts';
import { recallTrial, rememberTrial, type TrialKey } from './remembered-trial.ts';
import { filterFile } from './syscalls/filter-file.ts';
import { ARCHITECTURES, isFiltered } from './syscalls/syscall-numbers.ts';

export interface SandboxSearch {
  readonly workspace: Pick<RunSpec['workspace'], 'root' | 'gitDir' | 'stateDir'>;
  readonly env: Environment;
  readonly clock: Clock;
  /** argv that asks the engine's program for its version, by absolute path; `null` when it has none of its own. */
  readonly engine?: readonly string[] | null;
  /** Tried again, whatever is remembered of it. */
  readonly fresh?: boolean;
  /** As Node names it; this machine's where it is left out. */
  readonly os?: string;
  /** As Node names it; this machine's where it is left out. */
  readonly cpu?: string;
}

/** Raised when the trial looks for more than it did. */
const TRIAL = 'trial 2';

/** Costs less than a millisecond when nothing changed since the last time. Never throws for what does not work. */
export async function findSandbox(search: SandboxSearch): Promise<SandboxAnswer> {
  const { os = platformFacts().os, cpu = targetFacts().cpu } = search;
  if (os !== 'linux') {
    return {
      kind: 'missing',
      reason: `there is no sandbox for ${os === 'darwin' ? 'macOS' : os} yet`,
      hint: 'Use isolation: private, or run it on Linux.',
    };
  }
  if (!isFiltered(cpu)) {
    return {
      kind: 'missing',
      reason: `there is no sandbox for ${cpu} yet: its system calls cannot be filtered`,
      hint: `Use isolation: private, or run it on ${ARCHITECTURES.join(' or ')}.`,
    };
  }
  const { root, gitDir, stateDir } = search.workspace;
  const found = findBubblewrap(search.env, [root, gitDir, stateDir]);
  if (found === null) {
    return {
      kind: 'missing',
      reason: 'bubblewrap is not installed',
      hint: await installLine(search.env),
    };
  }
  return recallOrTry(search, found);
}

async function recallOrTry(search: SandboxSearch, found: FoundProgram): Promise<SandboxAnswer> {
  const { workspace, env, clock, engine = null } = search;
  const { cache } = workspacePaths(workspace.stateDir);
  const now = clock.now();
  const place: TrialKey = { cache, key: keyOf(search, found), now };
  const known = search.fresh === true ? null : await recallTrial(place);
  if (known !== null) return known;
  const { trySandbox } = await import('./try-sandbox.ts');
  const answer = await trySandbox({
    program: found.path,
    workspace,
    env,
    engine,
    now,
    folder: join(cache, `sandbox-trial-${newRunId(now)}`),
  });
  await rememberTrial(place, answer);
  return answer;
}

/** Whatever of this is another one, the answer may be. */
function keyOf({ env, engine = null }: SandboxSearch, found: FoundProgram): string {
  const programs = [
    platformFacts().execPath,
    filterFile(),
    ...(engine?.filter((word) => isAbsolute(word)) ?? []),
  ];
  const real = programs.map((path) => realPath(path) ?? path);
  const marks = inspectPaths(real).map((facts, index) =>
    facts === null ? '' : `${real[index] ?? ''} ${facts.size} ${facts.changedMs}`,
  );
  const { bootId } = ownIdentity();
  return [TRIAL, found.mark, bootId, userId(), env['PATH'] ?? '', env['HOME'] ?? '', ...marks].join(
    '\n',
  );
}
