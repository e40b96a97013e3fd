import { describe, expect, it } from 'vitest';

import { themeFingerprint, themesWorthAnItem } from '../../src/words/facts.ts';
import { newTheme, theme, ticket, ticketsFacts } from '../kit/ticket-facts.ts';

const ids = (count: number, from: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(from + index));

describe('themes worth an item', () => {
  const themes = [
    newTheme('New and large', ids(5, 10)),
    newTheme('New and small', ids(4, 20)),
    theme('Grown', ids(3, 30), { trend: 'growing', previous: 1 }),
    theme('Two after one', ids(2, 40), { trend: 'growing', previous: 1 }),
    theme('Back and small', ids(4, 90), { trend: 'growing', previous: 0 }),
    theme('Back and large', ids(5, 95), { trend: 'growing', previous: 0 }),
    theme('Steady', ids(30, 50)),
    theme('Urgent', ['1'], { trend: 'shrinking', previous: 9 }),
  ];
  const items = [...themes.flatMap(({ tickets }) => tickets), 'alone'].map((id) =>
    ticket({ id, urgent: id === '1' || id === 'alone' ? 'asap' : null }),
  );
  const namesOf = (firstTime: boolean): readonly string[] =>
    themesWorthAnItem(ticketsFacts({ items, themes, firstTime })).map(({ name }) => name);

  it('are the urgent ones, the large ones that are new or back, and those that grow', () => {
    expect(namesOf(false)).toStrictEqual(['New and large', 'Grown', 'Back and large', 'Urgent']);
  });

  it('are the urgent ones alone in a first digest, in which all is new', () => {
    expect(namesOf(true)).toStrictEqual(['Urgent']);
  });

  it('are named by their ids', () => {
    expect(themeFingerprint({ id: 't-1234abcd' })).toBe('theme:t-1234abcd');
  });
});
