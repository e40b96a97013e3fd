/** Words and documents that want more than to be found. */
import { describe, expect, it } from 'vitest';

import { answerQuery } from '../../../src/context/search/answer-query.ts';
import type {
  SearchAnswer,
  SearchDocument,
  SearchSource,
} from '../../../src/context/search/contract.ts';
import { openLiveIndex } from '../../../src/context/search/live-index.ts';
import { readSearchQuery } from '../../../src/context/search/read-query.ts';

async function searched(
  texts: Readonly<Record<string, string>>,
  words: unknown,
): Promise<SearchAnswer> {
  const documents = new Map(
    Object.entries(texts).map(([id, text]): [string, SearchDocument] => [
      id,
      {
        kind: 'report',
        id,
        stamp: '1',
        title: id,
        text,
        at: '2026-11-20T00:00:00.000Z',
        routine: null,
        label: null,
      },
    ]),
  );
  const source: SearchSource = {
    kinds: ['report'],
    list: async () => ({ entries: [...documents.values()], gaps: [] }),
    read: async ({ id }) => documents.get(id) ?? null,
    text: async ({ id }) => documents.get(id)?.text ?? null,
  };
  const index = openLiveIndex(null);
  await index.refresh([source]);
  const query = readSearchQuery({ words, kinds: [], limit: 20 });
  if (query === null) throw new Error('that is not a question');
  return answerQuery(index, query, [source]);
}

const idsOf = ({ hits }: SearchAnswer): readonly string[] => hits.map(({ id }) => id);

describe('hostile words', () => {
  it('that are names of what every object has are words like others', async () => {
    const texts = {
      one: 'it sets __proto__ of the prototype',
      two: 'constructor',
      three: 'toString',
    };
    expect(idsOf(await searched(texts, '__proto__'))[0]).toBe('one');
    expect(idsOf(await searched(texts, 'constructor'))).toEqual(['two']);
    expect(idsOf(await searched(texts, 'toString'))).toEqual(['three']);
    expect((await searched({ one: 'nothing of it' }, 'hasOwnProperty')).total).toBe(0);
  });

  it('that look like patterns are not patterns', async () => {
    const texts = { one: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', two: 'a plain word' };
    expect(idsOf(await searched(texts, '(a+)+$'))).toEqual(['two']);
    expect((await searched(texts, '.*')).total).toBe(0);
    expect((await searched(texts, '[')).total).toBe(0);
    // Two words, of which one is near.
    expect(idsOf(await searched(texts, '\\bplain\\b'))).toEqual(['two']);
  });

  it('that are ten thousand characters long are cut', async () => {
    const long = 'x'.repeat(10_000);
    const texts = { one: `${long} end`, two: 'x' };
    expect(idsOf(await searched(texts, long))).toEqual(['one']);
    const many = Array.from({ length: 2_000 }, (_, at) => `w${at}`).join(' ');
    expect(idsOf(await searched({ one: many }, many))).toEqual(['one']);
    expect((await searched(texts, '((((((((('.repeat(1_000))).total).toBe(0);
  });

  it('reach no terminal as they are: neither from a title nor from a text', async () => {
    const red = '\u001b[31mred\u001b[0m \u009b2J \u202ebackwards\u0007';
    const answer = await searched({ [red]: `${red} word` }, '\u001b[31mword');
    // oxlint-disable-next-line no-control-regex -- those that are not to be there
    const controls = /[\u0000-\u001f\u007f-\u009f]/;
    for (const { title, excerpt } of answer.hits) {
      expect(title).not.toMatch(controls);
      expect(excerpt).not.toMatch(controls);
    }
    expect((await searched({ one: 'word' }, '\u001b[31m\u0000')).hits).toEqual([]);
    expect(readSearchQuery({ words: ['a'] })).toBe(null);
  });
});
