/** The level and history that `open` gives a run, with what every program of it will see. */
import { isAbsolute } from 'node:path';

import { kindOf } from '../collectors/registry.ts';
import { baseView } from '../sandbox/base-view.ts';
import { decideHistory, decideLevel } from '../sandbox/decide-level.ts';
import { looseNotices, writeFolders } from '../sandbox/permitted-mounts.ts';
import { isAtRisk, riskFactsOf, riskFlags, formatRisk } from '../sandbox/risk.ts';
import type { OpenedBase, WorktreeRequest } from '../sandbox/run-worktree.ts';
import { machinePaths } from '../store/machine-paths.ts';
import { AppError } from '../words/errors.ts';
import { formatHistory } from '../words/format-history.ts';
import type { IsolationLevel, Routine } from '../words/routine.ts';
import type { SandboxState } from './worktree-state.ts';

export interface RunLevel {
  readonly isolation: IsolationLevel;
  readonly history: OpenedBase['history'];
  readonly sandbox: SandboxState | null;
  readonly notices: readonly string[];
}

/** Throws `missing` when a sandbox was asked for and none works, `invalid-definition` for what it may not show. */
export async function decideRunLevel(request: WorktreeRequest): Promise<RunLevel> {
  const { spec, env, clock, program = [] } = request;
  const { routine, workspace } = spec;
  const decided = await decideLevel(routine.workspace.isolation, {
    workspace,
    env,
    clock,
    engine: program.length === 0 ? null : [...program, '--version'],
  });
  const { history, because } = decideHistory(spec, decided.level);
  const notices = decided.notice === null ? [] : [decided.notice];
  if (because !== null)
    notices.push(
      `the run could read ${formatHistory(history)} only, because it is fed with ${because} (workspace.history: auto)`,
    );
  if (typeof history === 'number')
    notices.push(`the agent sees the newest ${history} commits of the base only`);
  if (decided.sandbox === null)
    return { isolation: decided.level, history, sandbox: null, notices };
  const view = await baseView({
    workspace,
    env,
    record: decided.sandbox,
    cache: machinePaths(workspace.stateDir).cache,
    read: routine.permissions.read,
    programs: namedPrograms(routine),
    now: clock.now(),
  });
  const sandbox = {
    record: decided.sandbox,
    mounts: view.mounts,
    core: view.core,
    home: view.home,
    hidden: view.hidden,
  };
  notices.push(...view.notices, ...looseNotices(writeFolders(routine.permissions.write)));
  return { isolation: decided.level, history, sandbox, notices };
}

/** Paths in the routine's own argv: its author intends the run to have the files there. */
function namedPrograms({ agent, collect }: Routine): readonly string[] {
  const words = [
    ...agent.command,
    ...collect.flatMap((rule) => kindOf(rule).programOf?.(rule).run ?? []),
  ];
  return [...new Set(words.filter((word) => isAbsolute(word)))];
}

/** Throws `refused` when the level that `auto` resolves to leaves a way out for private data that no user accepted. */
export function requireAcceptedRisk(routine: Routine, level: IsolationLevel): void {
  const facts = riskFactsOf(routine);
  if (routine.acceptRisk !== null || !isAtRisk(facts, level)) return;
  throw new AppError('refused', {
    code: 'risk-not-accepted',
    message: `the run would have ${formatRisk(riskFlags(facts, level))} at once, and the routine does not accept that`,
    hint: `${level === 'private' ? 'Install bubblewrap, which closes the network (apt-get install bubblewrap), or say' : 'Say'} why this is all right in the routine: accept-risk: "…".`,
  });
}

/** For the report. */
export function acceptedRisk(routine: Routine, level: IsolationLevel): readonly string[] {
  const { acceptRisk } = routine;
  if (acceptRisk === null || acceptRisk === '') return [];
  const facts = riskFactsOf(routine);
  if (!isAtRisk(facts, level)) return [];
  return [`risk accepted: ${acceptRisk} (${formatRisk(riskFlags(facts, level))})`];
}
