import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { lendLogin, type Lent } from '../../../src/engines/access/lend-login.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { fakeClock } from '../../kit/fake-clock.ts';

const NEVER = new Promise<never>(() => undefined);
const FIRST = JSON.stringify({ tokens: { access: 'a-1', expires: 5 }, key: null });
const RENEWED = JSON.stringify({ tokens: { access: 'a-2', expires: 9 }, key: null });

interface Lending {
  readonly original: string;
  readonly copy: string;
  readonly lock: string;
  readonly notices: string[];
  readonly lend: (run?: string, waitMs?: number) => Promise<Lent>;
}

function lending(): Lending {
  const folder = mkdtempSync('/tmp/rm-login-');
  const original = join(folder, 'auth.json');
  writeFileSync(original, FIRST);
  const copy = join(folder, 'home', '.codex', 'auth.json');
  mkdirSync(join(folder, 'home'));
  const lock = join(folder, 'login.lock');
  const notices: string[] = [];
  const lend = async (run = 'one', waitMs = 0): Promise<Lent> =>
    lendLogin({
      plan: { original, home: dirname(dirname(copy)), copy, lock },
      run,
      clock: systemClock,
      waitMs,
      cancelled: NEVER,
      onNotice: (text) => notices.push(text),
    });
  return { original, copy, lock, notices, lend };
}

async function giveBack(lent: Lent): Promise<void> {
  if (lent.kind !== 'lent') throw new Error(lent.why);
  await lent.giveBack();
}

describe('a log-in that is lent', () => {
  it('is a private copy, gone when it is given back', async () => {
    const { original, copy, lend, notices } = lending();
    const lent = await lend();
    expect([readFileSync(copy, 'utf8'), statSync(copy).mode & 0o777]).toEqual([FIRST, 0o600]);
    await giveBack(lent);
    expect([existsSync(copy), readFileSync(original, 'utf8'), notices]).toEqual([false, FIRST, []]);
  });

  it('takes the place of the first when the agent renewed it', async () => {
    const { original, copy, lend, notices } = lending();
    const lent = await lend();
    writeFileSync(copy, RENEWED);
    await giveBack(lent);
    expect(readFileSync(original, 'utf8')).toBe(RENEWED);
    expect(notices).toEqual([`the agent renewed its log-in: ${original} was brought up to date`]);
  });

  it('is kept beside the first when somebody else changed that meanwhile', async () => {
    const { original, copy, lend, notices } = lending();
    const lent = await lend();
    const theirs = FIRST.replace('a-1', 'a-x');
    writeFileSync(original, theirs);
    writeFileSync(copy, RENEWED);
    await giveBack(lent);
    expect(readFileSync(original, 'utf8')).toBe(theirs);
    expect(readFileSync(`${original}.roundsman`, 'utf8')).toBe(RENEWED);
    expect(notices).toEqual([
      `the agent renewed its log-in while ${original} was changed by another program: the renewed one is in ${original}.roundsman`,
    ]);
  });

  it.each([
    ['more than was in it', JSON.stringify({ ...JSON.parse(RENEWED), endpoint: 'http://evil' })],
    ['another kind of value', JSON.stringify({ tokens: 'all' })],
    ['no JSON', 'gone'],
    ['less than was in it', '{}'],
  ])('is not taken back when it is %s', async (_, left) => {
    const { original, copy, lend, notices } = lending();
    const lent = await lend();
    writeFileSync(copy, left);
    await giveBack(lent);
    expect(readFileSync(original, 'utf8')).toBe(FIRST);
    expect(notices).toEqual([
      'what the agent left of its log-in was not taken back: it has another form than the one that is there',
    ]);
  });

  it('is not read through a link that the agent laid', async () => {
    const { original, copy, lend, notices } = lending();
    const lent = await lend();
    const other = `${original}.other`;
    writeFileSync(other, RENEWED);
    rmSync(copy);
    symlinkSync(other, copy);
    await giveBack(lent);
    expect([readFileSync(original, 'utf8'), readFileSync(other, 'utf8')]).toEqual([FIRST, RENEWED]);
    expect(notices).toEqual([
      'what the agent left of its log-in was not taken back: it is a symbolic link',
    ]);
  });

  it('takes nothing from, and removes nothing of, a folder that the agent links to', async () => {
    const { original, copy, lend, notices } = lending();
    const lent = await lend();
    rmSync(dirname(copy), { recursive: true });
    symlinkSync(dirname(original), dirname(copy));
    await giveBack(lent);
    expect(readFileSync(original, 'utf8')).toBe(FIRST);
    expect(notices).toEqual([
      'what the agent left of its log-in was not taken back: its folder is gone, or a link',
    ]);
    await giveBack(await lend());
    expect(readFileSync(original, 'utf8')).toBe(FIRST);
  });

  it('can be lent again when the agent left a file in the place of its folder', async () => {
    const { copy, lend } = lending();
    const lent = await lend();
    rmSync(dirname(copy), { recursive: true });
    writeFileSync(dirname(copy), '');
    await giveBack(lent);
    await giveBack(await lend());
    expect(existsSync(copy)).toBe(false);
  });

  it('goes to one run at a time, and the next hears which has it', async () => {
    const { original, lend } = lending();
    const lent = await lend('run-a');
    expect(await lend('run-b')).toEqual({
      kind: 'refused',
      why: `its log-in ${original} is with run run-a, and goes to one run at a time: a key would serve several`,
    });
    await giveBack(lent);
    await giveBack(await lend('run-b'));
  });

  it('is waited for, until somebody wants no more', async () => {
    const { original, copy, lock, lend } = lending();
    const lent = await lend('run-a');
    const clock = fakeClock();
    const notices: string[] = [];
    let cancel: () => void = () => undefined;
    const ask = async (cancelled: Promise<unknown>): Promise<Lent> =>
      lendLogin({
        plan: { original, home: dirname(dirname(copy)), copy, lock },
        run: 'run-b',
        clock,
        waitMs: 60_000,
        cancelled,
        onNotice: (text) => notices.push(text),
      });
    const cancelled = ask(new Promise<void>((resolve) => (cancel = resolve)));
    await clock.untilAsleep();
    cancel();
    expect((await cancelled).kind).toBe('refused');
    const second = ask(NEVER);
    await clock.untilAsleep();
    await giveBack(lent);
    void clock.pass(500);
    await giveBack(await second);
    expect(notices).toEqual(['its log-in was with another run, and was waited for 1s']);
  });

  it('that a killed supervisor left renewed is brought back by the next', async () => {
    const { original, copy, lock, lend, notices } = lending();
    mkdirSync(join(copy, '..'), { recursive: true });
    await lend('run-a');
    writeFileSync(copy, RENEWED);
    // Its supervisor is dead: nobody by that name lives.
    writeFileSync(lock, JSON.stringify({ pid: 999_999_999, startTime: '1', bootId: 'x' }));
    await giveBack(await lend('run-b'));
    expect(readFileSync(original, 'utf8')).toBe(RENEWED);
    expect(notices).toEqual([`the agent renewed its log-in: ${original} was brought up to date`]);
    expect([existsSync(copy), existsSync(`${lock}.lent`), existsSync(lock)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
