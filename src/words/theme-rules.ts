/** When a theme of tickets is worth a person's time. Pure; the brief and the recipe must judge alike. */
import type { TicketsFacts } from './facts.ts';
import { OTHER_THEME, type TicketTheme } from './ticket.ts';

/** A theme that was not there before is worth an item from this size on. */
export const LARGE_THEME = 5;
/** A growing one from this size on: two after one are no trend. */
const GROWN_THEME = 3;

/** Names a theme's finding; the same from day to day. */
export function themeFingerprint({ id }: Pick<TicketTheme, 'id'>): string {
  return `theme:${id}`;
}

export function isOther({ id }: Pick<TicketTheme, 'id'>): boolean {
  return id === OTHER_THEME.id;
}

/**
 * Themes worth an item of work: urgent ones, large ones that are new or back, and growing ones. In a first digest everything is
 * new, so being new says nothing there.
 */
export function themesWorthAnItem(facts: TicketsFacts): readonly TicketTheme[] {
  const urgent = new Set(facts.items.flatMap((one) => (one.urgent === null ? [] : [one.id])));
  return facts.themes.filter((theme) => {
    if (isOther(theme)) return false;
    if (theme.tickets.some((id) => urgent.has(id))) return true;
    if (facts.firstTime) return false;
    const { trend, tickets, previous } = theme;
    if (trend !== 'new' && trend !== 'growing') return false;
    // What was not there in the window before, new or back after a pause, has to be large.
    return tickets.length >= (previous === null || previous === 0 ? LARGE_THEME : GROWN_THEME);
  });
}
