/**
 * Closes issues that had no activity for as long as their routine says, with a comment that says why. An issue that is
 * assigned, planned or commented on stays open. This is not a verdict: the findings stay as they are.
 */
import type { TrackedIssue, Tracker } from '../../connectors/tracker.ts';
import { forgeFailureText } from '../../forges/forge-failure.ts';
import { releaseFindings } from '../../ledger/rewrite-findings.ts';
import { type Item, issueName, type TrackerLink } from '../../words/item.ts';
import { readTied, writeLink } from './issue-marker.ts';
import { commentOnce } from './our-comments.ts';
import type { Learned, TrackedItem, TrackerSurroundings } from './surroundings.ts';

export async function expireIssues(around: TrackerSurroundings): Promise<Learned> {
  const isAny = (await around.items.list()).some((item) => mayExpire(item, around.clock.now()));
  if (!isAny) return { told: [], problems: [] };
  return around.alone(async () => {
    const told: string[] = [];
    const problems: string[] = [];
    const items = await around.items.list();
    for (const item of items) {
      if (!mayExpire(item, around.clock.now())) continue;
      const outcome = await expire(around, item);
      if (outcome !== null) (outcome.kind === 'told' ? told : problems).push(outcome.text);
    }
    return { told, problems };
  });
}

function mayExpire(item: Item, now: Date): item is TrackedItem {
  const { tracker } = item;
  if (item.state !== 'open' || tracker?.expiresMs === undefined || tracker.seen.state !== 'open')
    return false;
  const { seen, keptAt, expiring } = tracker;
  return (
    expiring !== undefined || (keptAt !== seen.updatedAt && isOver(tracker, seen.updatedAt, now))
  );
}

function isOver({ expiresMs = 0 }: TrackerLink, since: string, now: Date): boolean {
  return now.getTime() - Date.parse(since) >= expiresMs;
}

type Outcome = { readonly kind: 'told' | 'problem'; readonly text: string } | null;

async function expire(around: TrackerSurroundings, item: TrackedItem): Promise<Outcome> {
  const { tracker: link } = item;
  const name = issueName(link);
  const problem = (why: string): Outcome => ({
    kind: 'problem',
    text: `${name} could not be expired: ${why}`,
  });
  const opened = await around.open(link);
  if (opened.kind === 'none') return problem(opened.why);
  const { tracker } = opened;
  const read = await readTied(tracker, link);
  // What became of it is learned, not expired.
  if (read.kind === 'missing' || read.kind === 'elsewhere') return null;
  if (read.kind !== 'told') return problem(forgeFailureText(read));
  if (read.value.state !== 'open') return null;
  const touched = await isTouched(tracker, read.value);
  if (touched.kind === 'failed') return problem(touched.why);
  const isYoung =
    link.expiring === undefined && !isOver(link, read.value.updatedAt, around.clock.now());
  if (touched.kind === 'yes' || isYoung) {
    await keep(around, item, {
      updatedAt: read.value.updatedAt,
      isTouched: touched.kind === 'yes',
    });
    return null;
  }
  // Gone on with after a crash, though the comment has touched it.
  const began = link.expiring ?? read.value.updatedAt;
  await writeLink(around, item, { expiring: began });
  const days = expiryDays(link);
  const words = `This issue had no activity for ${days} days, so it is closed (outputs.file-item.expires). Reopen it if it matters.`;
  const act = `expired ${name} ${began} ${around.workspace}`;
  const said = await commentOnce(tracker, {
    act,
    kind: 'expire',
    number: link.number,
    text: words,
    since: began,
  });
  if (said.kind !== 'told') return problem(forgeFailureText(said));
  const closed = await tracker.change(link.number, { state: 'not-planned' });
  if (closed.kind !== 'told') return problem(forgeFailureText(closed));
  await closeExpired(around, item, closed.value.updatedAt);
  return {
    kind: 'told',
    text: `${name} expired: no activity for ${days} days; ${item.key} is dropped`,
  };
}

type Touched = { readonly kind: 'yes' | 'no' } | { readonly kind: 'failed'; readonly why: string };

async function isTouched(tracker: Tracker, issue: TrackedIssue): Promise<Touched> {
  if (issue.isTaken) return { kind: 'yes' };
  if (issue.comments === 0) return { kind: 'no' };
  const [me, comments] = [await tracker.me(), await tracker.comments(issue.number, null)];
  if (me.kind !== 'told') return { kind: 'failed', why: forgeFailureText(me) };
  if (comments.kind !== 'told') return { kind: 'failed', why: forgeFailureText(comments) };
  return { kind: comments.value.some(({ author }) => author !== me.value) ? 'yes' : 'no' };
}

async function keep(
  around: TrackerSurroundings,
  item: TrackedItem,
  { updatedAt, isTouched: isKept }: { readonly updatedAt: string; readonly isTouched: boolean },
): Promise<void> {
  const seen = { ...item.tracker.seen, updatedAt };
  const change = isKept ? { seen, keptAt: updatedAt } : { seen };
  await writeLink(around, item, change, withoutExpiring);
}

const DAY_MS = 86_400_000;
const MOST_EVENTS = 100;

/** The item of an issue that expired, which is closed by now. */
export async function closeExpired(
  around: TrackerSurroundings,
  item: TrackedItem,
  updatedAt: string,
): Promise<void> {
  const at = around.clock.now().toISOString();
  const reason = `${issueName(item.tracker)} was not touched for ${expiryDays(item.tracker)} days`;
  const event = { at, by: 'roundsman', what: `expired: ${reason}` };
  const seen = { state: 'closed', updatedAt } as const;
  await releaseFindings(around, item, { by: 'roundsman', at, reason });
  await writeLink(around, item, { seen, closedBy: 'us' }, (now) =>
    now.state === 'closed'
      ? withoutExpiring(now)
      : {
          ...withoutExpiring(now),
          state: 'closed',
          closed: { how: 'dropped', reason, by: 'roundsman', at, isVerdict: false },
          history: [...(now.history ?? []), event].slice(-MOST_EVENTS),
        },
  );
}

export function expiryDays({ expiresMs = 0 }: TrackerLink): number {
  return Math.round(expiresMs / DAY_MS);
}

export function withoutExpiring(item: Item): Item {
  if (item.tracker === undefined) return item;
  const { expiring: _over, ...tracker } = item.tracker;
  return { ...item, tracker };
}
