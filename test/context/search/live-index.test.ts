import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { answerQuery } from '../../../src/context/search/answer-query.ts';
import type {
  SearchAnswer,
  SearchDocument,
  SearchGap,
  SearchQuery,
  SearchSource,
} from '../../../src/context/search/contract.ts';
import { openLiveIndex, type LiveIndex } from '../../../src/context/search/live-index.ts';
import { openStoredIndex } from '../../../src/context/search/open-search.ts';
import { readSearchQuery } from '../../../src/context/search/read-query.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';
import { routineId } from '../../kit/slots.ts';

type Given = Partial<SearchDocument> & { readonly id: string };

interface Shelf extends SearchSource {
  put(...documents: readonly Given[]): void;
  take(id: string): void;
  gaps: readonly SearchGap[];
  /** Documents that were read for the index. */
  readonly reads: string[];
}

function shelf(): Shelf {
  const documents = new Map<string, SearchDocument>();
  const reads: string[] = [];
  const source: Shelf = {
    kinds: ['report', 'finding'],
    gaps: [],
    reads,
    put: (...given) => {
      for (const one of given) {
        const stamp = `${documents.get(one.id)?.stamp ?? ''}+`;
        documents.set(one.id, {
          kind: 'report',
          stamp,
          title: `Report ${one.id}`,
          text: '',
          at: '2026-11-20T02:00:00.000Z',
          routine: routineId('sweep'),
          label: 'valid',
          ...one,
        });
      }
    },
    take: (id) => void documents.delete(id),
    list: async () => ({
      entries: [...documents.values()].map(({ kind, id, stamp }) => ({ kind, id, stamp })),
      gaps: source.gaps,
    }),
    read: async ({ id }) => {
      reads.push(id);
      return documents.get(id) ?? null;
    },
    text: async ({ id }) => documents.get(id)?.text ?? null,
  };
  return source;
}

const ALL: SearchQuery = { words: '', kinds: [], routine: null, from: null, to: null, limit: 50 };

async function ask(
  index: LiveIndex,
  source: SearchSource,
  query: Partial<SearchQuery>,
): Promise<SearchAnswer> {
  await index.refresh([source]);
  return answerQuery(index, { ...ALL, ...query }, [source]);
}

async function ids(
  index: LiveIndex,
  source: SearchSource,
  words: string,
): Promise<readonly string[]> {
  return (await ask(index, source, { words })).hits.map(({ id }) => id);
}

