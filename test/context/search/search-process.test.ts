import { PassThrough } from 'node:stream';

import { describe, expect, it } from 'vitest';

import {
  openSearchProcess,
  SEARCH_IDLE_MS,
  type SearchProcess,
} from '../../../src/context/search/search-process.ts';
import { isRecord, parseJson } from '../../../src/platform/json.ts';
import type { ProcessEnd, StartedProcess } from '../../../src/platform/start-process.ts';
import { fakeClock, type FakeClock } from '../../kit/fake-clock.ts';

interface Paper {
  readonly process: StartedProcess;
  readonly killed: string[];
  end(change?: Partial<ProcessEnd>): void;
}

/** Answers with what it was asked; whoever asks for `silence` gets none, and `trouble` is refused. */
function paperProcess(): Paper {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const killed: string[] = [];
  let resolve: (end: ProcessEnd) => void = () => undefined;
  const promise = new Promise<ProcessEnd>((settle) => {
    resolve = settle;
  });
  const end: Paper['end'] = (change = {}) =>
    resolve({ exitCode: 0, signal: null, startError: null, ...change });
  stdin.on('data', (chunk) => {
    for (const line of String(chunk).trim().split('\n')) {
      const asked = parseJson(line);
      const query = isRecord(asked) && isRecord(asked['query']) ? asked['query'] : {};
      const number = isRecord(asked) ? asked['number'] : null;
      if (query['words'] === 'silence') continue;
      const said = query['words'] === 'trouble' ? { why: 'no index' } : { answer: query['words'] };
      stdout.write(`no JSON\n${JSON.stringify({ number, ...said })}\n`);
    }
  });
  stdin.on('end', () => end());
  return {
    killed,
    end,
    process: {
      pid: 1,
      stdin,
      stdout,
      stderr: null,
      ended: promise,
      kill: (signal) => {
        killed.push(signal);
        end({ exitCode: null, signal });
      },
      release: () => undefined,
    },
  };
}

function open(): {
  readonly search: SearchProcess;
  readonly started: Paper[];
  readonly clock: FakeClock;
} {
  const started: Paper[] = [];
  const clock = fakeClock();
  const search = openSearchProcess(() => {
    const paper = paperProcess();
    started.push(paper);
    return paper.process;
  }, clock);
  return { search, started, clock };
}

const ask = (words: string): object => ({ words, kinds: [] });

describe('the process that searches for a daemon', () => {
  it('is started at the first question, and answers those that are asked side by side', async () => {
    const { search, started } = open();
    expect(started).toHaveLength(0);
    await expect(search.answer({ words: 7 })).rejects.toThrow('that is not a search');
    expect(started).toHaveLength(0);
    expect(await Promise.all([search.answer(ask('a')), search.answer(ask('b'))])).toEqual([
      'a',
      'b',
    ]);
    expect(started).toHaveLength(1);
    await expect(search.answer(ask('trouble'))).rejects.toThrow(
      'the process that searches gave no answer: no index',
    );
    await search.close();
  });

  it('is ended when nobody has asked for a while, and started again by who asks then', async () => {
    const { search, started, clock } = open();
    await search.answer(ask('a'));
    void clock.pass(SEARCH_IDLE_MS - 1);
    expect(await search.answer(ask('b'))).toBe('b');
    expect(started).toHaveLength(1);
    void clock.pass(SEARCH_IDLE_MS);
    await started[0]?.process.ended;
    expect(started[0]?.killed).toEqual([]);
    expect(await search.answer(ask('c'))).toBe('c');
    expect(started).toHaveLength(2);
    await search.close();
  });

  it('is not a loss when it dies: who waits is told, and the next one gets another', async () => {
    const { search, started } = open();
    const waiting = search.answer(ask('silence'));
    started[0]?.end({ exitCode: null, signal: 'SIGKILL' });
    await expect(waiting).rejects.toThrow('the process that searches gave no answer: SIGKILL');
    expect(await search.answer(ask('a'))).toBe('a');
    expect(started).toHaveLength(2);
    await search.close();
  });

  it('is ended by force when it says nothing', async () => {
    const { search, started, clock } = open();
    const waiting = search.answer(ask('silence'));
    void clock.pass(30_000);
    await expect(waiting).rejects.toThrow('gave no answer: SIGKILL');
    expect(started[0]?.killed).toEqual(['SIGKILL']);
    await search.close();
  });
});
