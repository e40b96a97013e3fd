/**
 * Files an item as an issue: a finding has one for life. Looked for before it is made, by the link that is stored, then by the
 * marker among the issues of our account; and looked for once more where making it got no answer.
 */
import type { OurIssues, Told, TrackedIssue, Tracker } from '../../connectors/tracker.ts';
import { forgeFailureText, type ForgeFailure } from '../../forges/forge-failure.ts';
import { type Item, issueName, type TrackerLink, type TrackerPlace } from '../../words/item.ts';
import type { FileItemProposal } from '../../words/proposal.ts';
import type { Applied } from '../push/push-branch.ts';
import { readMarker, sameIssue, readTied } from './issue-marker.ts';
import { issueOf, partHash, type IssueToBe, ownPartIn } from './issue-text.ts';
import { closingOfOurs, commentOnce } from './our-comments.ts';
import type { TrackerSurroundings } from './surroundings.ts';

export async function fileIssue(
  proposal: FileItemProposal,
  place: TrackerPlace,
  around: TrackerSurroundings,
): Promise<Applied> {
  const { key } = proposal.payload;
  const item = await around.items.read(key);
  if (item === null) return { kind: 'failed', outcome: `the item ${key} is gone from the store` };
  if (item.tracker !== undefined) {
    await openHere(proposal, item.tracker, around);
    return { kind: 'applied', outcome: `${key} is ${issueName(item.tracker)}` };
  }
  const opened = await around.open(place);
  if (opened.kind === 'none') return { kind: 'failed', outcome: opened.why };
  const filing = {
    proposal,
    place,
    around,
    tracker: opened.tracker,
    issue: await issueOf(proposal, around),
  };
  const ours = await opened.tracker.ours();
  if (ours.kind !== 'told') return failedAt(ours, around.clock.now());
  const there = await issueThere(filing, ours.value);
  if (there.kind !== 'told') return failedAt(there, around.clock.now());
  if (there.value !== null) return goOnWith(filing, there.value);
  const full = await whyFull(filing, ours.value);
  if (full !== null) return { kind: 'failed', outcome: full };
  return create(filing);
}

interface Filing {
  readonly proposal: FileItemProposal;
  readonly place: TrackerPlace;
  readonly around: TrackerSurroundings;
  readonly tracker: Tracker;
  readonly issue: IssueToBe;
}

async function create(filing: Filing): Promise<Applied> {
  const { tracker, issue, around, proposal } = filing;
  const made = await tracker.create(issue);
  if (made.kind === 'told') {
    await link(filing, made.value);
    return { kind: 'applied', outcome: `${proposal.payload.key} is ${nameOf(filing, made.value)}` };
  }
  if (made.kind !== 'no-answer') return failedAt(made, around.clock.now());
  const ours = await tracker.ours();
  const found = ours.kind === 'told' ? markedIn(ours.value, issue) : null;
  if (found !== null) return goOnWith(filing, found);
  return failedAt(made, around.clock.now());
}

/** One that an item here is tied to counts however old it is, unless it went elsewhere: its number is another issue's then. */
async function issueThere(filing: Filing, ours: OurIssues): Promise<Told<TrackedIssue | null>> {
  const { proposal, place, around, tracker, issue } = filing;
  const marked = markedIn(ours, issue);
  if (marked !== null) return { kind: 'told', value: marked };
  const { findings } = proposal.payload;
  const ties = (await around.items.list())
    .filter((one) => one.routine === proposal.routine)
    .filter((one) => one.findings.some((each) => findings.includes(each)))
    .flatMap((one) => one.tracker ?? [])
    .filter(({ connection, seen }) => connection === place.connection && isThere(seen));
  // Another name may be that of the same repository, renamed.
  const tied = ties.findLast(({ repository }) => repository === place.repository) ?? ties.at(-1);
  if (tied === undefined) return { kind: 'told', value: null };
  const read = await readTied(tracker, tied);
  if (read.kind === 'missing' || read.kind === 'elsewhere') return { kind: 'told', value: null };
  return read;
}

function isThere({ state }: TrackerLink['seen']): boolean {
  return state === 'open' || state === 'closed';
}

/** Open ones first, then the newest. */
function markedIn({ issues }: OurIssues, { marker }: IssueToBe): TrackedIssue | null {
  const meant = issues.filter(({ body }) => {
    const read = readMarker(body);
    return read !== null && sameIssue(read, marker);
  });
  return meant.find(({ state }) => state === 'open') ?? meant[0] ?? null;
}

