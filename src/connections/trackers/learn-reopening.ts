/** An issue of ours was opened again: so is its item, and what was dismissed by its closing counts again. */
import { carries } from '../../ledger/carried-findings.ts';
import { reopened } from '../../ledger/finding-verdict.ts';
import type { Item } from '../../words/item.ts';
import { plural } from '../../words/text.ts';
import { issueName } from '../../words/tracker-link.ts';
import { withoutExpiring } from './close-expired.ts';
import { seenNow, type Learned, type Learning } from './learning.ts';
import { rewriteFindings } from './rewrite-findings.ts';
import { writeLink } from './write-link.ts';

const MOST_EVENTS = 100;

export async function learnReopening({ around, item, issue }: Learning): Promise<Learned> {
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
