/** An approved act on an item that has an issue: there first, then here. Done over after a crash it does nothing twice. */
import { assertNever } from '../../domain/errors.ts';
import type {
  CloseItemProposal,
  CommentProposal,
  ItemActProposal,
  UpdateItemProposal,
} from '../../domain/proposal.ts';
import { oneLine, stripControls } from '../../domain/text.ts';
import {
  issueTitle,
  neutralised,
  ownPart,
  ownPartIn,
  withOwnPart,
} from '../../domain/trackers/issue-text.ts';
import {
  issueName,
  type TrackedIssueRef,
  type TrackerLink,
} from '../../domain/trackers/tracker-link.ts';
import { changedItem, doneWords } from '../propose/change-item-here.ts';
import type { Applied } from '../push/push-branch.ts';
import { commentOnce } from './comment-once.ts';
import type { Told, TrackedIssue, Tracker } from './contract.ts';
import { failedAt } from './failed-at.ts';
import { partHash } from './issue-of.ts';
import type { TrackerSurroundings } from './surroundings.ts';

/** What is different of the link afterwards. */
type Changed =
  | { readonly kind: 'changed'; readonly link: Partial<TrackerLink>; readonly told: string }
  | { readonly kind: 'stopped'; readonly applied: Applied };

export async function changeIssue(
  proposal: ItemActProposal,
  ref: TrackedIssueRef,
  around: TrackerSurroundings,
): Promise<Applied> {
  const item = await around.items.read(proposal.payload.item);
  if (item?.tracker === undefined || item.tracker.number !== ref.number)
    return {
      kind: 'failed',
      outcome: `${proposal.payload.item} is not tied to ${issueName(ref)} any more`,
    };
  const opened = await around.open(ref);
  if (opened.kind === 'none') return { kind: 'failed', outcome: opened.why };
  const asked = { proposal, ref, around, tracker: opened.tracker, link: item.tracker };
  const changed = await change(asked);
  if (changed.kind === 'stopped') return changed.applied;
  await changeHere(asked, changed.link);
  return { kind: 'applied', outcome: `${doneWords(proposal)}: ${changed.told}` };
}

interface Asked<Kind = ItemActProposal> {
  readonly proposal: Kind;
  readonly ref: TrackedIssueRef;
  readonly around: TrackerSurroundings;
  readonly tracker: Tracker;
  readonly link: TrackerLink;
}

async function change(asked: Asked): Promise<Changed> {
  const { proposal } = asked;
  switch (proposal.type) {
    case 'comment':
      return comment({ ...asked, proposal });
    case 'update-item':
      return reword({ ...asked, proposal });
    case 'close-item':
      return close({ ...asked, proposal });
    default:
      return assertNever(proposal);
  }
}

/** With room for who says it, which stands behind it. */
const MAX_COMMENT = 30_000;

async function comment(asked: Asked<CommentProposal>): Promise<Changed> {
  const { proposal, ref } = asked;
  const { keptApart } = await import('../../reports/keep-apart.ts');
  const words = neutralised(stripControls(proposal.payload.body)).trim().slice(0, MAX_COMMENT);
  const made = await say(
    asked,
    `${keptApart(words)}\n\n---\nFrom ${proposal.routine}, by Roundsman.`,
  );
  if (made.kind !== 'told') return stopped(asked, made);
  return { kind: 'changed', link: {}, told: issueName(ref) };
}

