import { describe, expect, it } from 'vitest';

import { type Surroundings, tieItems } from '../../src/ledger/item-survey.ts';
import type { Session } from '../../src/words/session.ts';
import { itemOf, keyOf, NOW } from '../kit/items.ts';

const sessionOf = (id: string, change: Partial<Session> = {}): Session => ({
  id,
  engine: 'codex',
  cwd: null,
  branch: null,
  title: 'look around',
  state: 'working',
  waitingOn: null,
  evidence: { source: 'file', detail: '', at: NOW },
  startedAt: null,
  lastActivityAt: NOW,
  doing: null,
  filesTouched: [],
  runId: null,
  pid: null,
  ...change,
});

const around = (change: Partial<Surroundings> = {}): Surroundings => ({
  runs: [],
  slots: [],
  findings: [],
  sessions: [],
  branches: { heads: new Map(), landedHeads: new Set(), covered: new Map(), landed: [] },
  outcomeOf: () => ({ words: 'succeeded', well: true }),
  ...change,
});

describe('sessions that tie themselves to an item', () => {
  const item = itemOf(1, {
    links: [
      { kind: 'session', id: 'linked' },
      { kind: 'branch', id: 'fix' },
    ],
  });

  it('are those that are linked, work on its branch, or name its key', () => {
    const sessions = [
      sessionOf('linked'),
      sessionOf('on-branch', { branch: 'fix' }),
      sessionOf('elsewhere', { branch: 'main' }),
      sessionOf('named', { title: 'RM-1: retry' }),
      sessionOf('another', { title: 'RM-12: retry' }),
    ];
    const ties = tieItems([item], around({ sessions })).get(keyOf(1));
    expect(ties?.sessions.map(({ id }) => id)).toEqual(['linked', 'on-branch', 'named']);
  });

  it('are not those of a branch that is somebody else’s of the same beginning', () => {
    const sessions = [sessionOf('x', { branch: 'fix-other' })];
    expect(tieItems([item], around({ sessions })).get(keyOf(1))?.sessions).toEqual([]);
  });
});
