import { existsSync, readFileSync, readdirSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { newRunId } from '../../../src/platform/ids.ts';
import { findRunProcesses } from '../../../src/platform/process-tree.ts';
import { keepHeldState, condition } from '../../../src/runtime/steps/condition.ts';
import { contextOf } from '../../../src/runtime/steps/do-step.ts';
import { open } from '../../../src/runtime/steps/open.ts';
import { readConditionOutput } from '../../../src/runtime/steps/read-facts.ts';
import type { StepContext } from '../../../src/runtime/steps/step-context.ts';
import { isSlotKey } from '../../../src/words/ids.ts';
import type { RunSpec } from '../../../src/words/run-spec.ts';
import { EMPTY_PROGRESS, type RunRecord } from '../../../src/words/run.ts';
import type { Trigger } from '../../../src/words/trigger.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../../kit/git-repo.ts';
import { permissions } from '../../kit/routine.ts';
import { worktreeRequest, type RequestOptions } from '../../kit/worktree-run.ts';

interface Given extends RequestOptions {
  readonly timeoutMs?: number;
  readonly change?: Partial<RunSpec>;
  readonly triggers?: readonly Trigger[];
}

/** A run that has been opened, whose routine has the script as its condition. */
async function opened(script: string, given: Given = {}): Promise<StepContext> {
  return openedIn(gitRepo({ 'gate.sh': script, 'src/a.js': '1\n' }), given);
}

async function openedIn(repo: GitRepo, given: Given = {}): Promise<StepContext> {
  const { spec: plain } = await worktreeRequest(repo.path, given);
  const { timeoutMs = 20_000, change = {}, signal = new AbortController().signal } = given;
  const routine = {
    ...plain.routine,
    condition: { run: 'sh gate.sh', timeoutMs },
    ...(given.triggers === undefined ? {} : { triggers: given.triggers }),
  };
  const spec: RunSpec = { ...plain, routine, ...change };
  const record: RunRecord = {
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
  };
  const context = await contextOf({ spec, record, signal, progress: () => undefined });
  const { patch } = await open(context);
  return { ...context, record: { ...record, progress: { ...EMPTY_PROGRESS, ...patch } } };
}

function logOf({ paths }: StepContext): string {
  return readFileSync(paths.commandLog, 'utf8');
}

describe('condition', () => {
  test('without one nothing is checked out', async () => {
    const context = await opened('exit 3');
    const { condition: _gate, ...rest } = context.spec.routine;
    const spec = { ...context.spec, routine: { ...rest, condition: null } };
    expect(await condition({ ...context, spec })).toEqual({ kind: 'done', patch: {} });
    expect(existsSync(context.paths.commandLog)).toBe(false);
  });

  test('0 is go, with what it printed for the brief and nothing of its doings in the worktree', async () => {
    const context = await opened(
      'echo "3 notes are old"; echo to the side >&2; touch left; rm src/a.js',
    );
    expect(await condition(context)).toEqual({ kind: 'done', patch: {} });
    expect(await readConditionOutput(context)).toBe('3 notes are old');
    expect(logOf(context)).toContain('$ sh gate.sh\n');
    expect(logOf(context)).toContain('to the side');
    expect(readdirSync(context.paths.worktree)).toEqual(['.git']);
    expect(readdirSync(context.paths.temporary)).toEqual([]);
  });

  test('it sees the base commit and its past, not what is checked out', async () => {
    const repo = gitRepo({
      'gate.sh': 'git log --format=%s; cat note; exit 10',
      note: 'committed\n',
    });
    repo.write('note', 'changed\n');
    const context = await openedIn(repo);
    await condition(context);
    expect(logOf(context)).toBe('$ sh gate.sh\nfirst\ncommitted\n');
  });

  test('10 is nothing to do, in the words of its first line', async () => {
    const context = await opened(
      'echo; echo "No note is \u001b[31mold\u001b[0m"; echo more; exit 10',
    );
    expect(await condition(context)).toEqual({
      kind: 'skip',
      reason: 'No note is old',
      patch: {},
    });
    expect(await readConditionOutput(context)).toBeNull();
  });

  test.each([
    ['echo "quiet" >&2; exit 10', 'quiet'],
    ['exit 10', 'its condition found nothing to do'],
  ])('`%s` says: %s', async (script, reason) => {
    expect(await condition(await opened(script))).toMatchObject({ kind: 'skip', reason });
  });

  test.each([
    [
      'echo no access >&2; exit 3',
      'ended with exit code 3:\nno access',
      '0 is go and 10 is nothing to do',
    ],
    ['exec nowhere-to-be-found', 'ended with exit code 127', 'The shell does not find it'],
    ['kill -9 $$', 'ended with exit code 137', '0 is go'],
  ])('anything else is a failure: %s', async (script, how, hint) => {
    const context = await opened(script);
    await expect(condition(context)).rejects.toMatchObject({
      code: 'failed',
      reason: 'condition-failed',
      message: expect.stringContaining(`the condition \`sh gate.sh\` ${how}`),
      hint: expect.stringContaining(hint),
    });
    expect(readdirSync(context.paths.temporary)).toEqual([]);
  });

  test('one that takes too long is ended, with everything that it started', async () => {
    const context = await opened(`(sleep 300 & wait) & sleep 300`, {
      timeoutMs: 1_000,
    });
    await expect(condition(context)).rejects.toMatchObject({
      reason: 'condition-failed',
      message: expect.stringMatching(
        /^the condition `sh gate.sh` was still running after \d+ s and was ended/,
      ),
    });
    expect(findRunProcesses(context.spec.id)).toEqual([]);
  });

  test('a run that is cancelled says so', async () => {
    const stop = new AbortController();
    const context = await opened('sleep 300', { signal: stop.signal });
    const asked = condition({ ...context, progress: () => stop.abort() });
    await expect(asked).rejects.toMatchObject({ reason: 'cancelled' });
  });

  test('it is told the run, its window and inputs, what the routine names, and nothing else', async () => {
    const inputs = {
      since: { type: 'string', description: null, required: false, byDefault: 'v1', options: [] },
      'dry-run': {
        type: 'boolean',
        description: null,
        required: false,
        byDefault: null,
        options: [],
      },
    } as const;
    const context = await opened('env | grep -E "^(ROUNDSMAN|KEY|OTHER|GIT_DIR)" | sort', {
      triggers: [{ kind: 'manual', inputs }],
      permissions: permissions({ env: ['KEY'] }),
    });
    const env = { ...context.env, KEY: 'k', OTHER: 'o', GIT_DIR: '/nowhere' };
    await condition({ ...context, env });
    const lines = logOf(context).split('\n').slice(1, -1);
    expect(lines.map((line) => line.replace(/^(ROUNDSMAN_CONDITION_STATE)=.*/, '$1'))).toEqual([
      'KEY=k',
      'ROUNDSMAN_CONDITION_STATE',
      'ROUNDSMAN_INPUT_DRY_RUN=false',
      'ROUNDSMAN_INPUT_SINCE=v1',
      `ROUNDSMAN_RUN=${context.spec.id}`,
      'ROUNDSMAN_WINDOW_FROM=',
      'ROUNDSMAN_WINDOW_TO=2026-11-20T23:30:00.000Z',
    ]);
  });

  test('what a run goes over again had something to do', async () => {
    const key = `replay:${newRunId(new Date(0))}:1`;
    if (!isSlotKey(key)) throw new TypeError(key);
    const slot = { key, scheduledFor: '2026-11-20T23:30:00.000Z', trigger: 'manual' } as const;
    expect(await condition(await opened('exit 10', { change: { slot } }))).toEqual({
      kind: 'done',
      patch: {},
    });
  });

  test('done twice it is as done once', async () => {
    const context = await opened(
      'cat "$ROUNDSMAN_CONDITION_STATE"; echo x >> "$ROUNDSMAN_CONDITION_STATE"; echo .',
    );
    await condition(context);
    await condition(context);
    expect(await readConditionOutput(context)).toBe('.');
  });
});

describe('what it keeps', () => {
  const COUNTING =
    'n=$(wc -c < "$ROUNDSMAN_CONDITION_STATE"); printf x >> "$ROUNDSMAN_CONDITION_STATE"; echo "$n"; ';

  /** What the condition printed of what it found kept, in a further run of the same workspace. */
  async function next(
    repo: GitRepo,
    stateDir: string,
    { exit, at = '2026-11-20T23:30:00.000Z' }: { readonly exit: number; readonly at?: string },
  ): Promise<{ readonly context: StepContext; readonly found: string | undefined }> {
    repo.commit({ files: { 'gate.sh': `${COUNTING}exit ${exit}\n` } });
    const { spec } = await worktreeRequest(repo.path, { stateDir });
    const slot = { ...spec.slot, scheduledFor: at };
    const change = { id: newRunId(new Date(at)), slot };
    const context = await openedIn(repo, { stateDir, change });
    const answer = await condition(context);
    const found =
      answer.kind === 'skip' ? answer.reason : ((await readConditionOutput(context)) ?? undefined);
    return { context, found };
  }

  test('is stored at once when there was nothing to do', async () => {
    const [repo, stateDir] = [gitRepo({ a: '' }), temporaryFolder()];
    expect((await next(repo, stateDir, { exit: 10 })).found).toBe('0');
    expect((await next(repo, stateDir, { exit: 10 })).found).toBe('1');
  });

  test('waits for the run to end well when there was something', async () => {
    const [repo, stateDir] = [gitRepo({ a: '' }), temporaryFolder()];
    const { context } = await next(repo, stateDir, { exit: 0 });
    const { context: second, found } = await next(repo, stateDir, { exit: 0 });
    expect(found).toBe('0');
    await keepHeldState(context);
    await keepHeldState(context);
    await keepHeldState(second);
    expect((await next(repo, stateDir, { exit: 10 })).found).toBe('1');
  });

  test('of a run for an earlier moment does not take the place of a later one', async () => {
    const [repo, stateDir] = [gitRepo({ a: '' }), temporaryFolder()];
    const { context: early } = await next(repo, stateDir, { exit: 0 });
    const at = '2026-11-21T00:00:00.000Z';
    await next(repo, stateDir, { exit: 10, at });
    await next(repo, stateDir, { exit: 10, at });
    await keepHeldState(early);
    expect((await next(repo, stateDir, { exit: 10, at })).found).toBe('2');
  });

  test.each([
    [
      'head -c 20000 /dev/zero > "$ROUNDSMAN_CONDITION_STATE"; exit 10',
      'it has 20000 bytes, the limit is 16384',
    ],
    [
      'rm "$ROUNDSMAN_CONDITION_STATE"; ln -s /etc/passwd "$ROUNDSMAN_CONDITION_STATE"',
      'it is a symbolic link',
    ],
    [
      'rm "$ROUNDSMAN_CONDITION_STATE"; mkfifo "$ROUNDSMAN_CONDITION_STATE"',
      'it is not a regular file',
    ],
  ])('may be one small file: %s', async (script, reason) => {
    await expect(condition(await opened(script))).rejects.toMatchObject({
      reason: 'condition-failed',
      message: `what the condition left in ROUNDSMAN_CONDITION_STATE cannot be kept: ${reason}`,
    });
  });

  test('is any bytes, to the last', async () => {
    const [repo, stateDir] = [gitRepo({ a: '' }), temporaryFolder()];
    const bytes = 'printf "\\377\\000\\200z" > "$ROUNDSMAN_CONDITION_STATE"; exit 10\n';
    repo.commit({ files: { 'gate.sh': bytes } });
    await condition(await openedIn(repo, { stateDir }));
    repo.commit({ files: { 'gate.sh': 'od -An -tx1 "$ROUNDSMAN_CONDITION_STATE"; exit 10\n' } });
    const id = newRunId(new Date());
    expect(await condition(await openedIn(repo, { stateDir, change: { id } }))).toMatchObject({
      reason: 'ff 00 80 7a',
    });
  });
});
