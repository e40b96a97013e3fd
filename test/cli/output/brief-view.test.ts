import { expect, test } from 'vitest';

import { writeContext } from '../../../src/cli/commands/brief.ts';
import { openPage } from '../../../src/cli/output/page.ts';
import type { BriefContext } from '../../../src/context/brief.ts';
import { brief } from '../../kit/briefs.ts';
import { recordingTerminal } from '../../kit/recording-terminal.ts';
import { branchName } from '../../kit/report-source.ts';
import { toldItem, toldSession, toldVerdict } from '../../kit/told-context.ts';

function shown(context: Partial<BriefContext>): string {
  const terminal = recordingTerminal();
  writeContext(openPage(terminal), brief({}, context).context);
  return terminal.written.out;
}

test('what is told is shown with its size, what was left out, and in short', () => {
  const text = shown({
    size: {
      maxTokens: 3_000,
      tokens: 2_900,
      sections: [
        { section: 'verdicts', entries: 1, tokens: 60 },
        { section: 'own-report', entries: 1, tokens: 2_840 },
      ],
    },
    leftOut: [
      { section: 'sessions', entries: 4, shortened: 0, tokens: 1_200 },
      { section: 'own-report', entries: 0, shortened: 1, tokens: 900 },
    ],
    overlap: [
      {
        files: ['src/a.ts'],
        fileCount: 1,
        named: ['facts todos'],
        sessions: [toldSession()],
        branches: [branchName('roundsman/x')],
      },
    ],
    verdicts: [toldVerdict({ title: 'A \u001b[2Jloose\nend' })],
    items: [toldItem()],
    unavailable: [{ section: 'sessions', why: 'opencode: libsql is not installed' }],
  });
  expect(text).toBe(`
TOLD        ENTRIES  TOKENS  LEFT OUT FOR SIZE
verdicts          1      60
own-report        1   2,840  a part of 1: 900 tokens
sessions          0       0  4 entries: 1,200 tokens

Who else is at these files
  session ‘Rename the parser’ (claude, working now) and branch roundsman/x touch src/a.ts, which this task names (facts todos)

Verdicts
  2026-11-20 · finding dismissed: A loose end (meant so)

Items
  RM-1 · open · Split the parser

Could not be had
  sessions: opencode: libsql is not installed
`);
});

test('a brief of before shows nothing of it', () => {
  expect(shown({})).toBe('');
});

test('of many things the first are shown, and how many there are', () => {
  const sessions = Array.from({ length: 18 }, (_one, index) => toldSession({ id: `s${index}` }));
  expect(shown({ sessions })).toContain('\n  and 3 more: --json has them all\n');
});
