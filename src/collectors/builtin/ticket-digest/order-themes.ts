/** Which theme a reader sees first. Pure. */
import type { DigestTheme } from './digest-theme.ts';
import { isSetAside } from './theme-standing.ts';

/** What doubled or is new and urgent, then urgent, new and growing, then size; what people set aside and other requests at the end. */
export function orderThemes(
  themes: readonly DigestTheme[],
  firstTime: boolean,
): readonly DigestTheme[] {
  return themes.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      surges(a, firstTime) - surges(b, firstTime) ||
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

/** 0 for what doubled since the window before, by the numbers that are shown, or is new and urgent. */
function surges({ theme, tickets, urgent }: DigestTheme, firstTime: boolean): number {
  if (firstTime) return 1;
  const { trend, previous } = theme;
  const doubled = trend === 'growing' && previous !== null && tickets.length >= 2 * previous;
  return doubled || (trend === 'new' && urgent.length > 0) ? 0 : 1;
}

/** 0 for what is new or growing: it goes first. */
function moves({ theme }: DigestTheme, firstTime: boolean): number {
  return !firstTime && (theme.trend === 'new' || theme.trend === 'growing') ? 0 : 1;
}
