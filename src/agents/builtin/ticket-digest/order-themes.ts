/** Which theme a reader sees first. Pure. */
import type { DigestTheme } from './digest-theme.ts';
import { isSetAside } from './theme-standing.ts';

/** Urgent, then new and growing, then size; what people set aside and other requests at the end. */
export function orderThemes(
  themes: readonly DigestTheme[],
  firstTime: boolean,
): readonly DigestTheme[] {
  return themes.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      b.urgent.length - a.urgent.length ||
      moves(a, firstTime) - moves(b, firstTime) ||
      b.tickets.length - a.tickets.length ||
      (a.theme.name < b.theme.name ? -1 : 1),
  );
}

function rank({ other, standing }: DigestTheme): number {
  if (other) return 2;
  return isSetAside(standing) ? 1 : 0;
}

/** 0 for what is new or growing: it goes first. */
function moves({ theme }: DigestTheme, firstTime: boolean): number {
  return !firstTime && (theme.trend === 'new' || theme.trend === 'growing') ? 0 : 1;
}
