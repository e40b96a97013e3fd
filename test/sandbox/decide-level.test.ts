import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { decideHistory, decideLevel, untrustedSource } from '../../src/sandbox/decide-level.ts';
import { findSandbox, type SandboxSearch } from '../../src/sandbox/find-sandbox.ts';
import type { Collector, Routine } from '../../src/words/routine.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { paperBubblewrap } from '../kit/paper-bubblewrap.ts';
import { routineNamed } from '../kit/routine.ts';

/** A PATH with these programs and no other. */
function pathWith(...names: readonly string[]): string {
  const folder = temporaryFolder('rm-path-');
  for (const name of names) symlinkSync('/bin/sh', join(folder, name));
  return folder;
}

function search(path: string, at = new Date('2026-11-20T12:00:00Z')): SandboxSearch {
  const repo = gitRepo();
  const workspace = {
    root: repo.path,
    gitDir: join(repo.path, '.git'),
    stateDir: temporaryFolder('rm-state-'),
  };
  const clock = { ...systemClock, now: () => at };
  const env = { PATH: path, HOME: temporaryFolder('rm-home-') };
  return { workspace, env, clock, os: 'linux' };
}

describe('a sandbox', () => {
  it('is missing, with the reason, where there is no bubblewrap', async () => {
    const answer = await findSandbox(search(pathWith('sh')));
    expect(answer).toMatchObject({ kind: 'missing', reason: 'bubblewrap is not installed' });
  });

  it('is missing where there is none of this kind', async () => {
    expect(await findSandbox({ ...search(''), os: 'darwin' })).toEqual({
      kind: 'missing',
      reason: 'there is no sandbox for macOS yet',
      hint: 'Use isolation: private, or run it on Linux.',
    });
  });

  it('is never started from the repository, nor from the state folder', async () => {
    const paper = paperBubblewrap();
    const asked = search('');
    for (const folder of [asked.workspace.root, asked.workspace.stateDir]) {
      symlinkSync(paper.program, join(folder, 'bwrap'));
      const inside = { root: join(paper.program, '..'), stateDir: asked.workspace.stateDir };
      const workspace = { ...asked.workspace, ...inside };
      const answer = await findSandbox({ ...asked, workspace, env: { PATH: folder } });
      expect(answer).toMatchObject({ kind: 'missing', reason: 'bubblewrap is not installed' });
    }
  });

  it('is tried once, and of the trial stays its answer, and the /etc that runs will have', async () => {
    const paper = paperBubblewrap();
    const asked = search(paper.path);
    const answer = await findSandbox(asked);
    expect(answer).toMatchObject({
      kind: 'works',
      record: { kind: 'bubblewrap', program: paper.program, version: '9.8.7' },
    });
    const cache = join(asked.workspace.stateDir, 'cache');
    const made = readdirSync(cache).filter((name) => name !== 'covers');
    expect(made).toEqual(['etc', 'sandbox.json', 'searched']);
    const kept = readFileSync(join(cache, 'sandbox.json'), 'utf8');
    expect(await findSandbox(asked)).toEqual(answer);
    expect(readFileSync(join(cache, 'sandbox.json'), 'utf8')).toBe(kept);
  });

  it('that did not work is tried again when its program changes, or an hour later', async () => {
    const paper = paperBubblewrap();
    paper.fail('setting up uid map: Permission denied');
    const asked = search(paper.path);
    const first = await findSandbox(asked);
    expect(first.kind).toBe('missing');
    const file = join(asked.workspace.stateDir, 'cache', 'sandbox.json');
    const kept = readFileSync(file, 'utf8');
    expect(await findSandbox(asked)).toEqual(first);
    expect(readFileSync(file, 'utf8')).toBe(kept);
    const later = { ...systemClock, now: () => new Date('2026-11-20T13:00:01Z') };
    await findSandbox({ ...asked, clock: later });
    expect(readFileSync(file, 'utf8')).not.toBe(kept);
    paper.fail('another reason');
    expect((await findSandbox(asked)).kind).toBe('missing');
    expect(readFileSync(file, 'utf8')).toContain('another reason');
  });

  it('is tried again when what is kept of the trial cannot be read', async () => {
    const paper = paperBubblewrap();
    const asked = search(paper.path);
    await findSandbox(asked);
    const file = join(asked.workspace.stateDir, 'cache', 'sandbox.json');
    for (const text of ['', '{}', '[{"key":1}]', '[null]']) {
      writeFileSync(file, text);
      expect((await findSandbox(asked)).kind).toBe('works');
    }
  });
});

