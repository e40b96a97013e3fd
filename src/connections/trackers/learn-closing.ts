/**
 * Learns from a closed issue of ours: closing as not planned dismisses its findings, closing as completed closes the item
 * alone. A bot closes the item alone, whatever reason it gives: only people give verdicts.
 */
import type { IssueComment, TrackedIssue } from '../../connectors/tracker.ts';
import { forgeFailureText } from '../../forges/forge-failure.ts';
import { carries } from '../../ledger/finding-history.ts';
import { withVerdict } from '../../ledger/finding-verdict.ts';
import { releaseFindings, rewriteFindings } from '../../ledger/rewrite-findings.ts';
import type { Item, ItemClosing } from '../../words/item.ts';
import { oneLine, plural } from '../../words/text.ts';
import { issueName } from '../../words/tracker-link.ts';
import { closeExpired, withoutExpiring } from './expire-issues.ts';
import { actOfOurs } from './issue-marker.ts';
import { writeLink } from './item-link.ts';
import { closingOfOurs } from './our-comments.ts';
import { seenNow, type Learned, type Learning } from './surroundings.ts';

const MAX_QUOTE = 500;
const MOST_EVENTS = 100;

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