describe('the search index', () => {
  it('finds words that are whole, begun, parts of names, or have a slip', async () => {
    const [index, source] = [openLiveIndex(null), shelf()];
    source.put(
      { id: 'a', text: 'The callback `parseNoteText` in src/time/zones.ts is flaky.' },
      { id: 'b', text: 'Nothing of note happened, and the configuration is fine.' },
    );
    expect(await ids(index, source, 'flaky')).toEqual(['a']);
    expect(await ids(index, source, 'config')).toEqual(['b']);
    expect(await ids(index, source, 'confguration')).toEqual(['b']);
    expect(await ids(index, source, 'flakyy callbcak')).toEqual(['a']);
    expect(await ids(index, source, 'parseNoteText')).toEqual(['a']);
    expect(await ids(index, source, 'zones.ts')).toEqual(['a']);
    expect(await ids(index, source, 'note')).toEqual(['a', 'b']);
  });

  it('puts titles first, and the newer of equals', async () => {
    const [index, source] = [openLiveIndex(null), shelf()];
    source.put(
      { id: 'old', text: 'redis', at: '2026-11-01T00:00:00.000Z' },
      { id: 'new', text: 'redis', at: '2026-11-21T00:00:00.000Z' },
      { id: 'title', title: 'Redis is down', text: 'nobody knows', at: '2026-10-01T00:00:00.000Z' },
    );
    expect(await ids(index, source, 'redis')).toEqual(['title', 'new', 'old']);
  });

  it('wants all words, and takes what has the most of them where nothing has all', async () => {
    const [index, source] = [openLiveIndex(null), shelf()];
    source.put(
      { id: 'a', text: 'red green' },
      { id: 'b', text: 'red blue' },
      { id: 'c', text: 'x' },
    );
    expect(await ids(index, source, 'red blue')).toEqual(['b']);
    expect(await ids(index, source, 'red green blue')).toEqual(['a', 'b']);
  });

  it('narrows by kind, routine and time', async () => {
    const [index, source] = [openLiveIndex(null), shelf()];
    source.put(
      { id: 'a', text: 'word', kind: 'finding', routine: routineId('other') },
      { id: 'b', text: 'word', at: '2026-11-21T00:00:00.000Z' },
    );
    const found = async (query: Partial<SearchQuery>): Promise<readonly string[]> =>
      (await ask(index, source, { words: 'word', ...query })).hits.map(({ id }) => id);
    expect(await found({ kinds: ['finding'] })).toEqual(['a']);
    expect(await found({ kinds: ['session'] })).toEqual([]);
    expect(await found({ routine: routineId('sweep') })).toEqual(['b']);
    expect(await found({ from: '2026-11-21T00:00:00.000Z' })).toEqual(['b']);
    expect(await found({ to: '2026-11-21T00:00:00.000Z' })).toEqual(['a']);
    expect(await ask(index, source, { words: 'word', limit: 1 })).toMatchObject({
      total: 2,
      documents: 2,
    });
  });

  it('shows one line around the words, and where in it they stand', async () => {
    const [index, source] = [openLiveIndex(null), shelf()];
    const text = `${'before '.repeat(60)}the Flaky\u001b[31m callback\n\nhere ${'after '.repeat(60)}`;
    source.put({ id: 'a', text });
    const [hit] = (await ask(index, source, { words: 'callback flaky' })).hits;
    const { excerpt = '', marks = [] } = hit ?? {};
    expect(excerpt).toContain('the Flaky callback here after');
    expect(excerpt).toMatch(/^….*…$/);
    expect(excerpt.length).toBeLessThan(200);
    expect(marks.map(([from, to]) => excerpt.slice(from, to))).toEqual(['Flaky', 'callback']);
  });

  it('shows the words of Markdown, not its marks', async () => {
    const [index, source] = [openLiveIndex(null), shelf()];
    const table =
      '| a | b |\n| --- | ---: |\n| [H-1](https://x.example/1) | **lost** \\<b\\> `a_b` |';
    source.put({ id: 'a', text: `## Parcels\n\n${table}\n\n\`\`\`js\nlet x = 1;\n\`\`\`\n` });
    const [hit] = (await ask(index, source, { words: 'lost' })).hits;
    expect(hit?.excerpt).toBe('Parcels a · b H-1 · lost <b> a_b let x = 1;');
    expect(hit?.marks).toEqual([[20, 24]]);
  });

  it('reads only what changed, and forgets what is gone', async () => {
    const [index, source] = [openLiveIndex(null), shelf()];
    source.put({ id: 'a', text: 'one' }, { id: 'b', text: 'two' });
    await index.refresh([source]);
    source.put({ id: 'b', text: 'three' });
    source.take('a');
    expect(await index.refresh([source])).toEqual({ added: 1, removed: 1 });
    expect(source.reads).toEqual(['a', 'b', 'b']);
    expect(await ids(index, source, 'one')).toEqual([]);
    expect(await ids(index, source, 'two')).toEqual([]);
    expect(await ids(index, source, 'three')).toEqual(['b']);
    expect(index.size()).toBe(1);
  });

  it('says what it meant when nothing is found, and what could not be searched', async () => {
    const [index, source] = [openLiveIndex(null), shelf()];
    source.put({ id: 'a', text: 'configuration of the daemon' });
    source.gaps = [{ kind: 'finding', why: 'the disk said no' }];
    expect(await ask(index, source, { words: 'kanfiguratoon' })).toMatchObject({
      total: 0,
      suggestion: 'configuration',
      missing: [{ kind: 'finding', why: 'the disk said no' }],
    });
    expect(await ask(index, source, { words: 'zzzzzz', kinds: ['report'] })).toMatchObject({
      suggestion: null,
      missing: [],
    });
    expect((await ask(index, source, { words: '???' })).total).toBe(0);
  });

  it('finds each document by each of its words, and none that was removed', async () => {
    const word = fc.oneof(
      fc.string({
        unit: fc.constantFrom('a', 'b', 'c', 'x', 'y', 'z'),
        minLength: 3,
        maxLength: 7,
      }),
      fc.constantFrom('__proto__', 'constructor', 'toString', 'Zürich', 'src/a_b.ts', 'camelCase'),
    );
    const texts = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(7), async (given, gone) => {
        const [index, source] = [openLiveIndex(null), shelf()];
        for (const [at, words] of given.entries())
          source.put({ id: `d${at}`, title: '', text: words.join(' ') });
        await index.refresh([source]);
        source.take(`d${gone}`);
        await index.refresh([source]);
        for (const [at, words] of given.entries()) {
          for (const one of words) {
            const found = await answerQuery(index, { ...ALL, words: one }, [source]);
            const isThere = found.hits.some(({ id }) => id === `d${at}`);
            expect([one, at, isThere]).toEqual([one, at, at !== gone]);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('stays the same over many small changes as when it is made at once', async () => {
    const [index, source] = [openLiveIndex(null), shelf()];
    for (let at = 0; at < 700; at += 1) {
      source.put({ id: `d${at % 350}`, text: `word${at}z common` });
      if (at % 7 === 0) await index.refresh([source]);
    }
    await index.refresh([source]);
    expect(await ids(index, source, 'word3z')).not.toContain('d3');
    expect(await ids(index, source, 'word353z')).toEqual(['d3']);
    expect((await ask(index, source, { words: 'common' })).total).toBe(350);
    expect(index.size()).toBe(350);
  });

  it('bounds hostile documents and questions', async () => {
    const [index, source] = [openLiveIndex(null), shelf()];
    source.put(
      { id: 'long', text: `${'x'.repeat(1_000_000)} tail` },
      { id: 'odd', title: '\u001b]0;t\u0007<b>', text: '(a+)+$ [[[ \u202e\u0000 <img src=x>' },
      { id: 'many', text: Array.from({ length: 50_000 }, (_, at) => `w${at}`).join(' ') },
    );
    expect(await ids(index, source, '(a+)+$'.repeat(2_000))).toEqual(['odd']);
    expect(await ids(index, source, 'x'.repeat(10_000))).toEqual(['long']);
    expect(await ids(index, source, '__proto__')).toEqual([]);
    const [hit] = (await ask(index, source, { words: 'img' })).hits;
    expect(hit?.title).toBe('<b>');
    expect(hit?.excerpt).toBe('(a+)+$ [[[ <img src=x>');
  });
});

describe('the stored index', () => {
  it('is read back, and continues from where it was', async () => {
    const folder = join(temporaryFolder(), 'search');
    const source = shelf();
    source.put({ id: 'a', text: 'one' }, { id: 'b', text: 'two' });
    const first = await openStoredIndex(folder, '1');
    await first.index.refresh([source]);
    await first.save();
    source.put({ id: 'b', text: 'three' });
    source.reads.length = 0;
    const second = await openStoredIndex(folder, '1');
    expect(await ids(second.index, source, 'one')).toEqual(['a']);
    expect(await ids(second.index, source, 'two')).toEqual([]);
    expect(source.reads).toEqual(['b']);
    await second.save();
    const third = await openStoredIndex(folder, '1');
    expect(await ids(third.index, source, 'three')).toEqual(['b']);
    expect(source.reads).toEqual(['b']);
  });

  it.each([
    ['torn', (bytes: Buffer) => bytes.subarray(0, bytes.length - 3)],
    [
      'changed',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, bytes.length - 1), Buffer.from('!')]),
    ],
    ['foreign', () => Buffer.from('{"form":99}\n')],
    ['empty', () => Buffer.alloc(0)],
  ])('is made again when a file is %s', async (_what, spoil) => {
    const folder = temporaryFolder();
    const source = shelf();
    source.put({ id: 'a', text: 'one' });
    const first = await openStoredIndex(folder, '1');
    await first.index.refresh([source]);
    await first.save();
    const path = join(folder, 'recent.segment');
    writeFileSync(path, spoil(readFileSync(path)));
    const second = await openStoredIndex(folder, '1');
    expect(second.index.size()).toBe(0);
    expect(await ids(second.index, source, 'one')).toEqual(['a']);
  });

  it('is made again by another version', async () => {
    const folder = temporaryFolder();
    const source = shelf();
    source.put({ id: 'a', text: 'one' });
    const first = await openStoredIndex(folder, '1');
    await first.index.refresh([source]);
    await first.save();
    expect((await openStoredIndex(folder, '2')).index.size()).toBe(0);
  });
});

describe('readSearchQuery', () => {
  it('bounds what came from outside', () => {
    expect(readSearchQuery(null)).toBeNull();
    expect(readSearchQuery({ words: 3 })).toBeNull();
    expect(
      readSearchQuery({
        words: 'x'.repeat(10_000),
        kinds: ['report', 'constructor', 7],
        routine: '../x',
        from: '2026-11-01',
        to: {},
        limit: 1e9,
      }),
    ).toEqual({
      words: 'x'.repeat(1_000),
      kinds: ['report'],
      routine: null,
      from: '2026-11-01T00:00:00.000Z',
      to: null,
      limit: 200,
    });
  });
});