describe('the level of a run', () => {
  it('is sandbox by itself where one works', async () => {
    const decided = await decideLevel('auto', search(paperBubblewrap().path));
    expect(decided).toMatchObject({ level: 'sandbox', notice: null });
  });

  it('is private by itself where none works, with the reason and the line that helps', async () => {
    const decided = await decideLevel('auto', search(pathWith('apt-get')));
    expect(decided).toEqual({
      level: 'private',
      sandbox: null,
      notice:
        'isolation auto is private here: bubblewrap is not installed (apt-get install bubblewrap)',
    });
  });

  it('is never less than the sandbox that was asked for', async () => {
    await expect(decideLevel('sandbox', search(pathWith('apt-get')))).rejects.toMatchObject({
      code: 'missing',
      reason: 'sandbox-missing',
      message: 'isolation sandbox cannot be had here: bubblewrap is not installed',
      hint: 'apt-get install bubblewrap',
    });
  });

  it.each(['private', 'worktree'] as const)('is %s where that is asked for', async (level) => {
    const asked = search(paperBubblewrap().path);
    expect(await decideLevel(level, asked)).toEqual({ level, sandbox: null, notice: null });
    expect(existsSync(join(asked.workspace.stateDir, 'cache'))).toBe(false);
  });
});

describe('the history of a run', () => {
  const tickets: Collector = {
    kind: 'tickets',
    path: 'tickets',
    format: 'auto',
    items: null,
    fields: {},
    mask: [],
    max: 10,
  };
  const fed = (change: Partial<Routine>): Parameters<typeof decideHistory>[0] => ({
    routine: { ...routineNamed('tidy'), ...change },
    event: null,
    inputs: {},
  });

  it('is copied by itself in a sandbox that is fed by strangers, and borrowed elsewhere', () => {
    const { workspace } = routineNamed('tidy');
    const auto = fed({ collect: [tickets], workspace: { ...workspace, history: 'auto' } });
    expect(decideHistory(auto, 'sandbox')).toEqual({ history: 'copy', because: 'tickets' });
    expect(decideHistory(auto, 'private')).toEqual({ history: 'borrow', because: null });
    const plain = fed({ workspace: { ...workspace, history: 'auto' } });
    expect(decideHistory(plain, 'sandbox')).toEqual({ history: 'borrow', because: null });
  });

  it('is what was asked for', () => {
    const { workspace } = routineNamed('tidy');
    for (const history of ['borrow', 'copy', 7] as const) {
      const asked = fed({ collect: [tickets], workspace: { ...workspace, history } });
      expect(decideHistory(asked, 'sandbox')).toEqual({ history, because: null });
    }
  });

  it('knows what strangers may have written', () => {
    const webhook = { kind: 'webhook', scheme: 'github', secret: 'S' } as const;
    const deployment = { kind: 'deployment', environment: null, states: [], ref: null } as const;
    const command: Collector = {
      kind: 'command',
      name: 'x',
      run: ['x'],
      format: 'lines',
      timeoutMs: 1,
    };
    expect(untrustedSource(fed({}))).toBeNull();
    expect(untrustedSource(fed({ collect: [tickets] }))).toBe('tickets');
    expect(untrustedSource(fed({ collect: [command] }))).toBe('what commands collect');
    expect(untrustedSource(fed({ triggers: [webhook] }))).toBe('webhooks');
    expect(untrustedSource(fed({ triggers: [deployment] }))).toBe('deployments');
    const event = {
      kind: 'git',
      id: 'main@1',
      summary: '',
      payload: 'abc',
      deployment: null,
    } as const;
    expect(untrustedSource({ ...fed({}), event })).toBe('the payload of an event');
    expect(untrustedSource({ ...fed({}), event: { ...event, payload: null } })).toBeNull();
    expect(
      untrustedSource({ ...fed({}), event: { ...event, payload: null }, inputs: { a: 1 } }),
    ).toBe('inputs of an event');
  });
});
