import { decideLevel } from '../../../sandbox/decide-level.ts';
import { AppError } from '../../../words/errors.ts';
import type { Routine } from '../../../words/routine.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { acceptedRisk, requireAcceptedRisk } from '../../../worktrees/run-level.ts';
import { activeDefinitions } from '../active-definitions.ts';
import { no, yes, type Check, type Verdict } from '../check.ts';

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
