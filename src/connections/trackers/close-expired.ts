import { releaseFindings } from '../../ledger/rewrite-findings.ts';
import type { Item } from '../../words/item.ts';
import { issueName, type TrackerLink } from '../../words/tracker-link.ts';
import type { TrackedItem } from './learning.ts';
import type { TrackerSurroundings } from './surroundings.ts';
import { writeLink } from './write-link.ts';

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
