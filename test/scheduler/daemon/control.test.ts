import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { openControlSocket } from '../../../src/daemon/serve-questions.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { removeTree } from '../../../src/platform/files.ts';
import { askLine } from '../../../src/platform/line-socket.ts';
import { ownIdentity } from '../../../src/platform/process-identity.ts';
import {
  askDaemon,
  answerQuestion,
  readAnswer,
  findDaemon,
  takeDaemonLock,
} from '../../../src/scheduler/ask-daemon.ts';
import { AppError } from '../../../src/words/errors.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';

const ANSWERS = {
  status: async () => ({ pid: 7 }),
  wake: async () => ({}),
  stop: async () => {
    throw new AppError('failed', { code: 'no', message: 'it cannot stop', hint: '' });
  },
  search: async (args: unknown) => ({ args }),
  page: async () => ({}),
};

/** A daemon's lock and socket in this process. */
async function daemonHere(): Promise<{ readonly stateDir: string; readonly socket: string }> {
  const stateDir = temporaryFolder();
  const env = { XDG_RUNTIME_DIR: temporaryFolder('rt-') };
  const lock = await takeDaemonLock({ stateDir, env, clock: systemClock });
  const socket = await openControlSocket(lock.socket, ANSWERS);
  onTestFinished(async () => {
    await socket.close();
    await lock.release();
  });
  return { stateDir, socket: lock.socket };
}

describe('the daemon of a workspace', () => {
  it('is asked over its socket', async () => {
    const { stateDir } = await daemonHere();
    expect(await askDaemon(stateDir, 'status')).toMatchObject({
      kind: 'answer',
      daemon: { process: ownIdentity() },
      answer: { pid: 7 },
    });
    expect(await askDaemon(stateDir, 'stop')).toMatchObject({
      kind: 'no-answer',
      why: 'it cannot stop',
    });
  });

  it('is none where nobody holds the lock, and one that does not answer where nobody listens', async () => {
    const stateDir = temporaryFolder();
    expect(await askDaemon(stateDir, 'wake')).toEqual({ kind: 'no-daemon' });
    const held = { ...ownIdentity(), since: '2026-11-21T09:00:00.000Z', socket: '/tmp/no-such' };
    writeFileSync(join(stateDir, 'daemon.lock'), JSON.stringify(held));
    expect(await askDaemon(stateDir, 'wake')).toMatchObject({
      kind: 'no-answer',
      why: 'nothing listens on its socket',
    });
  });

  it('refuses a second one, and names the first', async () => {
    const { stateDir } = await daemonHere();
    const { since } = JSON.parse(readFileSync(join(stateDir, 'daemon.lock'), 'utf8'));
    const second = takeDaemonLock({ stateDir, env: {}, clock: systemClock });
    await expect(second).rejects.toMatchObject({
      code: 'refused',
      message: `a daemon runs for this workspace already: process ${process.pid}, since ${since}`,
    });
  });

  it.each([
    ['another boot', { ...ownIdentity(), bootId: 'another' }],
    ['a process that ended', { ...ownIdentity(), startTime: '1' }],
  ])('takes over the lock of %s', async (_, identity) => {
    const stateDir = temporaryFolder();
    const stale = { ...identity, since: '2026-11-20T09:00:00.000Z', socket: '/tmp/gone' };
    writeFileSync(join(stateDir, 'daemon.lock'), JSON.stringify(stale));
    expect(await findDaemon(stateDir)).toBe(null);
    const env = { XDG_RUNTIME_DIR: temporaryFolder('rt-') };
    const lock = await takeDaemonLock({ stateDir, env, clock: systemClock });
    expect((await findDaemon(stateDir))?.process).toEqual(ownIdentity());
    await lock.release();
    expect(existsSync(join(stateDir, 'daemon.lock'))).toBe(false);
  });

  it('listens again when somebody tidied its socket away', async () => {
    const path = join(temporaryFolder('rt-'), 'x.sock');
    const socket = await openControlSocket(path, ANSWERS);
    await removeTree(path);
    expect(await askLine(path, '{}', 1_000)).toEqual({ kind: 'nobody' });
    await socket.mend();
    expect((await askLine(path, '{}', 1_000)).kind).toBe('answer');
    await socket.close();
  });
});

describe('answerQuestion', () => {
  it.each([
    ['nothing', '', 'the daemon speaks protocol 1, and was asked in none'],
    ['no JSON', '{"v":1', 'the daemon speaks protocol 1, and was asked in none'],
    [
      'a later protocol',
      '{"v":2,"ask":"status"}',
      'the daemon speaks protocol 1, and was asked in 2',
    ],
    ['an unknown question', '{"v":1,"ask":"toString"}', 'it knows no such question'],
  ])('refuses %s', async (_, line, message) => {
    expect(readAnswer(await answerQuestion(line, ANSWERS))).toEqual({ kind: 'refused', message });
  });

  it('takes what does not speak the protocol for a refusal', () => {
    expect(readAnswer('HTTP/1.1 200 OK')).toEqual({
      kind: 'refused',
      message: 'it does not speak our protocol',
    });
  });
});

describe('a socket of lines', () => {
  it('cuts off who sends a megabyte without an end of line', async () => {
    const { socket } = await daemonHere();
    expect(await askLine(socket, 'x'.repeat(1_000_000), 5_000)).toEqual({ kind: 'silent' });
    expect((await askLine(socket, '{"v":1,"ask":"status"}', 5_000)).kind).toBe('answer');
  });
});