/** A repeated proposal means: found again. An issue that people do not want stays closed; one that only expired reopens. */
async function goOnWith(filing: Filing, issue: TrackedIssue): Promise<Applied> {
  const { tracker, proposal, around } = filing;
  const name = nameOf(filing, issue);
  if (issue.state === 'open') {
    await link(filing, issue);
    return { kind: 'applied', outcome: `${name} is there already, and open` };
  }
  const expired = await hasExpired(filing, issue);
  if (expired.kind !== 'told') return failedAt(expired, around.clock.now());
  if (issue.state !== 'completed' && !expired.value) {
    await link(filing, issue);
    return {
      kind: 'applied',
      outcome: `${name} is there already, and stays closed (${issue.state})`,
    };
  }
  const commented = await commentOnce(tracker, {
    act: `again ${proposal.id} ${proposal.hash} ${around.workspace}`,
    number: issue.number,
    text: `Found again by ${proposal.routine}, so it is opened again.`,
    since: proposal.createdAt,
  });
  if (commented.kind !== 'told') return failedAt(commented, around.clock.now());
  const opened = await tracker.change(issue.number, { state: 'open' });
  if (opened.kind !== 'told') return failedAt(opened, around.clock.now());
  await link(filing, opened.value);
  return {
    kind: 'applied',
    outcome: `${name} ${expired.value ? 'had expired' : 'was closed as completed'}, and is open again`,
  };
}

async function hasExpired({ tracker }: Filing, listed: TrackedIssue): Promise<Told<boolean>> {
  if (listed.state !== 'not-planned') return { kind: 'told', value: false };
  const read = await readTied(tracker, listed);
  if (read.kind === 'elsewhere') return { kind: 'told', value: false };
  if (read.kind !== 'told') return read;
  const looked = await closingOfOurs(tracker, read.value);
  return looked.kind === 'told' ? { kind: 'told', value: looked.value.by === 'expire' } : looked;
}

/** Only for proposals that no person reviewed: a person's approval overrides the limit. */
async function whyFull(filing: Filing, { issues }: OurIssues): Promise<string | null> {
  const { proposal, around, issue, place } = filing;
  const stored = await around.runs.read(proposal.run);
  const most = stored?.spec.routine.outputs.fileItem?.maxOpen ?? null;
  if (proposal.decision?.by !== 'roundsman' || most === null) return null;
  const open = issues.filter(({ state, body }) => {
    const marker = state === 'open' ? readMarker(body) : null;
    return marker?.routine === issue.marker.routine && marker.workspace === issue.marker.workspace;
  }).length;
  return open < most
    ? null
    : `outputs.file-item.max-open is ${most}, and ${open} issues of ${proposal.routine} are open at ${place.repository}`;
}

function nameOf({ place }: Filing, { number }: TrackedIssue): string {
  return issueName({ repository: place.repository, number });
}

async function link({ proposal, place, around }: Filing, issue: TrackedIssue): Promise<void> {
  const tracker: TrackerLink = {
    connection: place.connection,
    repository: place.repository,
    number: issue.number,
    url: issue.url,
    nodeId: issue.nodeId,
    title: issue.title,
    bodyHash: partHash(ownPartIn(issue.body)),
    // What became of it before is learned at the next look, as of any other.
    seen: { state: 'open', updatedAt: issue.updatedAt },
    closedBy: null,
    ...(place.expiresMs === undefined ? {} : { expiresMs: place.expiresMs }),
  };
  await openHere(proposal, tracker, around);
}

/** What a person did with the item since stays. */
async function openHere(
  { payload }: FileItemProposal,
  tracker: TrackerLink,
  { items, exclusively }: TrackerSurroundings,
): Promise<void> {
  await exclusively(async () => {
    const item = await items.read(payload.key);
    if (item === null) return;
    const { title, body, findings } = payload;
    const words = item.state === 'open' || item.state === 'closed' ? {} : { title, body, findings };
    const state = item.state === 'closed' ? 'closed' : 'open';
    await items.replace(item, {
      ...item,
      ...words,
      state,
      tracker,
      links: withLink(item, tracker.url),
    });
  });
}

function withLink({ links = [] }: Item, url: string): NonNullable<Item['links']> {
  const isTied = links.some(({ kind, id }) => kind === 'outside' && id === url);
  return isTied ? links : [...links, { kind: 'outside', id: url }];
}

const AGAIN_MS = 5 * 60_000;

/** What a tracker would not or could not do; what may be otherwise later is tried again by itself. */
export function failedAt(failure: ForgeFailure, now: Date): Applied {
  const outcome = forgeFailureText(failure);
  if (failure.kind === 'limited') return { kind: 'failed', outcome, again: failure.until };
  if (failure.kind !== 'no-answer') return { kind: 'failed', outcome };
  return { kind: 'failed', outcome, again: new Date(now.getTime() + AGAIN_MS).toISOString() };
}
