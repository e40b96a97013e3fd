import { describe, expect, it } from 'vitest';

import { loadTagger } from '../../../../src/collectors/tickets/themes/find-phrases.ts';
import { nameThemes } from '../../../../src/collectors/tickets/themes/name-themes.ts';
import { readWords } from '../../../../src/collectors/tickets/themes/read-words.ts';
import { loadTerms } from '../../../../src/collectors/tickets/themes/ticket-terms.ts';
import { ticketOf } from './labelled-tickets.ts';

/** The name of one theme, each term of which weighs as much as tickets say it. */
async function nameOf(...titles: readonly string[]): Promise<string> {
  return nameBeside([], titles);
}

async function nameBeside(taken: readonly string[], titles: readonly string[]): Promise<string> {
  const terms = await loadTerms();
  const tickets = readWords(
    titles.map((title, at) => ticketOf(`t${at}`, { title })),
    terms,
  );
  const weights = new Map<string, number>();
  for (const term of tickets.flatMap(({ titleTerms }) => titleTerms))
    if (term !== null) weights.set(term, (weights.get(term) ?? 0) + 1 / titles.length);
  const [name = ''] = nameThemes({
    themes: [{ tickets, weights }],
    taken,
    tag: await loadTagger(),
    terms,
  });
  return name;
}

describe('the name of a theme', () => {
  it('never differs from another by a plural or the order of its words alone', async () => {
    const titles = ['Unknown parcels', 'Parcels unknown since Monday', 'All parcels are unknown'];
    expect(await nameBeside([], titles)).toMatch(/^(?:unknown parcels?|parcels? unknown)$/i);
    expect(await nameBeside(['Unknown parcel'], titles)).not.toMatch(
      /^(?:unknown parcels?|parcels? unknown)$/i,
    );
  });

  it('is what most say, not what a few say at more length', async () => {
    expect(
      await nameOf(
        'Transfer declined',
        'My transfer was declined again',
        'A declined transfer',
        'Why was the transfer declined?',
        'Transfers keep getting declined at weekends',
      ),
    ).toBe('Transfer declined');
  });

  it('has of two tickets what both say', async () => {
    expect(
      await nameOf(
        'account blocked at the american saving bank',
        'why is my account blocked, i bank at chase',
      ),
    ).toBe('Account blocked');
  });

  it('is the first clause of a title where no phrase is left', async () => {
    expect(await nameOf('how do i know if i will be in it, or if it is off?')).toBe(
      'how do i know if i will be in it',
    );
    expect(await nameOf(`how do i know if i will be in it ${'or it is in me '.repeat(9)}`)).toMatch(
      /^how do i know if i will be in it or it .{10,30} …$/,
    );
  });

  it('denies only what the tickets deny', async () => {
    expect(
      await nameOf(
        'No IntelliSense in views',
        'IntelliSense order of columns',
        'IntelliSense icons for tables',
        'Slow IntelliSense',
        'IntelliSense colours',
        'IntelliSense in Spanish',
      ),
    ).not.toMatch(/\bno\b/i);
  });

  it('is one word and what is said of it, where the tickets share no more', async () => {
    expect(
      await nameOf(
        'Virtual card wanted',
        'Is a virtual card free',
        'I have lost the card',
        'Lost card',
        'Card in the ATM',
        'What may a card cost',
        'Card colours',
        'The ATM has my card',
      ),
    ).toMatch(/^Card: (?=.*\bvirtual\b)(?=.*\blost\b)/);
  });

  it('knows terms of two words', async () => {
    expect(
      await nameOf(
        'Is there a dark mode?',
        'Dark mode for the editor',
        'Please add dark mode',
        'Editor too bright',
      ),
    ).toBe('Dark mode');
  });

  it('writes a command word as a word', async () => {
    expect(
      await nameOf('Create report fails', 'CREATE report fails', 'Cannot create report'),
    ).toMatch(/^Create report/);
  });
});
