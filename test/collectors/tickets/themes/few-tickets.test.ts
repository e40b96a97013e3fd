import { expect, it } from 'vitest';

import { ticketOf, type LabelledTicket } from './labelled-tickets.ts';
import { simulateDays } from './simulate-days.ts';

/** Day, title, body. */
const TOLD = [
  ['28', 'Router panics on trailing slash', 'Our service panics when a URL ends in a slash.'],
  ['28', 'Panic with trailing slash', 'Panic in router when trailing slash is redirected.'],
  ['28', 'How to set trusted proxies', 'Docs do not say how proxies work behind Cloudflare.'],
  ['28', 'Binding fails for time fields', 'BindJSON returns an error for time fields with zone.'],
  ['28', 'Trailing slash panic again', 'Same crash with trailing slash, 3 servers down'],
  ['29', 'Data loss after upload', 'URGENT data lost in upload'],
  ['30', 'Locked out of account', 'Cannot log in at all'],
] as const;

it('where few were told in all, a ticket is not taken for the only one of the day before', async () => {
  const tickets = TOLD.map(([day, title, body], at): LabelledTicket => ({
    ...ticketOf(`H-${at}`, { title, body, createdAt: `2026-11-${day}T08:00:00Z` }),
    theme: '',
  }));
  const days = await simulateDays(tickets);
  const names = days.slice(1).map(({ found }) => found.themes.map(({ name }) => name));
  expect(names).toEqual([['Data loss'], ['Locked out of account']]);
});
