// One round of ticket-digest.mjs in a process of its own, so that its memory is its own. Prints one JSON document.
import { tmpdir } from 'node:os';

import { collectTickets } from '../.build/modules/collectors/tickets/collect-tickets.js';
import { findThemes } from '../.build/modules/collectors/tickets/themes/find-themes.js';
import { readWords } from '../.build/modules/collectors/tickets/themes/read-words.js';
import { loadTerms } from '../.build/modules/collectors/tickets/themes/ticket-terms.js';

const [path] = process.argv.slice(2);

async function timed(work) {
  const started = performance.now();
  const value = await work();
  return { value, took: performance.now() - started };
}

const collected = await timed(() =>
  collectTickets({
    rule: {
      kind: 'tickets',
      path,
      format: 'auto',
      items: null,
      fields: {},
      mask: ['email', 'phone', 'card'],
      max: 20_000,
    },
    root: null,
    home: null,
    memory: null,
    timezone: 'UTC',
    repository: tmpdir(),
    base: '0'.repeat(40),
    window: { from: null, to: '2026-12-01T00:00:00.000Z', uncovered: null },
    now: new Date('2026-12-01T00:00:00.000Z'),
    gitEnv: {},
    cacheFolder: tmpdir(),
    command: { worktree: async () => tmpdir(), env: {} },
    progress: () => undefined,
  }),
);
const memory = process.resourceUsage().maxRSS / 1_024;
const tickets = collected.value.items;
const terms = await loadTerms();
const tokenised = await timed(async () => readWords(tickets, terms));
const grouped = await timed(() => findThemes({ tickets, known: [], date: '2026-12-01' }));
if (grouped.value.themes.flatMap((theme) => theme.tickets).length !== tickets.length)
  throw new Error('a ticket was lost or doubled');
console.log(
  JSON.stringify({
    collecting: collected.took,
    tokenising: tokenised.took,
    grouping: grouped.took,
    memory,
    themes: collected.value.themes.length,
  }),
);
