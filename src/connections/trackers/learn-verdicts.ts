/**
 * What people did with our issues is learned: closing one is a verdict. One listing tells what changed; only that is looked at.
 * What we closed ourselves is not a verdict. Safe to repeat.
 */
import type { TrackedIssue, Tracker, IssueComment } from '../../connectors/tracker.ts';
import { forgeFailureText } from '../../forges/forge-failure.ts';
import { carries, reopened, withVerdict } from '../../ledger/finding-verdict.ts';
import { rewriteFindings, releaseFindings } from '../../ledger/rewrite-findings.ts';
import { groupBy } from '../../words/group-by.ts';
import { type Item, issueName, type TrackerLink, type ItemClosing } from '../../words/item.ts';
import { oneLine, plural } from '../../words/text.ts';
import { withoutExpiring, closeExpired } from './expire-issues.ts';
import { readTied, writeLink, actOfOurs } from './issue-marker.ts';
import { closingOfOurs } from './our-comments.ts';
import {
  seenNow,
  type Learned,
  type Learning,
  type TrackedItem,
  type TrackerSurroundings,
} from './surroundings.ts';

const MOST_EVENTS = 100;

/** @param wanted which items; default: all */
export async function learnVerdicts(
  around: TrackerSurroundings,
  wanted: (item: Item) => boolean = () => true,
): Promise<Learned> {
  const isAny = (await around.items.list()).some((item) => isFollowed(item) && wanted(item));
  if (!isAny) return { told: [], problems: [] };
  return around.alone(async () => {
    const items = (await around.items.list()).filter(isFollowed).filter(wanted);
    const told: string[] = [];
    const problems: string[] = [];
    for (const group of groupBy(items, placeOf).values()) {
      const learned = await learnAt(around, group);
      told.push(...learned.told);
      problems.push(...learned.problems);
    }
    return { told, problems };
  });
}

function isFollowed(item: Item): item is TrackedItem {
  const state = item.tracker?.seen.state;
  return state === 'open' || state === 'closed';
}

function placeOf({ tracker: { connection, repository } }: TrackedItem): string {
  return `${connection} ${repository}`;
}

async function learnAt(
  around: TrackerSurroundings,
  items: readonly TrackedItem[],
): Promise<Learned> {
  const [first] = items;
  if (first === undefined) return { told: [], problems: [] };
  const { connection, repository } = first.tracker;
  const cannot = (why: string): Learned => ({
    told: [],
    problems: [
      `what people did with issues of ${repository} (${connection}) was not learned: ${why}`,
    ],
  });
  const opened = await around.open(first.tracker);
  if (opened.kind === 'none') return cannot(opened.why);
  const ours = await opened.tracker.ours();
  if (ours.kind !== 'told') return cannot(forgeFailureText(ours));
  const listed = new Map(ours.value.issues.map((issue) => [issue.number, issue]));
  const told: string[] = [];
  const problems: string[] = [];
  for (const item of items) {
    const issue = listed.get(item.tracker.number);
    const isSame = issue !== undefined && isAsSeen(item.tracker, issue);
    // Closed, and beyond the part of a long list that was read: it is not looked at any more.
    const isOld = issue === undefined && ours.value.more && item.tracker.seen.state === 'closed';
    if (isSame || isOld) continue;
    const learned = await learnOf(around, opened.tracker, item);
    told.push(...learned.told);
    problems.push(...learned.problems);
  }
  return { told, problems };
}

function isAsSeen({ seen }: TrackerLink, issue: TrackedIssue): boolean {
  const state = issue.state === 'open' ? 'open' : 'closed';
  return seen.state === state && seen.updatedAt === issue.updatedAt;
}

async function learnOf(
  around: TrackerSurroundings,
  tracker: Tracker,
  item: TrackedItem,
): Promise<Learned> {
  const { tracker: link } = item;
  const name = issueName(link);
  const read = await readTied(tracker, link);
  if (read.kind === 'missing') {
    await writeLink(around, item, { seen: { ...link.seen, state: 'gone' } });
    return { told: [`${name}, the issue of ${item.key}, is gone: ${read.why}`], problems: [] };
  }
  if (read.kind === 'elsewhere') {
    await writeLink(around, item, { seen: { ...link.seen, state: 'moved' } });
    const now = oneLine(issueName(read.issue), 120);
    return { told: [`${name}, the issue of ${item.key}, was moved to ${now}`], problems: [] };
  }
  if (read.kind !== 'told') return { told: [], problems: [`${name}: ${forgeFailureText(read)}`] };
  const { renamed, told } = await followRenamed(around, item, read.value);
  const learned = await learnState({ around, tracker, item: renamed, issue: read.value });
  return { told: [...told, ...learned.told], problems: learned.problems };
}

/** The repository has another name by now, and is asked by that from then on. */
async function followRenamed(
  around: TrackerSurroundings,
  item: TrackedItem,
  { repository, url }: TrackedIssue,
): Promise<{ readonly renamed: TrackedItem; readonly told: readonly string[] }> {
  const { tracker: link } = item;
  if (repository.toLowerCase() === link.repository.toLowerCase())
    return { renamed: item, told: [] };
  await writeLink(around, item, { repository, url });
  const renamed = { ...item, tracker: { ...link, repository, url } };
  const [before, now] = [issueName(link), oneLine(issueName(renamed.tracker), 120)];
  return {
    renamed,
    told: [`${before}, the issue of ${item.key}, is ${now} since its repository was renamed`],
  };
}

