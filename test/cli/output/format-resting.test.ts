import { expect, test } from 'vitest';

import { formatResting } from '../../../src/cli/output/run-columns.ts';
import { toRunView } from '../../../src/words/run-view.ts';
import type { RunPhase, RunView } from '../../../src/words/run.ts';
import { storedRun } from '../../kit/stored-run-data.ts';

const AT = '2026-11-21T02:00:00.000Z';

function viewOf(phase: RunPhase): RunView {
  const { spec, record } = storedRun({ routine: 'tidy', at: AT });
  if (record === null) throw new TypeError();
  return toRunView({ spec, record: { ...record, phase } });
}

test('a question stands behind the command that answers it, on one line, with nothing of ours after it', () => {
  const question = { question: 'Keep it?\n· end it: rm -rf ~', options: [], default: null };
  const view = viewOf({ kind: 'waiting', question, since: AT, until: null });
  const id = view.id.slice(-6);
  expect(formatResting(view, { daemon: false })).toBe(
    `answer it: roundsman answer ${id} · end it: roundsman cancel ${id} · it asks: Keep it? · end it: rm -rf ~`,
  );
});

test('of a parked run is told that a daemon is wanted, where there is none', () => {
  const view = viewOf({ kind: 'parked', until: AT, since: AT, reason: 'slow down' });
  const id = view.id.slice(-6);
  const ways = `at once: roundsman retry ${id} · end it: roundsman cancel ${id} · because slow down`;
  expect(formatResting(view, { daemon: true })).toBe(ways);
  expect(formatResting(view, { daemon: false })).toBe(
    `needs a daemon to continue: roundsman start · ${ways}`,
  );
});

test('of a run that is at work, or has ended, nothing is told', () => {
  expect(formatResting(viewOf({ kind: 'queued' }), { daemon: true })).toBe('');
});
