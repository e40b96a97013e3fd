/** Items of work as a brief tells of them. Pure. */
import type { StandingItem } from '../ledger/item-survey.ts';
import type { ContextSettings } from '../words/context-settings.ts';
import type { Item, ItemStanding, ItemState } from '../words/item.ts';
import { oneLine, stripControls } from '../words/text.ts';
import type { ToldItem } from './brief-context.ts';
import { cutText } from './cut-to-size.ts';

const MAX_BODY = 2_000;
const MAX_LIST = 30;

/** A key that is only set aside, or was given back, is not an item. */
const NO_ITEM = new Set<ItemState>(['reserved', 'released']);

export function toldItems(survey: readonly StandingItem[]): readonly ToldItem[] {
  return survey
    .filter(({ item }) => !NO_ITEM.has(item.state))
    .map(({ item, standing }) => tellItem(item, standing.standing));
}

/** Newest first. */
export function chooseItems(
  items: readonly ToldItem[],
  which: ContextSettings['items'],
): readonly ToldItem[] {
  if (which === 'none') return [];
  return items
    .filter(({ state }) => which === 'all' || state === 'open' || state === 'proposed')
    .toSorted((a, b) => numberOf(b) - numberOf(a));
}

export function tellItem(item: Item, standing: ItemStanding | null): ToldItem {
  const { key, state, routine, createdAt } = item;
  return {
    key,
    state,
    standing,
    title: oneLine(item.title),
    body: cutText(stripControls(item.body), MAX_BODY),
    routine,
    parent: item.parent ?? null,
    files: lines(item.files ?? []),
    findings: lines(item.findings),
    links: lines((item.links ?? []).map(({ kind, id }) => `${kind}:${id}`)),
    createdAt,
  };
}

function lines(texts: readonly string[]): readonly string[] {
  return texts.slice(0, MAX_LIST).map((text) => oneLine(text, 300));
}

function numberOf({ key }: ToldItem): number {
  return Number(key.slice('RM-'.length));
}
