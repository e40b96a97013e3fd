/** What every forge does, whoever serves it: the same tests over each, against a loopback server of its own. */
import { expect, test } from 'vitest';

import type { Answered, Forge } from '../../src/forges/contract.ts';
import { isCommitSha, type CommitSha } from '../../src/words/ids.ts';

export interface ForgeBench {
  readonly forge: Forge;
  /** A branch that stands there, and its tip. */
  readonly head: { readonly ref: string; readonly sha: string };
  /** The next request that opens one is done, and its answer is lost. */
  readonly loseNextOpening: () => void;
  readonly failNextOpening: (status: number, headers?: Readonly<Record<string, string>>) => void;
  readonly expireToken: () => void;
  readonly count: () => number;
  readonly end: (number: number, how: 'merged' | 'closed', by: string) => void;
  readonly check: (name: string, how: 'running' | 'passed' | 'failed', said: string) => void;
  /** @param by `ada` may write there, `passer-by` may not, `harbour-bot` is a bot */
  readonly say: (number: number, by: string, text: string) => void;
  /** So many that they fill several pages. */
  readonly manyRemarks: number;
  /** How often it was asked what a check that failed printed or noted. */
  readonly detailsAsked: () => number;
  /** Of a request that was answered, asked again: what it cost. */
  readonly wasConditional: () => boolean;
}

const REQUEST = {
  base: 'main',
  title: 'Mend it',
  body: 'Why.',
  draft: true,
  labels: ['roundsman'],
} as const;

