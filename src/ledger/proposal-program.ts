/**
 * The state machine of a proposal: held → approved → applied or failed. Pure. The caller stores each result before any
 * other step, so that after a crash it is known how far the proposal came.
 */
import { sha256 } from '../platform/hash.ts';
import { canonicalJson } from '../words/canonical-json.ts';
import { AppError, assertNever } from '../words/errors.ts';
import type { Proposal, ProposalDecision } from '../words/proposal.ts';

export type ProposalAct =
  /** `seen`: the hash of the content that the person looked at; `is`: of what is there. */
  | {
      readonly kind: 'approve';
      readonly seen: string;
      readonly is: string;
      readonly said: ProposalDecision;
    }
  | { readonly kind: 'decline'; readonly said: ProposalDecision }
  | { readonly kind: 'retry'; readonly at: string }
  | {
      readonly kind: 'applied' | 'failed';
      readonly outcome: string;
      readonly at: string;
      readonly asks?: boolean;
      readonly again?: string;
    };

/** Throws `refused` for what the state forbids. */
export function moveProposal(proposal: Proposal, act: ProposalAct): Proposal {
  switch (act.kind) {
    case 'approve':
      return approved(proposal, act);
    case 'decline':
      refuseDecided(proposal, 'declined', ['held', 'staged', 'failed']);
      return { ...proposal, state: 'declined', decision: act.said };
    case 'retry':
      refuseDecided(proposal, 'tried again', ['failed', 'approved']);
      return {
        ...proposal,
        state: 'approved',
        applying: { ...tried(proposal, act.at), isRetry: true },
      };
    case 'applied':
    case 'failed': {
      if (proposal.state !== 'approved') return proposal;
      const { tries } = proposal.applying ?? { tries: 1 };
      return {
        ...proposal,
        state: act.kind,
        applying: {
          tries,
          lastAt: act.at,
          outcome: act.outcome,
          ...(act.asks === true && { asks: true }),
          ...(act.again !== undefined && { again: act.again }),
        },
      };
    }
    default:
      return assertNever(act);
  }
}

/** Replaces the content. An approval of the old content does not cover it: the result is held, or staged as it was. */
export function editProposal<Kind extends Proposal>(
  proposal: Kind,
  edit: {
    readonly payload: Kind['payload'];
    readonly hash: string;
    readonly summary: string;
    readonly seen: string;
    readonly by: string;
    readonly at: string;
  },
): Kind {
  refuseDecided(proposal, 'edited', ['held', 'staged', 'failed']);
  if (edit.seen !== proposal.hash) throw changedSince(proposal, edit.seen, proposal.hash);
  const before = {
    payload: proposal.payload,
    hash: proposal.hash,
    editedBy: edit.by,
    at: edit.at,
  };
  return {
    ...proposal,
    state: proposal.state === 'staged' ? 'staged' : 'held',
    payload: edit.payload,
    hash: edit.hash,
    summary: edit.summary,
    versions: [...(proposal.versions ?? []), before],
    decision: null,
  };
}

export function changedSince({ id }: Pick<Proposal, 'id'>, seen: string, is: string): AppError {
  return new AppError('refused', {
    code: 'changed-since',
    message: `${id} has changed since it was looked at: ${seen.slice(0, 12)} was approved, ${is.slice(0, 12)} is there`,
    hint: `Look again: roundsman requests show ${id}`,
  });
}

function approved(proposal: Proposal, act: ProposalAct & { readonly kind: 'approve' }): Proposal {
  const { id, state, hash } = proposal;
  if (state === 'staged') {
    throw new AppError('refused', {
      code: 'only-staged',
      message: `${id} is only staged: its routine shows what it would do and never does it`,
      hint: 'Set outputs.mode to review in the routine to have later ones held.',
    });
  }
  refuseDecided(proposal, 'approved', ['held', 'failed']);
  if (act.is !== hash || act.seen !== hash) throw changedSince(proposal, act.seen, act.is);
  return {
    ...proposal,
    state: 'approved',
    decision: act.said,
    applying: {
      ...tried(proposal, act.said.at),
      ...(proposal.applying?.asks === true && { isAnswer: true }),
    },
  };
}

function tried({ applying }: Proposal, at: string): NonNullable<Proposal['applying']> {
  return { tries: (applying?.tries ?? 0) + 1, lastAt: at, outcome: '' };
}

function refuseDecided(
  proposal: Proposal,
  what: string,
  allowed: readonly Proposal['state'][],
): void {
  const { id, state, decision } = proposal;
  if (allowed.includes(state)) return;
  if (state === 'approved') {
    throw new AppError('refused', {
      code: 'being-applied',
      message: `${id} was approved and is being applied: it cannot be ${what} now`,
      hint: `If that was cut short, continue: roundsman requests retry ${id}`,
    });
  }
  if (state === 'held' || state === 'staged') {
    throw new AppError('refused', {
      code: 'not-approved',
      message: `${id} is ${state}: it is not approved`,
      hint: `Look at it: roundsman requests show ${id}`,
    });
  }
  const who = decision === null ? '' : ` by ${decision.by} on ${decision.at}`;
  const why = decision === null || decision.reason === '' ? '' : ` (${decision.reason})`;
  throw new AppError('refused', {
    code: 'already-decided',
    message: `${id} was ${state}${who}${why}`,
    hint: '',
  });
}

/** What an approval binds: sha256 of type and payload, whatever the order of their keys. */
export function proposalHash(type: Proposal['type'], payload: Proposal['payload']): string {
  return sha256(canonicalJson({ type, payload }));
}
