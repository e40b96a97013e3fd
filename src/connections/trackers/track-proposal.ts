import type { Told, TrackedIssue, Tracker } from '../../connectors/tracker.ts';
import { releaseFindings } from '../../ledger/rewrite-findings.ts';
import { assertNever } from '../../words/errors.ts';
import { issueName, type TrackedIssueRef, type TrackerLink } from '../../words/item.ts';
import type {
  FileItemProposal,
  ItemActProposal,
  CloseItemProposal,
  CommentProposal,
  UpdateItemProposal,
} from '../../words/proposal.ts';
import { oneLine, stripControls } from '../../words/text.ts';
import type { Applied } from '../push/push-branch.ts';
import { changedItem, formatDone } from '../requests/change-item-here.ts';
import { failedAt, fileIssue } from './file-issue.ts';
import { type ActKind, readTied } from './issue-marker.ts';
import {
  partHash,
  issueTitle,
  neutralised,
  ownPart,
  ownPartIn,
  withOwnPart,
} from './issue-text.ts';
import { commentOnce } from './our-comments.ts';
import type { TrackerSurroundings } from './surroundings.ts';

/** With room for who says it, which stands behind it. */
const MAX_COMMENT = 30_000;

const STATES = { done: 'completed', dropped: 'not-planned', duplicate: 'duplicate' } as const;

/** Carries out what was approved for an issue. Never throws for what a tracker says or does. */
export async function trackProposal(
  proposal: FileItemProposal | ItemActProposal,
  around: TrackerSurroundings,
): Promise<Applied> {
  return around.alone(async () => {
    if (proposal.type !== 'file-item') {
      const { issue } = proposal.payload;
      if (issue === undefined) return { kind: 'failed', outcome: 'it names no issue' };
      return changeIssue(proposal, issue, around);
    }
    const { tracker } = proposal.payload;
    if (tracker === undefined) return { kind: 'failed', outcome: 'it names no tracker' };
    return fileIssue(proposal, tracker, around);
  });
}

/** What is different of the link afterwards. */
type Changed =
  | { readonly kind: 'changed'; readonly link: Partial<TrackerLink>; readonly told: string }
  | { readonly kind: 'stopped'; readonly applied: Applied };

/** An approved act on an item that has an issue: there first, then here. Done over after a crash it does nothing twice. */
async function changeIssue(
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
  const link = item.tracker;
  const opened = await around.open(link);
  if (opened.kind === 'none') return { kind: 'failed', outcome: opened.why };
  const { tracker } = opened;
  const read = await readTied(tracker, link);
  if (read.kind === 'elsewhere') {
    const why = `${issueName(link)} is ${issueName(read.issue)} now`;
    return failedAt({ kind: 'missing', why }, around.clock.now());
  }
  if (read.kind !== 'told') return failedAt(read, around.clock.now());
  const asked = { proposal, around, tracker, link, issue: read.value };
  const changed = await change(asked);
  if (changed.kind === 'stopped') return changed.applied;
  await changeHere(asked, changed.link);
  return { kind: 'applied', outcome: `${formatDone(proposal)}: ${changed.told}` };
}

interface Asked<Kind = ItemActProposal> {
  readonly proposal: Kind;
  readonly around: TrackerSurroundings;
  readonly tracker: Tracker;
  readonly link: TrackerLink;
  /** As it was just now. */
  readonly issue: TrackedIssue;
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

async function comment(asked: Asked<CommentProposal>): Promise<Changed> {
  const { proposal, link } = asked;
  const { keptApart } = await import('../../reports/keep-apart.ts');
  const words = neutralised(stripControls(proposal.payload.body)).trim().slice(0, MAX_COMMENT);
  const made = await say(
    asked,
    `${keptApart(words)}\n\n---\nFrom ${proposal.routine}, by Roundsman.`,
  );
  if (made.kind !== 'told') return stopped(asked, made);
  return { kind: 'changed', link: {}, told: issueName(link) };
}

/** Only our part, and only what is still as we wrote it: a person's words are not written over unasked. */
async function reword(asked: Asked<UpdateItemProposal>): Promise<Changed> {
  const { proposal, tracker, link, issue } = asked;
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
  if (foreign.length > 0 && proposal.applying?.isAnswer !== true) {
    const outcome = `${issueName(link)}: someone changed ${foreign.join(' and ')} since; approve it again to write over that, or decline it`;
    return { kind: 'stopped', applied: { kind: 'failed', outcome, asks: true } };
  }
  const made = await tracker.change(link.number, {
    ...(title === null ? {} : { title }),
    ...(part === null ? {} : { body: withOwnPart(issue.body, part) }),
  });
  if (made.kind !== 'told') return stopped(asked, made);
  const after = ownPartIn(made.value.body);
  return {
    kind: 'changed',
    link: { title: made.value.title, ...(part === null ? {} : { bodyHash: partHash(after) }) },
    told: issueName(link),
  };
}

async function close(asked: Asked<CloseItemProposal>): Promise<Changed> {
  const { proposal, tracker, link, issue, around } = asked;
  const { how, reason } = proposal.payload;
  const words = `Closed as ${how}: ${oneLine(neutralised(reason), 1_000)}`;
  const said = await say(asked, words, 'close');
  if (said.kind !== 'told') return stopped(asked, said);
  if (issue.state === 'open') {
    const closed = await tracker.change(link.number, { state: STATES[how] });
    if (closed.kind !== 'told') return stopped(asked, closed);
  }
  const item = await around.items.read(proposal.payload.item);
  const at = around.clock.now().toISOString();
  if (item !== null) await releaseFindings(around, item, { by: 'roundsman', at, reason: words });
  const { updatedAt } = issue;
  return {
    kind: 'changed',
    link: { closedBy: 'us', seen: { state: 'closed', updatedAt } },
    told: issueName(link),
  };
}

function say({ proposal, tracker, link, around }: Asked, text: string, kind: ActKind = 'act') {
  return commentOnce(tracker, {
    kind,
    act: `${proposal.id} ${proposal.hash} ${around.workspace}`,
    number: link.number,
    text,
    since: proposal.createdAt,
  });
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
    await items.replace(item, { ...told, tracker: { ...item.tracker, ...change } });
  });
}
