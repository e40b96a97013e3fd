/** A person's yes or no to what runs propose; a yes is carried out at once. */
import { decideProposal, type Decision } from '../../ledger/decide-proposal.ts';
import { stateAt } from '../../ledger/finding-life.ts';
import { fingerprintsOf } from '../../ledger/finding-verdict.ts';
import { findRun } from '../../routines/find-run.ts';
import { AppError } from '../../words/errors.ts';
import { idKindOf, shortIdOf } from '../../words/ids.ts';
import type { Proposal } from '../../words/proposal.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { matchId, resolveId } from '../../workspace/resolve-id.ts';
import { applyProposal } from './apply-proposal.ts';

export interface ProposalDecisionRequest {
  /** Proposals as typed; with `wholeRuns`, runs or routines, or none: all that wait. Of `retry` none: all that could not be done. */
  readonly words: readonly string[];
  readonly wholeRuns: boolean;
  readonly kind: Decision['kind'];
  readonly reason: string;
  readonly by: string;
  /** Hashes of what the person looked at, by id, whole or their beginning. Absent: what is there when this begins. */
  readonly seen?: Readonly<Record<string, string>>;
}

/**
 * Decides none when one of the words is not known; else one after the other. Each is decided with the content
 * that was there when this began: what changes in between is refused. What was approved may come back as `failed`.
 */
export async function decideProposals(
  workspace: Workspace,
  request: ProposalDecisionRequest,
): Promise<readonly Proposal[]> {
  const known = await workspace.proposals.list();
  const { words, wholeRuns, kind } = request;
  const wanted = wholeRuns
    ? await wholeHeld(workspace, await heldOfRuns(workspace, known, words), kind)
    : kind === 'retry' && words.length === 0
      ? known.filter(({ state }) => state === 'failed' || state === 'approved')
      : namedProposals(known, await expandNames(workspace, known, words));
  const decided: Proposal[] = [];
  for (const proposal of wanted) decided.push(await decideOne(workspace, proposal, request));
  return decided;
}

/** Whoever approves all that a run asks for leaves out what is set aside for later. */
async function wholeHeld(
  workspace: Workspace,
  held: readonly Proposal[],
  kind: ProposalDecisionRequest['kind'],
): Promise<readonly Proposal[]> {
  return kind === 'approve' ? withoutSnoozed(workspace, held) : held;
}

/** Without those whose findings are all snoozed. */
export async function withoutSnoozed(
  { findings, clock }: Workspace,
  held: readonly Proposal[],
): Promise<readonly Proposal[]> {
  const now = clock.now().toISOString();
  const snoozed = new Set(
    (await findings.listAll())
      .filter((finding) => stateAt(finding, now) === 'snoozed')
      .flatMap(fingerprintsOf),
  );
  const isLater = ({ payload }: Proposal): boolean =>
    'findings' in payload &&
    payload.findings.length > 0 &&
    payload.findings.every((name) => snoozed.has(name));
  return held.filter((one) => !isLater(one));
}

async function decideOne(
  workspace: Workspace,
  { id, hash }: Proposal,
  { kind, reason, by, seen }: ProposalDecisionRequest,
): Promise<Proposal> {
  const { proposals, items, findings, locks, clock } = workspace;
  const looked = seen?.[id];
  const bound =
    looked === undefined || (looked.length >= 8 && hash.startsWith(looked)) ? hash : looked;
  const now = (): string => clock.now().toISOString();
  const decision: Decision =
    kind === 'approve'
      ? { kind, hash: bound, reason }
      : kind === 'decline'
        ? { kind, reason }
        : { kind };
  const core = { proposals, items, exclusively: locks.ledger, id };
  const decided = await decideProposal({ ...core, findings, decision, by, at: now() });
  if (decided.state !== 'approved') return decided;
  const applied = await applyProposal({
    ...core,
    now,
    push: async (one) => {
      // Git is slow to load, and items do without.
      const { pushProposal } = await import('../push/push-proposal.ts');
      const { pushPlace } = await import('./push-place.ts');
      return pushProposal(one, pushPlace(workspace));
    },
    track: async (one) => {
      const { trackProposal } = await import('../trackers/track-proposal.ts');
      const { trackersOf } = await import('../trackers/trackers-of.ts');
      return trackProposal(one, trackersOf(workspace));
    },
    pullRequest: async (one) => {
      const { applyPullRequest } = await import('../pull-requests/apply-pull-request.ts');
      const { pullRequestPlace } = await import('../pull-requests/pull-request-place.ts');
      return applyPullRequest(one, pullRequestPlace(workspace));
    },
  });
  return applied ?? decided;
}

