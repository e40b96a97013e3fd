/** Day after day as the collector lives it: each day's tickets against the themes of all days before. */
import {
  findThemes,
  type FoundThemes,
  type KeptTicket,
  type KnownTheme,
} from '../../../../src/collectors/tickets/themes/find-themes.ts';
import type { LabelledTicket } from './labelled-tickets.ts';

export interface SimulatedDay {
  readonly date: string;
  readonly tickets: readonly LabelledTicket[];
  readonly found: FoundThemes;
}

export async function simulateDays(
  tickets: readonly LabelledTicket[],
): Promise<readonly SimulatedDay[]> {
  const dates = [
    ...new Set(tickets.map(({ createdAt }) => createdAt?.slice(0, 10) ?? '')),
  ].toSorted();
  const memory = new Map<string, KnownTheme>();
  let kept: readonly KeptTicket[] = [];
  const days: SimulatedDay[] = [];
  for (const date of dates) {
    const ofDay = tickets.filter(({ createdAt }) => createdAt?.startsWith(date) === true);
    const found = await findThemes({ tickets: ofDay, known: [...memory.values()], kept, date });
    for (const [id, known] of memory) memory.set(id, { ...known, wasLast: false });
    for (const { id, name, signature, firstSeen, tickets: ids } of found.themes)
      memory.set(id, {
        id,
        name,
        signature,
        firstSeen,
        tickets: ids.length,
        lastSeen: date,
        wasLast: true,
      });
    kept = [...keptOf(found), ...kept];
    days.push({ date, tickets: ofDay, found });
  }
  return days;
}

/** What the collector's memory keeps of a window's tickets. */
export function keptOf({ themes, terms }: FoundThemes): readonly KeptTicket[] {
  return themes.flatMap((theme) =>
    theme.tickets.flatMap((id) => {
      const said = terms.get(id);
      return said === undefined ? [] : [{ id, theme: theme.id, terms: said }];
    }),
  );
}

/** For each label: the theme that most of its tickets of the day are in, with how many of them it had. */
export function leadingThemes({ tickets, found }: SimulatedDay): ReadonlyMap<
  string,
  {
    readonly id: string;
    readonly name: string;
    readonly of: number;
    /** The themes that hold as many of them, itself among them. */
    readonly level: readonly string[];
  }
> {
  const home = new Map(found.themes.flatMap((theme) => theme.tickets.map((id) => [id, theme])));
  const labels = [...new Set(tickets.map(({ theme }) => theme))];
  return new Map(
    labels.flatMap((label) => {
      const ofLabel = tickets.filter(({ theme }) => theme === label);
      const counts = new Map<string, number>();
      for (const { id } of ofLabel) {
        const theme = home.get(id)?.id ?? '';
        counts.set(theme, (counts.get(theme) ?? 0) + 1);
      }
      const [leading] = [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      const level = [...counts].flatMap(([id, count]) => (count === leading?.[1] ? [id] : []));
      const theme = found.themes.find(({ id }) => id === leading?.[0]);
      return theme === undefined
        ? []
        : [[label, { id: theme.id, name: theme.name, of: ofLabel.length, level }] as const];
    }),
  );
}
