/**
 * What people did with our issues is learned: closing one is a verdict. One listing tells what changed; only that is looked at.
 * What we closed ourselves is not a verdict. Safe to repeat.
 */
import type { TrackedIssue, Tracker } from '../../connectors/tracker.ts';
import { forgeFailureText } from '../../forges/forge-failure.ts';
import { carries } from '../../ledger/finding-history.ts';
import { reopened } from '../../ledger/finding-verdict.ts';
import { rewriteFindings } from '../../ledger/rewrite-findings.ts';
import { groupBy } from '../../words/group-by.ts';
import type { Item } from '../../words/item.ts';
import { oneLine, plural } from '../../words/text.ts';
import { issueName, type TrackerLink } from '../../words/tracker-link.ts';
import { withoutExpiring } from './expire-issues.ts';
import { readTied, writeLink } from './item-link.ts';
import { learnClosing } from './learn-closing.ts';
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
