import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, test } from 'vitest';

import { drive } from '../../../src/engines/acp/driver/drive.ts';
import type { DriverPlan } from '../../../src/engines/acp/driver/driver-plan.ts';
import type { DriverEvent } from '../../../src/engines/acp/read-stream.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { readEnvironment } from '../../../src/platform/environment.ts';
import { identifyProcess } from '../../../src/platform/process-identity.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';

const AGENT = join(import.meta.dirname, '../../fixtures/acp/agent.mjs');

interface Drive {
  readonly change?: Partial<DriverPlan>;
  readonly write?: readonly string[];
  /** Told to stop when it has told this. */
  readonly stopAt?: DriverEvent['kind'];
}

interface Driven {
  readonly events: readonly DriverEvent[];
  readonly folder: string;
}

async function driven(act: string | readonly string[], options: Drive = {}): Promise<Driven> {
  const folder = temporaryFolder('rm-acp-');
  const stop = new AbortController();
  const events: DriverEvent[] = [];
  const words = typeof act === 'string' ? [act] : act;
  await drive({
    plan: {
      argv: [process.execPath, AGENT, ...words],
      worktree: folder,
      promptFile: '',
      session: { kind: 'new', id: 'unused' },
      model: null,
      mcp: [],
      rules: {
        worktree: folder,
        write: options.write ?? [],
        hosts: [],
        writable: [],
        readable: [],
        closed: null,
      },
      patienceMs: 60_000,
      ...options.change,
    },
    prompt: 'Hello.\n',
    env: readEnvironment(),
    clock: systemClock,
    emit: (event) => {
      if (event.kind === 'alive') return;
      events.push(event);
      if (event.kind === options.stopAt) stop.abort();
    },
    stop: stop.signal,
  });
  return { events, folder };
}

const STARTED = { kind: 'started', sessionId: 's-1', model: null, version: '1.2.3' };
const USAGE = {
  kind: 'usage',
  usage: { inputTokens: 7, cachedTokens: 2, outputTokens: 3, costUsd: null },
};

function success(finalText: string): unknown {
  return { kind: 'end', reason: 'success', message: null, finalText };
}

function isRunning(folder: string): boolean {
  return identifyProcess(Number(readFileSync(join(folder, 'sleeper.pid'), 'utf8'))) !== null;
}

