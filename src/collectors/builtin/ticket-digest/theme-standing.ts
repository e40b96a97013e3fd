/** What people and earlier runs made of a theme. */
import type { PriorFinding } from '../../../context/brief.ts';
import type { ItemKey } from '../../../words/ids.ts';

export type ThemeStanding =
  /** A person said that it needs no action, permanently or for a while. */
  | { readonly kind: 'dismissed' | 'snoozed'; readonly reason: string }
  /** An item was filed or proposed earlier. */
  | { readonly kind: 'carried'; readonly item: ItemKey }
  /** This run proposes an item. */
  | { readonly kind: 'proposed'; readonly item: ItemKey }
  /** Worth an item, and this run may file no more. */
  | { readonly kind: 'waits' }
  | { readonly kind: 'open' };

/** `null` if it is not settled. A snooze counts for as long as the ledger has it. */
export function settledTheme(prior: PriorFinding | undefined): ThemeStanding | null {
  if (prior === undefined) return null;
  const reason = prior.verdict?.reason ?? '';
  if (prior.state === 'dismissed') return { kind: 'dismissed', reason };
  if (prior.state === 'snoozed') return { kind: 'snoozed', reason };
  return prior.item === null ? null : { kind: 'carried', item: prior.item };
}

export function isSetAside({ kind }: ThemeStanding): boolean {
  return kind === 'dismissed' || kind === 'snoozed';
}
