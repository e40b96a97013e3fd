/** One coupling a kind: the strongest, which says how many others there are. */
import type { CouplingKind } from '../../words/review/coupling.ts';
import type { Found } from './looked.ts';

export function strongestOf(found: readonly Found[]): readonly Found[] {
  const byKind = new Map<CouplingKind, Found[]>();
  for (const one of found) {
    const known = byKind.get(one.kind);
    if (known === undefined) byKind.set(one.kind, [one]);
    else known.push(one);
  }
  return [...byKind.values()].flatMap((all) => {
    const sorted = all.toSorted(compare);
    const first = sorted[0];
    if (first === undefined) return [];
    const others = new Set(
      sorted.filter(({ detail }) => detail !== first.detail).map(({ detail }) => detail),
    ).size;
    return [others === 0 ? first : { ...first, detail: `${first.detail} (and ${others} more)` }];
  });
}

function compare(one: Found, other: Found): number {
  return (
    Number(other.binds) - Number(one.binds) ||
    other.strength - one.strength ||
    byText(one.detail, other.detail) ||
    byText(placesOf(one), placesOf(other))
  );
}

function placesOf({ places }: Found): string {
  return places.map(({ path, line }) => `${path}\0${line ?? 0}`).join('\0');
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
