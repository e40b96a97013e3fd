/** What a brief tells of, for tests: plausible where a test says nothing. */
import type {
  ToldItem,
  ToldNote,
  ToldSession,
  ToldVerdict,
} from '../../src/context/brief-context.ts';
import type { Gathered } from '../../src/context/gather-context.ts';
import { isItemKey } from '../../src/words/ids.ts';

const AT = '2026-11-20T10:00:00.000Z';

export function toldSession(change: Partial<ToldSession> = {}): ToldSession {
  return {
    id: 's1',
    engine: 'claude',
    title: 'Rename the parser',
    state: 'working',
    doing: null,
    waitingOn: null,
    cwd: '/work/repository',
    branch: 'main',
    startedAt: AT,
    lastActivityAt: AT,
    runId: null,
    filesTouched: [],
    evidence: 'process: 4711 lives',
    ...change,
  };
}

export function toldVerdict(change: Partial<ToldVerdict> = {}): ToldVerdict {
  return {
    about: 'finding',
    id: 'aaaa',
    title: 'A loose end',
    verdict: 'dismissed',
    reason: 'meant so',
    by: 'Ada',
    at: AT,
    until: null,
    routine: null,
    ...change,
  };
}

export function toldItem(change: Partial<ToldItem> = {}): ToldItem {
  const key = 'RM-1';
  if (!isItemKey(key)) throw new TypeError(key);
  return {
    key,
    state: 'open',
    standing: null,
    title: 'Split the parser',
    body: '',
    routine: null,
    parent: null,
    files: [],
    findings: [],
    links: [],
    createdAt: AT,
    ...change,
  };
}

export function toldNote(change: Partial<ToldNote> = {}): ToldNote {
  return {
    id: 'D-1',
    title: 'Dates',
    text: 'Use Temporal.',
    reason: '',
    paths: [],
    at: AT,
    by: 'Ada',
    ...change,
  };
}

export const NOTHING_GATHERED: Gathered = {
  own: [],
  others: [],
  branches: [],
  lapsed: [],
  verdicts: [],
  sessions: [],
  items: [],
  decisions: [],
  knowledge: [],
  transcripts: [],
  moreTranscripts: 0,
  files: [],
  overlap: [],
  handover: null,
  item: null,
  unavailable: [],
};
