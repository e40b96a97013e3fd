import { describe, expect, it } from 'vitest';

import { systemClock, type Clock } from '../../../src/platform/clock.ts';
import {
  type WorkerLink,
  openWorkers,
  type Workers,
} from '../../../src/runtime/supervisor/worker-link.ts';
import { makeRedactor } from '../../../src/words/redaction/redactor.ts';

interface PaperLink extends WorkerLink {
  readonly seen: readonly string[];
  readonly die: () => void;
}

function paperLink(): PaperLink {
  const seen: string[] = [];
  let die = (): void => undefined;
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  return {
    seen,
    die: () => die(),
    died,
    assign: () => void seen.push('assigned'),
    step: () => Promise.reject(new TypeError('no step is asked for here')),
    cleanUp: () => Promise.resolve(),
    close: () => void seen.push('closed'),
  };
}

interface World {
  readonly first: PaperLink;
  readonly second: PaperLink;
  readonly workers: Workers;
  /** The time that a worker is kept is over. */
  readonly wake: () => void;
}

function open(): World {
  const [first, second] = [paperLink(), paperLink()];
  let wake = (): void => undefined;
  const clock: Clock = {
    ...systemClock,
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        wake = resolve;
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  const redactor = makeRedactor([]);
  const assign = (link: WorkerLink): void =>
    link.assign({ folder: '', log: '', runId: '', redactor });
  const workers = openWorkers({ first, clock, start: () => second, assign });
  return { first, second, workers, wake: () => wake() };
}

describe('the worker from before the agent', () => {
  it('does what comes after an agent that was quick, and is told again what it must not tell', () => {
    const { first, workers } = open();
    workers.releaseSoon();
    expect(workers.current()).toBe(first);
    expect(first.seen).toEqual(['assigned', 'assigned']);
  });

  it('is told its run once while it goes from step to step', () => {
    const { first, workers } = open();
    workers.current();
    expect(workers.current()).toBe(first);
    expect(first.seen).toEqual(['assigned']);
  });

  it('ends when the agent takes longer, and another comes after it', async () => {
    const { first, second, workers, wake } = open();
    workers.releaseSoon();
    wake();
    await Promise.resolve();
    expect(first.seen).toEqual(['assigned', 'closed']);
    expect(workers.current()).toBe(second);
    expect(second.seen).toEqual(['assigned']);
  });

  it('stays when it was wanted again before its time was over', async () => {
    const { first, workers, wake } = open();
    workers.releaseSoon();
    workers.current();
    wake();
    await Promise.resolve();
    expect(workers.current()).toBe(first);
    expect(first.seen).not.toContain('closed');
  });

  it('is replaced when it died meanwhile', async () => {
    const { first, second, workers } = open();
    workers.releaseSoon();
    first.die();
    await first.died;
    await Promise.resolve();
    expect(workers.current()).toBe(second);
  });
});
