import { expect, test } from 'vitest';

import { findNewcomers } from '../../../../src/collectors/tickets/themes/gather-tickets.ts';
import {
  type Point,
  sharedNeighbours,
} from '../../../../src/collectors/tickets/themes/group-vectors.ts';
import { unit, vectorOf } from '../../../../src/collectors/tickets/themes/sparse-vector.ts';
import { demoTickets } from '../../../../src/runtime/setup/demo/tickets.ts';
import { ticketOf } from './labelled-tickets.ts';
import { simulateDays } from './simulate-days.ts';

/** Term 0 is what both troubles have in common; each point has a word of its own too. */
function pointsOf(count: number, topic: number, home: number | null): readonly Point[] {
  return Array.from({ length: count }, () => {
    words += 1;
    const weights = new Map([
      [0, 0.5],
      [topic, 0.8],
      [1_000 + words, 0.5],
    ]);
    return { vector: unit(vectorOf(weights)), mass: 1, home, isTicket: true };
  });
}

let words = 0;
const [KNOWN, FRESH] = [1, 2];

function newcomersOf(past: readonly Point[], today: readonly Point[]): readonly number[] {
  const points = [...past, ...today];
  const alike = sharedNeighbours(points.map(({ vector }) => vector));
  return findNewcomers(points, { alike, before: past.length }).map((one) => one.today.length);
}

test('four tickets with hardly a past break out of the theme that told that past', () => {
  const past = [...pointsOf(30, KNOWN, 0), ...pointsOf(2, FRESH, 0)];
  expect(newcomersOf(past, [...pointsOf(8, KNOWN, null), ...pointsOf(4, FRESH, null)])).toEqual([
    4,
  ]);
});

test('three do not, nor do as many as every day, nor what a theme has always told', () => {
  const today = (count: number) => [...pointsOf(8, KNOWN, null), ...pointsOf(count, FRESH, null)];
  const known = pointsOf(30, KNOWN, 0);
  expect(newcomersOf([...known, ...pointsOf(2, FRESH, 0)], today(3))).toEqual([]);
  expect(newcomersOf([...known, ...pointsOf(12, FRESH, 0)], today(4))).toEqual([]);
  expect(newcomersOf([...known, ...pointsOf(2, FRESH, 1)], today(4))).toEqual([]);
  expect(newcomersOf([], today(4))).toEqual([]);
});

test('a theme that doubles grows, and is not split into itself and what is left of it', async () => {
  const noon = new Date('2026-11-30T12:00:00Z');
  const tickets = demoTickets(noon)
    .trim()
    .split('\n')
    .map((line) => {
      const { id, subject, description, created_at: at } = JSON.parse(line);
      const day = String(at) < '2026-11-29' ? '2026-11-28' : '2026-11-29';
      const words = { title: subject, body: description, createdAt: `${day}T08:00:00Z` };
      return { ...ticketOf(id, words), theme: 'any' };
    });
  const [first, second] = await simulateDays(tickets);
  const [large] = first?.found.themes ?? [];
  expect(large).toMatchObject({ name: 'Unknown parcel', trend: 'new' });
  const again = second?.found.themes.find(({ id }) => id === large?.id);
  expect(again).toMatchObject({ name: 'Unknown parcel', trend: 'growing' });
  expect(again?.tickets.length).toBeGreaterThan(15);
  expect(second?.found.themes.filter(({ splitFrom }) => splitFrom !== undefined)).toEqual([]);
});
