/** Gives back the state before a decision: all of it, or nothing where something else was decided since. */
import { undecided } from '../../ledger/finding-verdict.ts';
import type { Change, Decision } from '../../words/decision.ts';
import { AppError, assertNever } from '../../words/errors.ts';
import type { Finding } from '../../words/finding.ts';
import type { Proposal } from '../../words/proposal.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { matchId } from '../../workspace/resolve-id.ts';
import { putMark } from '../marks.ts';
import { hashOf, idOfChange, linkedChanges } from './decision.ts';

/**
 * The newest decision, or the newest of that id; of the id of a thing that was decided on, possibly shortened, only what
 * was decided on that. `null`: there is none that is still known.
 */
export async function findDecision(
  { decisions }: Pick<Workspace, 'decisions'>,
  id: string | null,
): Promise<Decision | null> {
  const newest = (await decisions.read()).filter(stands).toReversed();
  const whole = id === null ? newest[0] : newest.find((one) => one.id === id);
  if (whole !== undefined || id === null) return whole ?? null;
  for (const decision of newest) {
    const match = matchId(decision.changes.map(idOfChange), id);
    if (match.kind === 'one')
      return { ...decision, changes: linkedChanges(decision.changes, match.id) };
  }
  return null;
}

/** Of one person. */
export async function newestDecision(
  { decisions }: Pick<Workspace, 'decisions'>,
  by: string,
): Promise<Decision | null> {
  return (await decisions.read()).findLast((one) => stands(one) && one.by === by) ?? null;
}

function stands({ undone }: Decision): boolean {
  return undone === undefined;
}

/** Throws `refused` where something else was decided since, or what was approved is done outside. */
export async function undoDecision(
  workspace: Workspace,
  decision: Decision,
  by: string,
): Promise<void> {
  const { decisions, locks, open, clock } = workspace;
  const isUndone = new Set(decision.changes.map(idOfChange));
  await locks.ledger(async () => {
    const writes: (() => Promise<void>)[] = [];
    for (const change of decision.changes) writes.push(await restore(workspace, change));
    for (const write of writes) await write();
    await open.forgetSettled();
    const left = (await decisions.read()).map((one) => {
      if (one.id !== decision.id) return one;
      const changes = one.changes.filter((change) => !isUndone.has(idOfChange(change)));
      const undone = { at: clock.now().toISOString(), by };
      return { ...one, changes, ...(changes.length === 0 && { undone }) };
    });
    await decisions.write(left);
  });
}

/** Looks whether it can be given back, and says how. */
async function restore(workspace: Workspace, change: Change): Promise<() => Promise<void>> {
  const { proposals, items, notes, marks } = workspace;
  switch (change.store) {
    case 'findings':
      return restoreFinding(workspace, change);
    case 'proposals': {
      const now = await proposals.read(change.before.id);
      if (now !== null && isDoneOutside(now)) throw doneOutside(now);
      const same = unchanged(change, now);
      return () => proposals.replace(same, change.before);
    }
    case 'items': {
      const same = unchanged(change, await items.read(change.before.key));
      return () => items.replace(same, change.before);
    }
    case 'notes': {
      const same = unchanged(change, await notes.read(change.before.id));
      return () => notes.replace(same, change.before);
    }
    case 'marks':
      unchanged(change, (await marks.read()).get(change.entry) ?? null);
      return () => putMark(workspace, change.entry, change.before);
    default:
      return assertNever(change);
  }
}

/** What a run saw meanwhile stays. */
async function restoreFinding(
  { findings }: Workspace,
  change: Change & { readonly store: 'findings' },
): Promise<() => Promise<void>> {
  const { before, verdict, after } = change;
  const ledger = await findings.read(before.routine);
  const now = ledger.findings.find(({ id }) => id === before.id);
  const back = now === undefined ? null : hashOf(now) === after ? before : since(now, change);
  if (back === null || (verdict === null && back !== before)) throw decidedSince(before.id);
  return async () => {
    const fresh = await findings.read(before.routine);
    const restored = fresh.findings.map((one) => (one.id === before.id ? back : one));
    await findings.replace(fresh, { ...fresh, findings: restored });
  };
}

function since(now: Finding, change: Change & { readonly store: 'findings' }): Finding | null {
  const { before, verdict } = change;
  return verdict === null ? null : undecided(now, { before, verdict });
}

/** What is there now, where it is as the decision left it. */
function unchanged<Kept>(change: Change, now: Kept | null): Kept {
  if (now === null || hashOf(now) !== change.after) throw decidedSince(idOfChange(change));
  return now;
}

function decidedSince(id: string): AppError {
  return new AppError('refused', {
    code: 'decided-since',
    message: `${id} has changed since it was decided on`,
    hint: `See what happened to it: roundsman show ${id}`,
  });
}

function isDoneOutside(proposal: Proposal): boolean {
  if (!['approved', 'applied', 'failed'].includes(proposal.state)) return false;
  switch (proposal.type) {
    case 'file-item':
      return proposal.payload.tracker !== undefined;
    case 'comment':
    case 'update-item':
    case 'close-item':
      return proposal.payload.issue !== undefined;
    case 'push-branch':
    case 'pull-request':
      return true;
    default:
      return assertNever(proposal);
  }
}

function doneOutside({ id, applying }: Proposal): AppError {
  return new AppError('refused', {
    code: 'done-outside',
    message: `${id} was carried out on another system and cannot be undone here: ${applying?.outcome ?? ''}`,
    hint: 'Undo it there.',
  });
}
