/** A person's yes or no to what runs propose. */
import { AppError } from '../domain/errors.ts';
import { shortIdOf } from '../domain/ids.ts';
import type { Proposal } from '../domain/proposal.ts';
import { decideProposal, type Decision } from '../review/decide-proposal.ts';
import { ledgerLock } from '../store/files/ledger-lock.ts';
import type { Workspace } from './contract.ts';
import { findRun } from './find-run.ts';
import { resolveId } from './resolve-id.ts';

export interface ProposalDecisionRequest {
  /** Proposals as typed; with `wholeRuns`, runs. */
  readonly words: readonly string[];
  readonly wholeRuns: boolean;
  readonly kind: Decision['kind'];
  readonly reason: string;
  readonly by: string;
}

/**
 * Decides none when one of the words is not known; else one after the other. Each is decided with the content
 * that was there when this began: what changes in between is refused.
 */
export async function decideProposals(
  workspace: Workspace,
  request: ProposalDecisionRequest,
): Promise<readonly Proposal[]> {
  const known = await workspace.proposals.list();
  const wanted = request.wholeRuns
    ? await heldOfRuns(workspace, known, request.words)
    : namedProposals(known, request.words);
  const decided: Proposal[] = [];
  for (const { id, hash } of wanted) {
    const { proposals, items, findings } = workspace;
    const { kind, reason, by } = request;
    decided.push(
      await decideProposal({
        proposals,
        items,
        findings,
        exclusively: ledgerLock(workspace.location.stateDir, workspace.clock),
        id,
        decision: kind === 'approve' ? { kind, hash, reason } : { kind, reason },
        by,
        at: workspace.clock.now().toISOString(),
      }),
    );
  }
  return decided;
}

function namedProposals(known: readonly Proposal[], words: readonly string[]): readonly Proposal[] {
  const ids = known.map((one) => one.id);
  const wanted = new Set(
    words.map((text) => {
      const typed = /^p-/i.test(text) ? text : `P-${text}`;
      return resolveId({ noun: 'proposal', ids, text: typed, listedBy: 'roundsman outbox --all' });
    }),
  );
  return known.filter((one) => wanted.has(one.id));
}

async function heldOfRuns(
  workspace: Workspace,
  known: readonly Proposal[],
  words: readonly string[],
): Promise<readonly Proposal[]> {
  const wanted = new Map<string, Proposal>();
  for (const text of new Set(words)) {
    const { whose, held } = await heldOf(workspace, known, text);
    if (held.length === 0) {
      throw new AppError('not-found', {
        code: 'nothing-held',
        message: `${whose} has no proposal that waits`,
        hint: '`roundsman outbox --all` shows what was decided.',
      });
    }
    for (const one of held) wanted.set(one.id, one);
  }
  return [...wanted.values()];
}

/** A routine stands for all of its runs: what waits is often from a night before the newest. */
async function heldOf(
  workspace: Workspace,
  known: readonly Proposal[],
  text: string,
): Promise<{ readonly whose: string; readonly held: readonly Proposal[] }> {
  const waiting = known.filter(({ state }) => state === 'held');
  const run = await findRun(workspace, text);
  if (run.routine === text)
    return { whose: text, held: waiting.filter(({ routine }) => routine === text) };
  return {
    whose: `run ${shortIdOf(run.id)} of ${run.routine}`,
    held: waiting.filter((one) => one.run === run.id),
  };
}