/** One as typed: whole or shortened, with or without `P-`. Throws `not-found`. */
export function findProposal(known: readonly Proposal[], text: string): Proposal {
  const [found] = namedProposals(known, [text]);
  if (found === undefined) throw new TypeError(text);
  return found;
}

/** The run or the finding that requests belong to stands for those that wait. */
async function expandNames(
  { findings }: Pick<Workspace, 'findings'>,
  known: readonly Proposal[],
  words: readonly string[],
): Promise<readonly string[]> {
  const waiting = known.filter(({ state }) => state === 'held');
  const found = words.some((word) => idKindOf(word) === 'finding') ? await findings.listAll() : [];
  return words.flatMap((word) => {
    const ofRun = waiting.filter(
      ({ run }) => shortIdOf(run) === word.toLowerCase() || run === word,
    );
    if (ofRun.length > 0) return ofRun.map(({ id }) => id);
    if (idKindOf(word) !== 'finding') return [word];
    const match = matchId(
      found.map(({ id }) => id),
      word,
    );
    const one = match.kind === 'one' ? found.find(({ id }) => id === match.id) : undefined;
    const names = new Set(one === undefined ? [] : fingerprintsOf(one));
    const ofFinding = waiting.filter((proposal) => isFor(proposal, names));
    if (ofFinding.length > 0) return ofFinding.map(({ id }) => id);
    if (one === undefined) return [word];
    throw new AppError('not-found', {
      code: 'nothing-held',
      message: `${one.id} has no request that waits`,
      hint: `Decide on the finding itself: roundsman accept ${one.id}, or dismiss`,
    });
  });
}

function namedProposals(known: readonly Proposal[], words: readonly string[]): readonly Proposal[] {
  const ids = known.map((one) => one.id);
  const wanted = new Set(
    words.map((text) => {
      const carried = known.find((one) => carries(one, text) && one.state === 'held');
      if (carried !== undefined) return carried.id;
      const isId = /^p-/i.test(text) || idKindOf(text) !== null;
      return resolveId({
        noun: 'request',
        code: 'proposal-unknown',
        ids,
        text: isId ? text : `P-${text}`,
        typed: text,
        routines: known.map(({ routine }) => routine),
        listedBy: 'roundsman requests --all',
        ...(isId ? {} : { instead: 'A branch: roundsman discard, or land' }),
      });
    }),
  );
  return known.filter((one) => wanted.has(one.id));
}

function isFor(proposal: Proposal, fingerprints: ReadonlySet<string>): boolean {
  return (
    proposal.type === 'file-item' &&
    proposal.payload.findings.some((name) => fingerprints.has(name))
  );
}

/** Whether it asks to file the item of that key. */
function carries(proposal: Proposal, text: string): boolean {
  return proposal.type === 'file-item' && proposal.payload.key === text.toUpperCase();
}

async function heldOfRuns(
  workspace: Workspace,
  known: readonly Proposal[],
  words: readonly string[],
): Promise<readonly Proposal[]> {
  if (words.length === 0) {
    const held = known.filter(({ state }) => state === 'held');
    if (held.length === 0) throw nothingHeld('this repository');
    return held;
  }
  const wanted = new Map<string, Proposal>();
  for (const text of new Set(words)) {
    const { whose, held } = await heldOf(workspace, known, text);
    if (held.length === 0) throw nothingHeld(whose);
    for (const one of held) wanted.set(one.id, one);
  }
  return [...wanted.values()];
}

function nothingHeld(whose: string): AppError {
  return new AppError('not-found', {
    code: 'nothing-held',
    message: `${whose} has no request that waits`,
    hint: '`roundsman requests --all` shows what was decided.',
  });
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
