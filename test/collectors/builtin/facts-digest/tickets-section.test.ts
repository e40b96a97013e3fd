import { describe, expect, it } from 'vitest';

import {
  renderTickets,
  tellTickets,
} from '../../../../src/collectors/builtin/facts-digest/sections.ts';
import { newTheme, theme, ticket, ticketsFacts } from '../../../kit/ticket-facts.ts';

const ids = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `T-${index + 1}`);

describe('tickets in the digest of facts', () => {
  it('are themes with their counts and ids, other requests last', () => {
    const items = [...ids(13), 'a*b'].map((id) =>
      ticket({ id, urgent: id === 'T-2' ? 'asap' : null }),
    );
    const facts = ticketsFacts({
      items,
      truncated: 2,
      themes: [
        newTheme('Fresh <b>', ['T-1', 'T-2']),
        theme('Big', ids(12).slice(2), { previous: 4, trend: 'growing' }),
      ],
    });
    expect(tellTickets(facts)).toBe('16 tickets in 2 themes, 1 urgent');
    expect(renderTickets(facts)).toBe(`\
- Big: 10 tickets, was 4, growing (T-3, T-4, T-5, T-6, T-7, T-8, T-9, T-10 and 2 more)
- Fresh \\<b\\>: 2 tickets, new (T-1, T-2)
- Other requests: 2 tickets (T-13, a\\*b)
- and 2 tickets that wait for the next run`);
  });

  it('say nothing of trends the first time, and count what is beyond twenty themes', () => {
    const themes = ids(22).map((id) => newTheme(`Theme ${id}`, [id]));
    const lines = renderTickets(ticketsFacts({ themes, firstTime: true })).split('\n');
    expect(lines).toHaveLength(21);
    expect(lines[0]).toBe('- Theme T-1: 1 ticket (T-1)');
    expect(lines.at(-1)).toBe('- and 2 more themes with 2 tickets');
  });

  it('do not look calm when records could not be read', () => {
    const problems = [{ source: 'a.csv:2', problem: 'no id' }];
    expect(tellTickets(ticketsFacts({}))).toBe('no tickets');
    expect(tellTickets(ticketsFacts({ problems, moreProblems: 2 }))).toBe(
      'no tickets, 3 records not read, or not wholly',
    );
    expect(renderTickets(ticketsFacts({ problems, moreProblems: 2 }))).toBe(
      '- not read, or not wholly: `a.csv:2`: no id\n- and 2 more records like that',
    );
    expect(tellTickets(ticketsFacts({ items: [ticket({ id: '1' })], problems }))).toBe(
      '1 ticket, 1 record not read, or not wholly',
    );
  });
});
