import { rmSync } from 'node:fs';

import { afterEach, describe, expect, it } from 'vitest';

import { copilotSessions } from '../../../src/engines/copilot/sessions/index.ts';
import { geminiSessions } from '../../../src/engines/gemini/sessions/index.ts';
import { opencodeSessions } from '../../../src/engines/opencode/sessions/index.ts';
import { piSessions } from '../../../src/engines/pi/sessions/index.ts';
import { qwenSessions } from '../../../src/engines/qwen/sessions/index.ts';
import type { SessionSource } from '../../../src/engines/sessions/contract.ts';
import {
  entriesIn,
  onlyHandle,
  RECORDED_CWD,
  recordedHome,
  type RecordedScenario,
} from '../../kit/recorded-stores.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function draftOf(source: SessionSource, scenario: RecordedScenario) {
  const home = recordedHome(source.engine, scenario);
  made.push(home);
  const handle = await onlyHandle(source, home);
  const read = await source.draft(handle);
  if (read.kind !== 'draft') throw new Error(read.detail);
  return { draft: read.draft, entries: await entriesIn(source, handle) };
}

const SLEEPS = { kind: 'tool', doing: 'running `touch asleep && sleep 300`' };
const SAID = { kind: 'turn-over', said: 'FINAL: NOTES.md is written. The check failed.' };
const COMMITTED = { kind: 'turn-over', said: 'FINAL: committed.' };
const UNTOLD = {
  kind: 'unclear',
  why: 'Gemini CLI writes of a tool only once it has ended: it may be at one, or be done',
};
const NOTES = `${RECORDED_CWD}/NOTES.md`;
const ONE = `${RECORDED_CWD}/src/one.ts`;

const EXPECTED = [
  {
    source: opencodeSessions,
    branch: null,
    standings: { killed: SLEEPS, ended: SAID, resumed: COMMITTED },
    edited: [ONE],
  },
  {
    source: geminiSessions,
    branch: null,
    standings: { killed: UNTOLD, ended: UNTOLD, resumed: UNTOLD },
    edited: ['src/one.ts'],
  },
  {
    source: piSessions,
    branch: null,
    standings: { killed: SLEEPS, ended: SAID, resumed: COMMITTED },
    edited: ['src/one.ts'],
  },
  {
    source: qwenSessions,
    branch: 'main',
    standings: { killed: SLEEPS, ended: SAID, resumed: COMMITTED },
    // Its edit was refused: it had not read the file.
    edited: [],
  },
  {
    source: copilotSessions,
    branch: 'main',
    standings: { killed: SLEEPS, ended: { kind: 'closed' }, resumed: { kind: 'closed' } },
    edited: [ONE],
  },
];

describe.each(EXPECTED)('recorded sessions of $source.engine', (expected) => {
  const { source, branch, standings, edited } = expected;

  it('says of one that was killed at a command which it was at', async () => {
    const { draft, entries } = await draftOf(source, 'killed');
    expect(draft).toMatchObject({
      engine: source.engine,
      cwd: RECORDED_CWD,
      branch,
      title: 'Export one from src/one.ts, then run the slow test.',
      standing: standings.killed,
      filesTouched: edited,
    });
    expect(entries[0]).toMatchObject({
      kind: 'asked',
      text: 'Export one from src/one.ts, then run the slow test.',
    });
    expect(entries[1]).toMatchObject({ kind: 'tool', act: 'edit', summary: 'src/one.ts' });
    expect(entries[2]).toMatchObject({ kind: 'said', text: 'Now the slow test.' });
    // Of a tool that has not ended Gemini CLI writes nothing.
    const last = { act: 'run', summary: 'touch asleep && sleep 300', ok: null, output: null };
    expect(entries.slice(3)).toMatchObject(source.engine === 'gemini' ? [] : [last]);
  });

  it('says of one that ended what it said last, and that the command before had failed', async () => {
    const { draft, entries } = await draftOf(source, 'ended');
    expect(draft).toMatchObject({
      title: 'Write NOTES.md and check it.',
      standing: standings.ended,
      filesTouched: [NOTES],
    });
    const command = entries.find(
      (entry) => entry !== 'unreadable' && entry.kind === 'tool' && entry.act === 'run',
    );
    expect(command).toMatchObject({ summary: 'echo one; exit 3', ok: false });
    expect(command).toHaveProperty('output', expect.stringContaining('one'));
    expect(entries.at(-1)).toMatchObject({
      kind: 'said',
      text: 'FINAL: NOTES.md is written.\nThe check failed.',
    });
    expect(entries).not.toContain('unreadable');
  });

  it('continues with one that was taken up again', async () => {
    const { draft, entries } = await draftOf(source, 'resumed');
    expect(draft).toMatchObject({
      title: 'Write NOTES.md and check it.',
      standing: standings.resumed,
      filesTouched: [NOTES],
    });
    const asked = entries.flatMap((entry) =>
      entry !== 'unreadable' && entry.kind === 'asked' ? [entry.text] : [],
    );
    expect(asked).toEqual(['Write NOTES.md and check it.', 'Commit it.']);
    expect(entries.at(-1)).toMatchObject({ kind: 'said', text: 'FINAL: committed.' });
  });
});

it.each([opencodeSessions, geminiSessions, qwenSessions])(
  'tells the steps that $engine keeps',
  async (source) => {
    const { entries } = await draftOf(source, 'ended');
    expect(entries).toContainEqual({
      kind: 'steps',
      steps: [
        { text: 'Write the notes', state: 'done' },
        { text: 'Run the tests', state: 'doing' },
        { text: 'Tell', state: 'open' },
      ],
      at: expect.any(String),
    });
  },
);

it('gives the process that GitHub Copilot CLI named in its lock, as long as the lock is there', async () => {
  const killed = await draftOf(copilotSessions, 'killed');
  expect(killed.draft.markers).toEqual([
    { pid: 9510, startTime: null, status: null, at: expect.any(String) },
  ]);
  const ended = await draftOf(copilotSessions, 'ended');
  expect(ended.draft.markers).toEqual([]);
});
