import { describe, expect, it } from 'vitest';

import { writeInbox } from '../../../src/cli/output/inbox-view.ts';
import type { InboxEntry } from '../../../src/inbox/inbox-entry.ts';
import { isRunId, type RunId } from '../../../src/words/ids.ts';
import { recordingTerminal } from '../../kit/recording-terminal.ts';

const NOW = new Date('2026-11-21T08:00:00.000Z');

function runId(text: string): RunId {
  if (!isRunId(text)) throw new TypeError(text);
  return text;
}
const OLDER = runId('01m7xx9x80aaaaaaaaaaaaaaaa');
const NEWER = runId('01m7xx9x80bbbbbbbbbbbbbbbb');

function entry(kind: InboxEntry['kind'], more: Partial<InboxEntry>): InboxEntry {
  return {
    id: `${kind}:x`,
    kind,
    urgency: 'soon',
    title: 'something',
    why: 'new, low',
    since: '2026-11-21T02:00:00.000Z',
    until: null,
    routine: 'sweep',
    links: {},
    stamp: '',
    ...more,
  };
}

function written(
  entries: readonly InboxEntry[],
  {
    all = false,
    routine = null,
    informing = 0,
  }: { readonly all?: boolean; readonly routine?: string | null; readonly informing?: number } = {},
): string {
  const terminal = recordingTerminal({ outIsTerminal: true, columns: 80 });
  writeInbox(
    { terminal, now: NOW, all, routine },
    { entries, next: null, filed: 3, aside: 0, informing },
  );
  return terminal.written.out;
}

const findings = Array.from({ length: 7 }, (_, at) =>
  entry('finding', {
    title: `TODO: a note with a number and more than the forty columns that it could have, ${at}`,
    why: `new, low at src/a/folder/with/a/long/name.ts:${at}`,
    links: { finding: `F-000000000${at}`, run: OLDER },
  }),
);

describe('the inbox', () => {
  it('groups by run, the newest first, and folds what is alike', () => {
    const failed = entry('failed-run', {
      title: 'sweep: timed-out',
      why: 'the agent was stopped after 30 min',
      links: { run: NEWER },
    });
    const text = written([failed, ...findings]);
    expect(text.split('\n')).toEqual([
      'sweep bbbbbb  6 h ago · 1 failed run',
      '  failed bbbbbb  sweep: timed-out',
      '                 the agent was stopped after 30 min',
      '',
      'sweep aaaaaa  6 h ago · 7 findings',
      ...[0, 1, 2, 3, 4].map(
        (at) =>
          `  F-000000000${at}  TODO: a note with a number an…  new, low at src/a/folder/with/a…`,
      ),
      '  … 2 more findings: roundsman inbox --all',
      '',
      '1 failed run, 7 findings',
      'Decide one by one: roundsman morning',
      '',
    ]);
    expect(written(findings, { all: true })).toContain('  F-0000000006  ');
  });

  it('says when nothing waits', () => {
    expect(written(findings, { informing: 3 })).toContain(
      '\n3 more findings only inform: roundsman findings\n',
    );
    expect(written([])).toBe('Nothing waits for you (3 ended runs).\n');
    expect(written([], { routine: 'sweep' })).toBe(
      'Nothing of sweep waits for you. The routines: roundsman list\n',
    );
  });
});
