/** Which group goes on with which theme: the one that holds most of its past. Pure. */
import type { Point } from './group-vectors.ts';
import type { Group } from './settle-tickets.ts';

/**
 * No theme goes on in two groups, and no group goes on with two. Of a theme that is clearly two by now the larger part
 * keeps the id; of two themes that are one, the one that is more of it. Past points that were not clustered
 * stay with their theme.
 */
export function takeThemes(groups: readonly Group[], past: readonly Point[]): readonly Group[] {
  const shares = groups
    .flatMap((group, at) => {
      const masses = new Map<number, number>();
      for (const point of group.past) {
        const { home, mass } = past[point] ?? { home: null, mass: 0 };
        if (home !== null) masses.set(home, (masses.get(home) ?? 0) + mass);
      }
      return [...masses].map(([theme, mass]) => ({ at, theme, mass }));
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
    if (theme === null) return group;
    const own = rest.filter((point) => past[point]?.home === theme);
    return { ...group, theme, past: [...group.past, ...own] };
  });
}