async function learnState(learning: Learning): Promise<Learned> {
  const { around, item, issue } = learning;
  const { state } = item.tracker.seen;
  if (issue.state !== 'open' && state === 'open') return learnClosing(learning);
  if (issue.state === 'open' && state === 'closed') return learnReopening(learning);
  await writeLink(around, item, { seen: seenNow(issue) });
  return { told: [], problems: [] };
}

/** An issue of ours was opened again: so is its item, and what was dismissed by its closing counts again. */
async function learnReopening({ around, item, issue }: Learning): Promise<Learned> {
  const name = issueName(item.tracker);
  const reason = `${name} was opened again`;
  const at = issue.updatedAt;
  const { closed } = item;
  const back = await rewriteFindings(around, (finding) => {
    const { verdict } = finding;
    // Only what that closing dismissed.
    const isIts =
      verdict?.kind === 'dismissed' && verdict.at === closed?.at && verdict.by === closed.by;
    return isIts && carries(item, finding)
      ? reopened(finding, { by: 'tracker', at, reason })
      : finding;
  });
  await writeLink(around, item, { seen: seenNow(issue), closedBy: null }, (linked): Item => {
    const now = withoutExpiring(linked);
    if (now.state !== 'closed') return now;
    const event = { at, by: 'tracker', what: reason };
    const history = [...(now.history ?? []), event].slice(-MOST_EVENTS);
    return { ...now, state: 'open', closed: null, history };
  });
  const what = back === 0 ? '' : `, and ${plural(back, 'finding counts', 'findings count')} again`;
  return { told: [`${reason}: ${item.key} is open${what}`], problems: [] };
}

// Learns from a closed issue of ours: closing as not planned dismisses its findings, closing as completed closes the item
// alone. A bot closes the item alone, whatever reason it gives: only people give verdicts.
const MAX_QUOTE = 500;

export async function learnClosing(learning: Learning): Promise<Learned> {
  const { around, tracker, item, issue } = learning;
  const name = issueName(item.tracker);
  const looked = await closingOfOurs(tracker, issue);
  if (looked.kind !== 'told')
    return {
      told: [],
      problems: [`why ${name} was closed was not learned: ${forgeFailureText(looked)}`],
    };
  const { by, near } = looked.value;
  const seen = seenNow(issue);
  // A closing of ours that was cut short before it was written down: its proposal or its expiry continues.
  if (by === 'expire' && item.tracker.expiresMs !== undefined) {
    await closeExpired(around, item, issue.updatedAt);
    return { told: [`${name} expired; ${item.key} is dropped`], problems: [] };
  }
  if (by !== null) {
    await writeLink(around, item, { seen, closedBy: 'us' });
    return { told: [], problems: [] };
  }
  const closing = closingOf(issue, near, name);
  const isVerdict = closing.how !== 'done' && !issue.isClosedByBot;
  const dismissed = isVerdict ? await dismiss(learning, closing) : 0;
  if (!isVerdict) await releaseFindings(around, item, closing);
  const closedBy = issue.isClosedByBot ? null : 'person';
  await writeLink(around, item, { seen, closedBy }, (now) => closed(withoutExpiring(now), closing));
  const what = issue.isClosedByBot
    ? ', which is not a verdict'
    : dismissed === 0
      ? ''
      : `, and ${plural(dismissed, 'finding')} dismissed`;
  return { told: [`${item.key} is ${closing.how}${what}: ${closing.reason}`], problems: [] };
}

function closingOf(issue: TrackedIssue, near: readonly IssueComment[], name: string): ItemClosing {
  const labels = issue.labels.map((label) => label.toLowerCase());
  const how =
    issue.state === 'duplicate' || labels.includes('duplicate')
      ? 'duplicate'
      : issue.state === 'not-planned' || labels.includes('wontfix')
        ? 'dropped'
        : 'done';
  const words = { done: 'completed', dropped: 'not planned', duplicate: 'a duplicate' }[how];
  const login = oneLine(issue.closedBy ?? 'someone', 60);
  const who = issue.isClosedByBot ? `the bot ${login}` : login;
  const said = near.findLast(
    ({ author, body }) => author === issue.closedBy && actOfOurs(body) === null,
  );
  const quote =
    said === undefined ? '' : `: “${oneLine(said.body, MAX_QUOTE).replaceAll(/[“”]/g, '"')}”`;
  return {
    how,
    reason: `closed as ${words} by ${who} in ${name}${quote}`,
    by: who,
    at: issue.closedAt ?? issue.updatedAt,
    ...(issue.isClosedByBot ? { isVerdict: false as const } : {}),
  };
}

/** What a person said of a finding since then stands. Trackers give the second. */
async function dismiss(
  { around, item }: Learning,
  { reason, by, at }: ItemClosing,
): Promise<number> {
  return rewriteFindings(around, (finding) => {
    if (!carries(item, finding)) return finding;
    const said = finding.verdict;
    if (said !== null && secondOf(said.at) > secondOf(at)) return finding;
    return withVerdict(finding, { kind: 'dismissed', reason, by, at, until: null });
  });
}

function secondOf(at: string): number {
  return Math.floor(Date.parse(at) / 1_000);
}

function closed(item: Item, closing: ItemClosing): Item {
  if (item.state !== 'open') return item;
  const event = { at: closing.at, by: closing.by, what: oneLine(closing.reason, 300) };
  return {
    ...item,
    state: 'closed',
    closed: closing,
    history: [...(item.history ?? []), event].slice(-MOST_EVENTS),
  };
}
