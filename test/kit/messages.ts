/** Messages and what surrounds them when they are sent, for tests. */
import type { SendSurroundings } from '../../src/connectors/channel.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { isCommitSha, isRoutineId, type CommitSha, type RoutineId } from '../../src/words/ids.ts';
import type { Message, MessageContent } from '../../src/words/message.ts';
import type { NotifyTarget } from '../../src/words/notify.ts';
import { makeRedactor } from '../../src/words/redaction/redactor.ts';
import { noProbe } from '../../src/words/step-probe.ts';
import type { GitRepo } from './git-repo.ts';

export function routineIdOf(name: string): RoutineId {
  if (!isRoutineId(name)) throw new TypeError(`not a routine id: ${name}`);
  return name;
}

/** Of a run with one new finding. */
export function contentOf(change: Partial<MessageContent> = {}): MessageContent {
  return {
    key: 'run:01k0000000000000000000000a',
    routine: routineIdOf('todo-sweep'),
    occasions: ['findings-new'],
    name: 'Nightly TODO sweep',
    title: '1 new finding',
    tone: 'attention',
    at: '2026-11-21T02:03:00.000Z',
    run: null,
    findings: [{ title: 'An old TODO', severity: 'low', state: 'new', path: 'src/a.ts' }],
    markdown: '## Summary\n\nOne TODO is older than a month.\n',
    heldBack: 0,
    ...change,
  };
}

/** Due at once. */
export function messageTo(target: NotifyTarget, change: Partial<Message> = {}): Message {
  return {
    id: 'M-0123456789ab',
    routine: routineIdOf('todo-sweep'),
    target,
    state: { kind: 'due', at: '2026-11-21T02:03:00.000Z', failure: null },
    contents: [contentOf()],
    tries: 0,
    createdAt: '2026-11-21T02:03:00.000Z',
    ...change,
  };
}

export function headOf(repo: GitRepo): CommitSha {
  const commit = repo.git('rev-parse', 'HEAD');
  if (!isCommitSha(commit)) throw new TypeError(`no commit: ${commit}`);
  return commit;
}

export function surroundingsOf(change: Partial<SendSurroundings> = {}): SendSurroundings {
  return {
    connections: [],
    definitions: null,
    workspace: { name: 'shop', timezone: 'Europe/Berlin' },
    pageUrl: null,
    env: {},
    clock: systemClock,
    redactor: makeRedactor([]),
    probe: noProbe,
    signal: new AbortController().signal,
    ...change,
  };
}
