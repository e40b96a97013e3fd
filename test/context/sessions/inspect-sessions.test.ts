import { mkdirSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { openDraftCache } from '../../../src/context/sessions/draft-cache.ts';
import {
  inspectSessions,
  type LookRequest,
} from '../../../src/context/sessions/inspect-sessions.ts';
import { fileRunStore } from '../../../src/store/files/file-run-store.ts';
import { runIndex } from '../../../src/store/files/run-index.ts';
import { makeRedactor } from '../../../src/words/redaction/redactor.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { draftOf, noCache, paperSource } from '../../kit/paper-sessions.ts';
import { stillClock } from '../../kit/still-clock.ts';

const clock = stillClock('2026-11-22T10:00:00.000Z');

function request(change: Partial<LookRequest> = {}): LookRequest {
  const repo = gitRepo({ 'README.md': 'x' });
  const stateDir = temporaryFolder();
  return {
    root: repo.path,
    gitDir: join(repo.path, '.git'),
    stateDir,
    env: {},
    clock,
    runs: fileRunStore(stateDir, runIndex(stateDir, clock)),
    cache: noCache(),
    redact: makeRedactor([]).text,
    off: [],
    since: null,
    sources: [],
    processes: () => ({
      processes: [],
      visible: true,
      startTimeOf: () => null,
      pidNamespace: null,
    }),
    ...change,
  };
}

describe('a look at sessions', () => {
  test('lists them newest first, and tells files from the root of their checkout', async () => {
    const asked = request();
    const older = draftOf({
      id: 'older',
      cwd: asked.root,
      filesTouched: [`${asked.root}/src/a.ts`, 'src/b.ts', '/elsewhere/c.ts', 'src/b.ts'],
    });
    const newer = draftOf({ id: 'newer', cwd: asked.root, lastActivityAt: '2026-11-21T00:00:00Z' });
    const sources = [paperSource('claude', [{ draft: older }, { draft: newer }])];
    const { sessions, sources: reports } = await inspectSessions({ ...asked, sources });
    expect(sessions.map(({ id }) => id)).toEqual(['newer', 'older']);
    expect(sessions[1]?.filesTouched).toEqual(['src/a.ts', 'src/b.ts', '/elsewhere/c.ts']);
    expect(sessions[1]?.state).toBe('ended');
    expect(reports.find(({ engine }) => engine === 'claude')).toEqual({
      engine: 'claude',
      state: 'read',
      detail: null,
      found: 2,
      unreadable: 0,
    });
  });

  test('gives every source its own answer, whatever it does', async () => {
    const sources = [
      paperSource('claude', [], {
        find: () => Promise.reject(new Error('the disk is on fire\u001b[31m')),
      }),
      paperSource('codex', [], { find: async () => ({ kind: 'none' }) }),
      paperSource('gemini', [{ draft: draftOf({ engine: 'gemini' }) }]),
      paperSource('pi', [{ draft: draftOf({ engine: 'pi', id: 'p' }) }], {
        draft: async () => ({ kind: 'unreadable', detail: 'its form changed', bytesRead: 5 }),
      }),
    ];
    const { sessions, sources: reports } = await inspectSessions(
      request({ sources, off: ['gemini'] }),
    );
    expect(sessions).toEqual([]);
    expect(reports.map(({ engine, state, detail }) => [engine, state, detail])).toEqual([
      ['claude', 'unavailable', 'the disk is on fire'],
      ['codex', 'none', null],
      ['opencode', 'none', null],
      ['gemini', 'off', null],
      ['pi', 'read', 'its form changed'],
      ['qwen', 'none', null],
      ['copilot', 'none', null],
      ['roundsman', 'read', null],
    ]);
  });

  test('does not ask a source that is switched off', async () => {
    const gemini = paperSource('gemini', [{ draft: draftOf({ engine: 'gemini' }) }], {
      find: () => Promise.reject(new Error('asked')),
    });
    const { sources } = await inspectSessions(request({ sources: [gemini], off: ['gemini'] }));
    expect(sources.find(({ engine }) => engine === 'gemini')?.state).toBe('off');
  });

  test('takes secrets and controls out before anything is kept or told', async () => {
    const secret = 'tok-4711-0815-4711';
    const redact = makeRedactor([{ name: 'TOKEN', value: secret }]).text;
    const draft = draftOf({
      title: `use ${secret}\u001b[2J now\nplease`,
      standing: { kind: 'asks', what: `may I send ${secret}?` },
      filesTouched: [`src/${secret}.ts`],
    });
    const asked = request({ redact, sources: [paperSource('claude', [{ draft }])] });
    const path = join(asked.stateDir, 'cache', 'sessions.jsonl');
    const cache = await openDraftCache(path, 'test');
    const look = await inspectSessions({ ...asked, cache });
    expect(look.sessions[0]?.title).toBe('use [redacted: TOKEN] now please');
    expect(JSON.stringify(look)).not.toContain(secret);
    expect(readFileSync(path, 'utf8')).not.toContain(secret);
  });

  test('lists what is older only when a process works in it', async () => {
    const long = '2026-01-01T00:00:00.000Z';
    const drafts = ['left', 'open'].map((id) => ({ draft: draftOf({ id, lastActivityAt: long }) }));
    const claude = paperSource('claude', drafts);
    const process = {
      pid: 4711,
      startTime: '1',
      engine: 'claude' as const,
      cwd: null,
      sessionId: 'open',
      openFiles: [],
    };
    const asked = request({
      sources: [claude],
      since: Date.parse('2026-11-15T00:00:00Z'),
      processes: () => ({
        processes: [process],
        visible: true,
        startTimeOf: () => '1',
        pidNamespace: null,
      }),
    });
    const { sessions } = await inspectSessions(asked);
    expect(sessions.map(({ id, pid }) => [id, pid])).toEqual([['open', 4711]]);
    expect(claude.drafted).toEqual(['open']);
  });

  test('looks into worktrees outside of the repository too', async () => {
    const asked = request();
    const outside = join(temporaryFolder(), 'elsewhere');
    const { openRepo } = await import('../../kit/git-repo.ts');
    openRepo(asked.root).git('worktree', 'add', '--quiet', '-b', 'side', outside);
    let roots: readonly string[] = [];
    const source = paperSource('codex', [], {
      find: async (found) => {
        ({ roots } = found);
        return { kind: 'none' };
      },
    });
    await inspectSessions({ ...asked, sources: [source] });
    expect(roots).toEqual([asked.root, outside]);
  });
});

describe('what was read of sessions', () => {
  test('is not read again until the session changes', async () => {
    const asked = request();
    const path = join(asked.stateDir, 'cache', 'sessions.jsonl');
    const draft = draftOf({ cwd: asked.root });
    const first = paperSource('claude', [{ draft }]);
    const cold = await inspectSessions({
      ...asked,
      sources: [first],
      cache: await openDraftCache(path, '1'),
    });
    expect([first.drafted.length, cold.bytesRead]).toEqual([1, 100]);
    const again = paperSource('claude', [{ draft }]);
    const warm = await inspectSessions({
      ...asked,
      sources: [again],
      cache: await openDraftCache(path, '1'),
    });
    expect([again.drafted.length, warm.bytesRead]).toEqual([0, 0]);
    expect(warm.sessions).toEqual(cold.sessions);
    const changed = paperSource('claude', [{ draft, stamp: '2' }]);
    const cache = await openDraftCache(path, '1');
    await inspectSessions({ ...asked, sources: [changed], cache });
    expect(changed.drafted.length).toBe(1);
  });

  test('is not there when the cache is torn, foreign or of another version', async () => {
    const asked = request();
    const path = join(asked.stateDir, 'cache', 'sessions.jsonl');
    const draft = draftOf({ cwd: asked.root });
    const lookWith = async (head: string): Promise<number> => {
      const source = paperSource('claude', [{ draft }]);
      const cache = await openDraftCache(path, head);
      const { sessions } = await inspectSessions({ ...asked, sources: [source], cache });
      expect(sessions.map(({ title }) => title)).toEqual(['mend the layout editor']);
      return source.drafted.length;
    };
    expect(await lookWith('1')).toBe(1);
    const whole = readFileSync(path, 'utf8');
    for (const content of [
      '',
      'nothing of ours',
      whole.slice(0, -20),
      whole.replace('"title":"mend the layout editor"', '"title":{"a":1}'),
      `${whole}\n\u0000\t\t\n{"a"`.replace('"kind":"draft"', '"kind":"else"'),
    ]) {
      mkdirSync(join(asked.stateDir, 'cache'), { recursive: true });
      writeFileSync(path, content);
      expect(await lookWith('1')).toBe(1);
    }
    expect(await lookWith('1')).toBe(0);
    expect(await lookWith('2')).toBe(1);
  });

  test('of another workspace it is remembered that it is not ours', async () => {
    const asked = request();
    const path = join(asked.stateDir, 'cache', 'sessions.jsonl');
    const draft = draftOf({ cwd: '/somewhere/else' });
    const hidden = (): ReturnType<typeof paperSource> =>
      paperSource('codex', [{ draft }], {
        find: async () => ({
          kind: 'found',
          handles: [{ id: draft.id, location: '/f', stamp: '1', cwd: null, lastActivityAt: 1 }],
        }),
      });
    const first = hidden();
    const cache = await openDraftCache(path, '1');
    expect((await inspectSessions({ ...asked, sources: [first], cache })).sessions).toEqual([]);
    const second = hidden();
    await inspectSessions({ ...asked, sources: [second], cache: await openDraftCache(path, '1') });
    expect([first.drafted.length, second.drafted.length]).toEqual([1, 0]);
  });
});