describe('the driver of ACP agents', () => {
  it('tells what an agent says, in one piece, and that it was done', async () => {
    const { events, folder } = await driven('plain');
    expect(events).toEqual([
      STARTED,
      { kind: 'text', text: 'you said: Hello.' },
      USAGE,
      success('you said: Hello.'),
    ]);
    expect(JSON.parse(readFileSync(join(folder, 'told.json'), 'utf8'))).toMatchObject({
      fs: { readTextFile: false, writeTextFile: false },
      terminal: false,
    });
  });

  it('lets it do once what the routine permits', async () => {
    const { events, folder } = await driven(['edits', 'notes.md']);
    expect(events.slice(1, 4)).toEqual([
      { kind: 'tool-start', id: 't-1', name: 'edit', summary: join(folder, 'notes.md') },
      { kind: 'tool-end', id: 't-1', name: 'edit', ok: true },
      { kind: 'text', text: 'it was once' },
    ]);
    expect(readFileSync(join(folder, 'notes.md'), 'utf8')).toBe('written\n');
  });

  it('refuses what it does not permit, and says which line would', async () => {
    const { events } = await driven(['edits', 'notes.md'], { write: ['src/**'] });
    expect(events.slice(2, 5)).toEqual([
      { kind: 'denied', what: 'change notes.md', line: 'write: [notes.md]' },
      { kind: 'tool-end', id: 't-1', name: 'edit', ok: false },
      { kind: 'text', text: 'it was no' },
    ]);
    expect(events.at(-1)).toEqual(success('it was no'));
  });

  it('takes a session up, and tells nothing of what was said before', async () => {
    const session = { kind: 'resume', id: 's-1', cwd: '/w' } as const;
    const { events } = await driven('loads', { change: { session } });
    expect(events.map(({ kind }) => kind)).toEqual(['started', 'text', 'usage', 'end']);
    expect(events[1]).toEqual({ kind: 'text', text: 'and now: Hello.' });
  });

  it('cannot take a session up with an agent that cannot', async () => {
    const session = { kind: 'resume', id: 's-1', cwd: '/w' } as const;
    const { events } = await driven('plain', { change: { session } });
    expect(events).toEqual([
      {
        kind: 'end',
        reason: 'error',
        message: 'this agent cannot take a session up again',
        finalText: null,
      },
    ]);
  });

  it('chooses the model, and the mode in which our sandbox is the only one', async () => {
    const { events, folder } = await driven('options', { change: { model: 'large' } });
    expect(events.at(-1)).toEqual(success('as you like'));
    expect(readFileSync(join(folder, 'model.txt'), 'utf8')).toBe('large');
    expect(readFileSync(join(folder, 'mode.txt'), 'utf8')).toBe('agent-full-access');
  });

  it('offers no files', async () => {
    expect((await driven('asks-for-files')).events.at(-1)).toEqual(success('refused with -32601'));
  });

  test.each(['sleeps', 'stubborn'])(
    'ends one with all it started, also one that does not listen: %s',
    async (act) => {
      const { events, folder } = await driven(act, { stopAt: 'tool-start' });
      expect(events.at(-1)).toEqual({
        kind: 'end',
        reason: 'cancelled',
        message: null,
        finalText: null,
      });
      expect(isRunning(folder)).toBe(false);
    },
  );

  it('told to stop when the agent is gone, still ends as it would have', async () => {
    const { events } = await driven('plain', { stopAt: 'end' });
    expect(events.at(-1)).toMatchObject({ kind: 'end', reason: 'success' });
    // What it would have told the agent fails without a word, before this test is over.
    await new Promise(setImmediate);
  });

  it('says how one ended that went away in the middle', async () => {
    expect((await driven('crashes')).events.slice(1)).toEqual([
      { kind: 'text', text: 'half a wor' },
      {
        kind: 'end',
        reason: 'crashed',
        message: "the agent's program ended (exit code 7) in the middle of its work",
        finalText: 'half a wor',
      },
    ]);
  });

  test.each([
    ['vanishes', 'crashed', "the agent's program ended (exit code 7) in the middle of its work"],
    ['closes', 'crashed', 'the agent closed its output in the middle of its work'],
    ['wants-login', 'unauthorized', 'Authentication required'],
    ['limited', 'limit', 'Internal error: Too many requests'],
  ])('%s: ends as %s', async (act, reason, message) => {
    const end = (await driven(act)).events.at(-1);
    expect(end).toEqual({ kind: 'end', reason, message, finalText: null });
  });

  it('survives lines that are not messages, however long, and counts them', async () => {
    const { events } = await driven('garbage');
    expect(events.slice(1)).toEqual([
      { kind: 'unknown', line: 'Loading…' },
      { kind: 'unknown', line: '[1, 2]' },
      { kind: 'unknown', line: `a line of ${17 * 1024 * 1024} bytes` },
      { kind: 'text', text: 'you said: Hello.' },
      USAGE,
      success('you said: Hello.'),
    ]);
  });

  it('gives up on one that never answers', async () => {
    const { events } = await driven('mute', { change: { patienceMs: 300 } });
    expect(events).toEqual([
      {
        kind: 'end',
        reason: 'error',
        message: 'it opened no session within 0.3 s',
        finalText: null,
      },
    ]);
  });

  it('says so when there is no such program', async () => {
    const { events } = await driven('plain', { change: { argv: ['/no/such/agent'] } });
    expect(events.at(-1)).toEqual({
      kind: 'end',
      reason: 'error',
      message: 'it could not be started: there is no program /no/such/agent',
      finalText: null,
    });
  });
});
