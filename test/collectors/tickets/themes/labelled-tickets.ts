/** Tickets whose theme a person told: two products, two weeks each. */
import { readFileSync } from 'node:fs';

import { z } from 'zod';

import type { UngroupedTicket } from '../../../../src/collectors/tickets/themes/find-themes.ts';

const Line = z.object({
  id: z.string(),
  theme: z.string(),
  title: z.string(),
  body: z.string(),
  createdAt: z.string(),
  author: z.string(),
  labels: z.array(z.string()),
});

export type LabelledTicket = UngroupedTicket & { readonly theme: string };

export const labelledSets = { shop: 'labelled.jsonl', pipelines: 'labelled-hold-out.jsonl' };

export function readLabelled(file: string): readonly LabelledTicket[] {
  const text = readFileSync(new URL(`../../../fixtures/tickets/${file}`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => ({ ...Line.parse(JSON.parse(line)), ...unmarked }));
}

const unmarked = { url: null, source: 'tickets.jsonl:1', late: false, urgent: null };

/** A ticket of a test's own. */
export function ticketOf(id: string, words: Partial<UngroupedTicket> = {}): UngroupedTicket {
  return {
    id,
    title: '',
    body: '',
    createdAt: null,
    author: null,
    labels: [],
    ...unmarked,
    ...words,
  };
}
