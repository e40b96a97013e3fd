import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  factKey,
  fileFactCache,
  packSegment,
  readSegment,
} from '../../src/review/file-fact-cache.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const SMALL = { mostBytes: 4_000, smallBytes: 1_000, mostSmall: 3, mostValue: 1_000 };

async function valueOf(folder: string, key: string): Promise<unknown> {
  return (await fileFactCache(folder).read([key])).get(key);
}

describe('the cache of facts', () => {
  it('has nothing before it is written to, and makes its folder', async () => {
    const folder = join(temporaryFolder(), 'cache', 'review');
    expect(await fileFactCache(folder).read(['a'])).toEqual(new Map());
    await fileFactCache(folder).write(new Map([['a', 1]]));
    expect(await valueOf(folder, 'a')).toBe(1);
  });

  it('gives back only what is asked and there, for another process too', async () => {
    const folder = temporaryFolder();
    const facts = new Map<string, unknown>([
      ['one', { list: [1, 'ü', null] }],
      ['two', null],
      ['three', false],
    ]);
    await fileFactCache(folder).write(facts);
    const found = await fileFactCache(folder).read(['two', 'one', 'four']);
    expect(found).toEqual(
      new Map<string, unknown>([
        ['one', { list: [1, 'ü', null] }],
        ['two', null],
      ]),
    );
  });

  it('takes what was written last', async () => {
    const folder = temporaryFolder();
    for (const value of [1, 2, 3]) await fileFactCache(folder).write(new Map([['a', value]]));
    expect(await valueOf(folder, 'a')).toBe(3);
  });

  it('merges small segments, and the newest word still counts', async () => {
    const folder = temporaryFolder();
    const cache = fileFactCache(folder, SMALL);
    for (let turn = 0; turn < 12; turn += 1)
      await cache.write(
        new Map([
          ['last', turn],
          [`turn ${turn}`, turn],
        ]),
      );
    expect(readdirSync(folder).length).toBeLessThanOrEqual(SMALL.mostSmall + 2);
    expect(await valueOf(folder, 'last')).toBe(11);
    expect(await valueOf(folder, 'turn 0')).toBe(0);
  });

  it('lets the oldest go where all are too big', async () => {
    const folder = temporaryFolder();
    const cache = fileFactCache(folder, SMALL);
    for (let turn = 0; turn < 12; turn += 1)
      await cache.write(
        new Map([
          [`a ${turn}`, 'x'.repeat(500)],
          [`b ${turn}`, 'y'.repeat(500)],
        ]),
      );
    const bytes = readdirSync(folder).reduce(
      (sum, name) => sum + readFileSync(join(folder, name)).length,
      0,
    );
    expect(bytes).toBeLessThanOrEqual(SMALL.mostBytes);
    expect(await valueOf(folder, 'a 0')).toBeUndefined();
    expect(await valueOf(folder, 'a 11')).toBe('x'.repeat(500));
  });

  it('passes over what is not worth its place, and what JSON cannot say', async () => {
    const folder = temporaryFolder();
    const facts = new Map<string, unknown>([
      ['long', 'x'.repeat(2_000)],
      ['none', undefined],
      ['kept', 1],
    ]);
    await fileFactCache(folder, SMALL).write(facts);
    expect([...(await fileFactCache(folder).read([...facts.keys()])).keys()]).toEqual(['kept']);
  });

  it('passes over damaged and foreign files, wherever they are cut or changed', async () => {
    const folder = temporaryFolder();
    await fileFactCache(folder).write(
      new Map([
        ['a', 'first'],
        ['b', 'second'],
      ]),
    );
    const [name = ''] = readdirSync(folder);
    const whole = readFileSync(join(folder, name));
    for (let at = 0; at < whole.length; at += 1) {
      writeFileSync(join(folder, name), whole.subarray(0, at));
      const cut = await fileFactCache(folder).read(['a', 'b']);
      for (const [key, value] of cut) expect(value).toBe(key === 'a' ? 'first' : 'second');
      const turned = Buffer.from(whole);
      turned[at] = (turned[at] ?? 0) ^ 0xff;
      writeFileSync(join(folder, name), turned);
      const odd = await fileFactCache(folder).read(['a', 'b']);
      for (const [key, value] of odd) expect(value).toBe(key === 'a' ? 'first' : 'second');
    }
    writeFileSync(join(folder, '000000009-x-5.facts'), 'no segment');
    writeFileSync(join(folder, 'notes.txt'), 'of somebody');
    await fileFactCache(folder).write(new Map([['c', 3]]));
    expect(await valueOf(folder, 'c')).toBe(3);
    expect(readdirSync(folder)).toContain('notes.txt');
  });

  it('loses nothing when several write at once', async () => {
    const folder = temporaryFolder();
    const keys = Array.from({ length: 12 }, (_empty, index) => `key ${index}`);
    await Promise.all(keys.map((key) => fileFactCache(folder).write(new Map([[key, key]]))));
    expect((await fileFactCache(folder).read(keys)).size).toBe(keys.length);
  });

  it('never throws where it cannot write', async () => {
    const folder = join(temporaryFolder(), 'file');
    writeFileSync(folder, 'in the way');
    await fileFactCache(folder).write(new Map([['a', 1]]));
    expect(await fileFactCache(folder).read(['a'])).toEqual(new Map());
  });

  it('gives back whatever was packed', async () => {
    const folder = temporaryFolder();
    const dictionaries = fc.dictionary(fc.string(), fc.jsonValue(), {
      maxKeys: 8,
      noNullPrototype: true,
    });
    await fc.assert(
      fc.asyncProperty(dictionaries, async (facts) => {
        const entries = Object.entries(facts);
        const path = join(folder, 'segment');
        const packed = entries.map(([key, value]) => ({
          key: factKey(key),
          value: Buffer.from(JSON.stringify(value)),
        }));
        writeFileSync(path, packSegment(packed));
        const keys = new Set(entries.map(([key]) => factKey(key)));
        const found = await readSegment({ path, count: entries.length }, keys);
        expect(found.size).toBe(entries.length);
        for (const [key, value] of entries)
          expect(JSON.stringify(found.get(factKey(key)))).toBe(JSON.stringify(value));
      }),
      { numRuns: 40 },
    );
  });
});
