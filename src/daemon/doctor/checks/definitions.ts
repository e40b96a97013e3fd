import type { ActiveRoutines } from '../../../routines/active-routines.ts';
import { readActivity } from '../../../routines/active/read-activity.ts';
import { unpushedCommits, formatUnpushed } from '../../../routines/unpushed-commits.ts';
import { decideLevel } from '../../../sandbox/decide-level.ts';
import { untilWords } from '../../../scheduler/format-schedule.ts';
import { withoutRemoved } from '../../../scheduler/removal-pause.ts';
import { AppError } from '../../../words/errors.ts';
import type { Routine } from '../../../words/routine.ts';
import { plural } from '../../../words/text.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { acceptedRisk, requireAcceptedRisk } from '../../../worktrees/run-level.ts';
import { no, warn, yes, type Check, type Verdict, activeDefinitions } from '../check.ts';

export const definitionsCheck: Check = {
  name: 'definitions',
  look: async (context) => judge(await context.active()),
};

function judge({ routines, broken, problems, local, ref }: ActiveRoutines): Verdict {
  const at = ref === null ? '' : ` at ${ref}`;
  const [problem] = problems;
  if (problem !== undefined) {
    return no(`${problem.file}:${problem.line} ${problem.message}`, problem.hint);
  }
  const [first] = broken;
  if (first !== undefined) {
    const ids = broken.map(({ id }) => id).join(', ');
    return no(
      `broken${at}: ${ids}; the last good version is used, where there is one`,
      'See all problems: roundsman validate',
    );
  }
  const enabled = routines.filter((routine) => routine.enabled);
  const drift = local.map(({ id, kind }) => `${id} (${kind})`).join(', ');
  if (enabled.length === 0) {
    return warn(
      `no routine is active${drift === '' ? '' : `; in the working tree only: ${drift}`}`,
      drift === '' ? 'Write one: roundsman new' : 'Let them run: roundsman enable --all',
    );
  }
  if (drift !== '') {
    return warn(
      `${plural(enabled.length, 'active routine')}; local, not active: ${drift}`,
      "Commit them to the definitions' ref, or let them run from here: roundsman enable",
    );
  }
  return yes(`${plural(enabled.length, 'active routine')}${at}`);
}

/** Definitions are read from the local branch; where its upstream went another way, runs start from that. */
export const pushedCheck: Check = {
  name: 'pushed',
  look: async ({ workspace }) => {
    const { definitions } = await readActivity(workspace);
    const unpushed = await unpushedCommits(workspace, definitions);
    if (unpushed === null) return yes('runs start from the commit that definitions are read from');
    if (unpushed.runsHaveThem) return yes(formatUnpushed(unpushed));
    return warn(
      formatUnpushed(unpushed),
      `${unpushed.base} has other commits: bring both together (git pull), or set \`workspace: { base: ${unpushed.branch} }\``,
    );
  },
};

export const pausesCheck: Check = {
  name: 'pauses',
  look: async ({ workspace, active }) => {
    const all = await workspace.pauses.list(workspace.clock.now().toISOString());
    const pauses = withoutRemoved(all, (await active().catch(() => null))?.routines ?? null);
    if (pauses.length === 0) return yes('no routine is paused');
    const words = pauses.map(({ routine, by, reason, until }) => {
      const why = reason === '' ? '' : `: ${reason}`;
      return `${routine} (by ${by}${untilWords(until)}${why})`;
    });
    return warn(
      `${plural(pauses.length, 'routine')} paused: ${words.join(', ')}`,
      'Let one run again: roundsman resume ROUTINE',
    );
  },
};

/** A run with private data, untrusted input and a way out at once is refused unless a user accepted the risk. */
export const riskCheck: Check = {
  name: 'risk',
  look: async (context) => {
    const accepted: string[] = [];
    for (const { definition } of await activeDefinitions(context)) {
      const verdict = await judgeRisk(context.workspace, definition.routine);
      if (verdict.ok === 'no')
        return { ...verdict, detail: `${definition.routine.id}: ${verdict.detail}` };
      if (definition.routine.acceptRisk !== null) accepted.push(definition.routine.id);
    }
    return yes(accepted.length === 0 ? 'none to accept' : `accepted by: ${accepted.join(', ')}`);
  },
};

/** At the level that it would have here. That there is none is told elsewhere. */
export async function judgeRisk(workspace: Workspace, routine: Routine): Promise<Verdict> {
  const { location, env, clock } = workspace;
  try {
    const search = { workspace: location, env, clock };
    const { level } = await decideLevel(routine.workspace.isolation, search);
    requireAcceptedRisk(routine, level);
    return yes(
      acceptedRisk(routine, level)[0] ?? 'not private data, untrusted input and a way out at once',
    );
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    if (thrown.reason === 'sandbox-missing') return yes('not known without a level');
    return no(thrown.message, thrown.hint);
  }
}
