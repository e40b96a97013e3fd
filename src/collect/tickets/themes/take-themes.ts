/**
 * Which group goes on with which theme. Groups are made of what tickets say, without a word on where earlier windows told
 * them; only then each is matched with the past in it. So a theme that is known cannot swallow what is new. Pure.
 */
import type { Point } from './group-vectors.ts';
import type { Group } from './settle-tickets.ts';

/** Of a group's past that has a theme, so much at least must be of the theme that goes on in it. */
const LIKE_ITS_PAST = 0.34;
/** A new group split from a theme when so many of its past tickets, and so much of its past, were told in it. */
const SPLIT_TICKETS = 2;
const SPLIT_PART = 0.5;

/**
 * No theme goes on in two groups, and no group goes on with two. Of a theme that is clearly two by now the larger part
 * keeps the id; of two themes that are one, the one that is more of it. Past points that were not clustered
 * stay with their theme.
 */
export function takeThemes(groups: readonly Group[], past: readonly Point[]): readonly Group[] {
  const masses = groups.map((group) => massesOf(group, past));
  const shares = masses
    .flatMap((byTheme, at) => {
      const all = [...byTheme.values()].reduce((sum, mass) => sum + mass, 0);
      return [...byTheme].flatMap(([theme, mass]) =>
        mass >= all * LIKE_ITS_PAST ? [{ at, theme, mass }] : [],
      );
    })
    .sort((a, b) => b.mass - a.mass || a.theme - b.theme || a.at - b.at);
  const themeOf = new Map<number, number>();
  const taken = new Set<number>();
  for (const { at, theme } of shares)
    if (!themeOf.has(at) && !taken.has(theme)) {
      themeOf.set(at, theme);
      taken.add(theme);
    }
  const clustered = new Set(groups.flatMap((group) => group.past));
  const rest = past.flatMap((_, at) => (clustered.has(at) ? [] : [at]));
  return groups.map((group, at) => {
    const theme = themeOf.get(at) ?? null;
    if (theme === null) return { ...group, splitFrom: originOf(group, masses[at]) };
    const own = rest.filter((point) => past[point]?.home === theme);
    return { ...group, theme, past: [...group.past, ...own] };
  });
}

function massesOf(group: Group, past: readonly Point[]): ReadonlyMap<number, number> {
  const masses = new Map<number, number>();
  for (const point of group.past) {
    const { home, mass } = past[point] ?? { home: null, mass: 0 };
    if (home !== null) masses.set(home, (masses.get(home) ?? 0) + mass);
  }
  return masses;
}

function originOf({ past }: Group, masses: ReadonlyMap<number, number> = new Map()): number | null {
  for (const [theme, mass] of masses)
    if (mass >= SPLIT_TICKETS && mass > past.length * SPLIT_PART) return theme;
  return null;
}
