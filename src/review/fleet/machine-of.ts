/** Records of landings and discarded branches belong to the machine that made them: its refs are there. */
import type { Fleet } from '../../store/dispatch-port.ts';
import type { Exclusively } from '../../store/ports.ts';
import type { ReviewStores } from '../../store/stores.ts';
import type { CommitSha } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import { refused } from '../landing/place-of-target.ts';

interface Shared {
  readonly fleet: Fleet | null;
  readonly review: Pick<ReviewStores, 'landings' | 'discarded'>;
  readonly locks: { readonly ledger: Exclusively };
}

export function isOfHere(
  { fleet }: Pick<Shared, 'fleet'>,
  { place }: { readonly place?: string },
): boolean {
  return place === undefined || place === fleet?.place;
}

/** What a record that is made here says of it. */
export function placeHere({ fleet }: Pick<Shared, 'fleet'>): { readonly place?: string } {
  return fleet === null ? {} : { place: fleet.place };
}

interface Tip {
  readonly branch: string;
  readonly tip: CommitSha;
}

/**
 * Stores what is about to be done to branches, unless another machine was faster: of two that land or discard the same
 * branch at once, one does. Throws `refused` / `decided-elsewhere`.
 */
export async function claimBranches(
  shared: Shared,
  tips: readonly Tip[],
  store: () => Promise<unknown>,
): Promise<void> {
  if (shared.fleet === null) {
    await store();
    return;
  }
  await shared.locks.ledger(async () => {
    await refuseDecidedElsewhere(shared, tips);
    await store();
  });
}

async function refuseDecidedElsewhere(shared: Shared, tips: readonly Tip[]): Promise<void> {
  const [landings, discarded] = await Promise.all([
    shared.review.landings.list(),
    shared.review.discarded.list(),
  ]);
  const has = (one: Tip): boolean =>
    tips.some(({ branch, tip }) => one.branch === branch && one.tip === tip);
  const landing = landings.findLast(
    (one) =>
      !isOfHere(shared, one) &&
      ['moving', 'landed', 'undoing'].includes(one.state.kind) &&
      one.steps.some(has),
  );
  const gone = discarded.findLast(
    (one) => !isOfHere(shared, one) && one.state !== 'restored' && has(one),
  );
  const found = landing ?? gone;
  if (found === undefined) return;
  const what = landing === undefined ? 'discarded' : `landed on ${oneLine(landing.target, 100)}`;
  const branch = oneLine(landing?.steps.find(has)?.branch ?? gone?.branch ?? '', 200);
  throw refused(
    'decided-elsewhere',
    `${branch} was ${what} on another machine by ${oneLine(found.by, 100)}`,
    'Look again: roundsman review',
  );
}
