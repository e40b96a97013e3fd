import { expect, test } from 'vitest';

import { composeFor } from '../../../src/runtime/steps/brief.ts';
import { contextOf } from '../../../src/runtime/steps/do-step.ts';
import { open } from '../../../src/runtime/steps/open.ts';
import { fileEventStore } from '../../../src/store/files/file-definition-store.ts';
import { EMPTY_PROGRESS } from '../../../src/words/run.ts';
import type { SlotEvent } from '../../../src/words/slot.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { worktreeRequest } from '../../kit/worktree-run.ts';

async function composed(payload: string | null, stateDir: string) {
  const { spec: plain } = await worktreeRequest(gitRepo({ a: 'a\n' }).path, { stateDir });
  const event: SlotEvent = {
    kind: 'webhook',
    id: 'delivery-1',
    summary: 'something happened',
    payload,
    deployment: null,
  };
  const spec = { ...plain, event };
  const signal = new AbortController().signal;
  const record = {
    protocol: 2,
    sequence: 1,
    id: spec.id,
    phase: { kind: 'queued' },
    startedAt: spec.admittedAt,
    agentExit: null,
    session: null,
    earlier: [],
    progress: EMPTY_PROGRESS,
    failure: null,
    skipped: null,
  } as const;
  const context = await contextOf({ spec, record, signal, progress: () => undefined });
  const { patch } = await open(context);
  const progress = { ...EMPTY_PROGRESS, ...patch };
  return composeFor({ ...context, record: { ...record, progress } }, spec.id);
}

test('the payload comes from where events are kept', async () => {
  const stateDir = temporaryFolder();
  const hash = await fileEventStore(stateDir).put(new TextEncoder().encode('{"a":1}'));
  const { brief, files, notices } = await composed(hash, stateDir);
  expect(brief.event).toMatchObject({ kind: 'webhook', id: 'delivery-1', file: 'event.json' });
  expect(files['event.json']).toBe('{"a":1}');
  expect(notices).toEqual([]);
});

test('one that is no longer kept leaves the event, and a notice', async () => {
  const { brief, files, notices } = await composed('ab'.repeat(32), temporaryFolder());
  expect(brief.event).toMatchObject({ id: 'delivery-1', file: null });
  expect(Object.keys(files)).toEqual([]);
  expect(notices).toEqual([
    'what came with the event is no longer kept: the agent was told of the event without it',
  ]);
});

test('an event without a payload is told without a word on that', async () => {
  const { brief, notices } = await composed(null, temporaryFolder());
  expect(brief.event).toMatchObject({ id: 'delivery-1', file: null });
  expect(notices).toEqual([]);
});
