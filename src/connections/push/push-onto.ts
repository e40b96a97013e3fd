/** A tip that continues from what we pushed before, carried out. Done over after a crash it does nothing twice. */
import type { NetworkAnswer } from '../../git/network-git.ts';
import { pushOntoBranch } from '../../git/push-onto-branch.ts';
import { AppError } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { PushBranchPayload } from '../../words/proposal.ts';
import { inspectPush, withRemote, wordsOf, type PushPlace } from './inspect-push.ts';
import type { PushRules } from './plan-push.ts';
import { planUpdate } from './plan-update.ts';
import type { Applied } from './push-branch.ts';

export interface PushOnto {
  readonly payload: PushBranchPayload;
  readonly from: CommitSha;
}

export async function pushOnto(
  { payload, from }: PushOnto,
  rules: Pick<PushRules, 'defaults' | 'discarded'>,
  place: PushPlace,
): Promise<Applied> {
  const { ref, tip, remote } = payload;
  const where = `${remote}/${ref}`;
  const plan = planUpdate(payload, from, await inspectPush(payload, place), rules);
  if (plan.kind === 'there')
    return { kind: 'applied', outcome: `${where} is there, at ${tip.slice(0, 10)}` };
  if (plan.kind === 'asks') return { kind: 'failed', outcome: plan.why };
  if (plan.kind === 'refused')
    return { kind: 'failed', outcome: plan.why, ...(plan.passing ? { passing: true } : {}) };
  const { address } = plan;
  try {
    const answer = await withRemote(place, address, (repository) =>
      pushOntoBranch({ url: address, from, tip, ref }, repository),
    );
    const after = answer.exitCode === 0 && !answer.cancelled ? tip : null;
    if (after === tip || (await inspectPush(payload, place)).there === tip)
      return { kind: 'applied', outcome: `pushed ${tip.slice(0, 10)} to ${where}` };
    const words = await wordsOf(answer, address, place);
    // What the other side refuses stands in a line of its own; without one it was not reached, or went away.
    return isTurnedDown(answer)
      ? { kind: 'failed', outcome: `${remote} did not take it: ${words}` }
      : { kind: 'failed', outcome: `${remote} was not reached: ${words}`, passing: true };
  } catch (thrown) {
    if (thrown instanceof AppError) return { kind: 'failed', outcome: thrown.message };
    throw thrown;
  }
}

function isTurnedDown({ cancelled, stdout }: NetworkAnswer): boolean {
  return !cancelled && stdout.split('\n').some((line) => line.startsWith('!'));
}