/** Only our part, and only what is still as we wrote it: a person's words are not written over unasked. */
async function reword(asked: Asked<UpdateItemProposal>): Promise<Changed> {
  const { proposal, tracker, link, ref } = asked;
  const read = await readNow(asked);
  if (read.kind !== 'told') return stopped(asked, read);
  const issue = read.value;
  const { applying } = proposal;
  const isAskedAgain = (applying?.tries ?? 1) > 1 && applying?.isRetry !== true;
  const body = proposal.payload.body;
  const origin = `${proposal.routine}, item ${proposal.payload.item}`;
  const { keptApart } = await import('../../reports/keep-apart.ts');
  const part = body === null ? null : ownPart({ title: '', body, findings: [], origin }, keptApart);
  const title = proposal.payload.title === null ? null : issueTitle(proposal.payload.title);
  const now = ownPartIn(issue.body);
  const foreign = [
    ...(title !== null && issue.title !== title && issue.title !== link.title ? ['its title'] : []),
    ...(part !== null && now !== part && partHash(now) !== link.bodyHash
      ? ['our part of its text']
      : []),
  ];
  if (foreign.length > 0 && !isAskedAgain) {
    const outcome = `${issueName(ref)}: somebody changed ${foreign.join(' and ')} since; approve it again to write over that, or decline it`;
    return { kind: 'stopped', applied: { kind: 'failed', outcome, asks: true } };
  }
  const made = await tracker.change(ref.number, {
    ...(title === null ? {} : { title }),
    ...(part === null ? {} : { body: withOwnPart(issue.body, part) }),
  });
  if (made.kind !== 'told') return stopped(asked, made);
  const after = ownPartIn(made.value.body);
  return {
    kind: 'changed',
    link: { title: made.value.title, ...(part === null ? {} : { bodyHash: partHash(after) }) },
    told: issueName(ref),
  };
}

const STATES = { done: 'completed', dropped: 'not-planned', duplicate: 'duplicate' } as const;

async function close(asked: Asked<CloseItemProposal>): Promise<Changed> {
  const { proposal, tracker, ref } = asked;
  const { how, reason } = proposal.payload;
  const read = await readNow(asked);
  if (read.kind !== 'told') return stopped(asked, read);
  const said = await say(asked, `Closed as ${how}: ${oneLine(neutralised(reason), 1_000)}`);
  if (said.kind !== 'told') return stopped(asked, said);
  if (read.value.state === 'open') {
    const closed = await tracker.change(ref.number, { state: STATES[how] });
    if (closed.kind !== 'told') return stopped(asked, closed);
  }
  const { updatedAt } = read.value;
  return {
    kind: 'changed',
    link: { closedBy: 'us', seen: { state: 'closed', updatedAt, etag: null } },
    told: issueName(ref),
  };
}

function say({ proposal, tracker, ref, around }: Asked, text: string) {
  return commentOnce(tracker, {
    act: `${proposal.id} ${proposal.hash} ${around.workspace}`,
    number: ref.number,
    text,
    since: proposal.createdAt,
  });
}

async function readNow({ tracker, ref }: Asked): Promise<Told<TrackedIssue>> {
  const read = await tracker.read(ref.number, null);
  if (read.kind !== 'told') return read;
  const issue = read.value;
  if (issue === 'same') return { kind: 'no-answer', why: 'it tells nothing of the issue' };
  const isElsewhere =
    issue.number !== ref.number || issue.repository.toLowerCase() !== ref.repository.toLowerCase();
  if (!isElsewhere) return { kind: 'told', value: issue };
  return { kind: 'missing', why: `${issueName(ref)} is ${issueName(issue)} now` };
}

function stopped(
  { around }: Asked,
  failure: Exclude<Told<unknown>, { readonly kind: 'told' }>,
): Changed {
  return { kind: 'stopped', applied: failedAt(failure, around.clock.now()) };
}

async function changeHere(
  { proposal, around }: Asked,
  change: Partial<TrackerLink>,
): Promise<void> {
  const { items, exclusively, clock } = around;
  await exclusively(async () => {
    const item = await items.read(proposal.payload.item);
    if (item?.tracker === undefined) return;
    const mark = `(${proposal.id})`;
    const isDone = item.history?.some(({ what }) => what.endsWith(mark)) === true;
    const told = isDone
      ? item
      : changedItem(item, proposal, { at: clock.now().toISOString(), mark });
    await items.write({ ...told, tracker: { ...item.tracker, ...change } });
  });
}