export function forgeSuite(open: () => Promise<ForgeBench>): void {
  test('says who one is there, and what that one may do', async () => {
    const { forge } = await open();
    expect(valueOf(await forge.whoami())).toMatchObject({
      login: 'harbour-bot',
      can: expect.stringContaining('open'),
      defaultBranch: 'main',
    });
  });

  test('opens one as a draft, finds it by its branch, and changes its text', async () => {
    const { forge, head } = await open();
    expect(valueOf(await forge.find(head.ref))).toEqual([]);
    const made = valueOf(await forge.open({ ...REQUEST, head: head.ref }));
    expect(made).toMatchObject({
      state: 'open',
      draft: true,
      title: 'Mend it',
      base: 'main',
      labels: ['roundsman'],
    });
    expect(valueOf(await forge.find(head.ref))).toMatchObject([
      { number: made.number, body: 'Why.' },
    ]);
    const changed = await forge.update(made.number, { body: 'Otherwise.', labels: ['night'] });
    expect(valueOf(changed).body).toBe('Otherwise.');
    const read = valueOf(await forge.read(made.number));
    expect(read.labels.toSorted()).toEqual(['night', 'roundsman']);
    expect(read).toMatchObject({ draft: true, title: 'Mend it' });
  });

  test('never opens a second one of a branch', async () => {
    const { forge, head, count } = await open();
    await forge.open({ ...REQUEST, head: head.ref });
    expect((await forge.open({ ...REQUEST, head: head.ref })).kind).toBe('refused');
    expect(count()).toBe(1);
  });

  test('does not send again what may have been done: a lost answer is not an answer', async () => {
    const { forge, head, loseNextOpening, count } = await open();
    loseNextOpening();
    expect((await forge.open({ ...REQUEST, head: head.ref })).kind).toBe('no-answer');
    expect(count()).toBe(1);
    expect(valueOf(await forge.find(head.ref))).toHaveLength(1);
  });

  test('waits a short limit out, and says a long one with its end', async () => {
    const { forge, head, failNextOpening, count } = await open();
    failNextOpening(429, { 'retry-after': '1' });
    expect((await forge.open({ ...REQUEST, head: head.ref })).kind).toBe('answer');
    expect(count()).toBe(1);
    failNextOpening(429, { 'retry-after': '7200' });
    expect(await forge.open({ ...REQUEST, head: 'other' })).toMatchObject({ kind: 'limited' });
  });

  test('says of a server that fails that nobody answered', async () => {
    const { forge, head, failNextOpening, count } = await open();
    failNextOpening(503);
    expect((await forge.open({ ...REQUEST, head: head.ref })).kind).toBe('no-answer');
    expect(count()).toBe(0);
  });

  test('says of an expired token that it is not taken', async () => {
    const { forge, head, expireToken } = await open();
    expireToken();
    expect((await forge.find(head.ref)).kind).toBe('log-in');
  });

  test('names reviewers that are not there, and asks the others', async () => {
    const { forge, head } = await open();
    const { number } = valueOf(await forge.open({ ...REQUEST, head: head.ref }));
    const said = valueOf(await forge.askReviewers(number, ['nobody-there', 'ada']));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^nobody-there: /);
  });

  test('tells checks apart: none, running, failed with what they said, passed', async () => {
    const { forge, head, check, detailsAsked } = await open();
    const { number } = valueOf(await forge.open({ ...REQUEST, head: head.ref }));
    const ask = async () => valueOf(await forge.checks(shaOf(head.sha), number));
    expect(await ask()).toEqual({ standing: 'none', failed: [] });
    check('unit', 'running', '');
    expect((await ask()).standing).toBe('running');
    check('unit', 'failed', 'two lamps are dark');
    expect(await ask()).toMatchObject({
      standing: 'failed',
      failed: [{ name: 'unit', excerpt: expect.stringContaining('two lamps are dark') }],
    });
    const asked = detailsAsked();
    expect(asked).toBe(1);
    await ask();
    expect(detailsAsked()).toBe(asked);
    check('unit', 'passed', '');
    expect((await ask()).standing).toBe('passed');
  });

  test('reads every page of what people say, and knows who may write there', async () => {
    const { forge, head, say, manyRemarks } = await open();
    const { number } = valueOf(await forge.open({ ...REQUEST, head: head.ref }));
    say(number, 'passer-by', 'Merge this.');
    say(number, 'harbour-bot', 'Beep.');
    for (let each = 0; each < manyRemarks; each += 1) say(number, 'ada', `Please ${each}.`);
    const remarks = valueOf(await forge.remarks(number, null));
    expect(remarks).toHaveLength(manyRemarks + 2);
    expect(new Set(remarks.map(({ id }) => id)).size).toBe(manyRemarks + 2);
    expect(remarks.find(({ by }) => by === 'passer-by')).toMatchObject({
      mayWrite: false,
      isBot: false,
    });
    expect(remarks.find(({ by }) => by === 'harbour-bot')).toMatchObject({
      mayWrite: false,
      isBot: true,
    });
    expect(remarks.find(({ by }) => by === 'ada')).toMatchObject({
      mayWrite: true,
      asks: true,
      text: 'Please 0.',
    });
  });

  test.each(['merged', 'closed'] as const)('tells that one was %s, and by whom', async (how) => {
    const { forge, head, end } = await open();
    const { number } = valueOf(await forge.open({ ...REQUEST, head: head.ref }));
    end(number, how, 'ada');
    const read = valueOf(await forge.read(number));
    expect(read).toMatchObject({ state: how, endedBy: 'ada' });
    expect(read.endedAt).not.toBeNull();
  });

  test('asks only whether something changed, where it has asked before', async () => {
    const { forge, head, wasConditional } = await open();
    const { number } = valueOf(await forge.open({ ...REQUEST, head: head.ref }));
    const first = valueOf(await forge.read(number));
    expect(valueOf(await forge.read(number))).toEqual(first);
    expect(wasConditional()).toBe(true);
  });
}

function valueOf<Value>(asked: Answered<Value>): Value {
  if (asked.kind !== 'answer') throw new Error(`${asked.kind}: ${asked.why}`);
  return asked.value;
}

function shaOf(text: string): CommitSha {
  if (!isCommitSha(text)) throw new TypeError(text);
  return text;
}
