import { describe, expect, it } from 'vitest';

import type { Engine } from '../../../src/engines/contract.ts';
import { findEngine } from '../../../src/engines/registry.ts';
import { engineAccount, reopenAccount, whyClosed } from '../../../src/runtime/engine-account.ts';
import { fileAccountStore } from '../../../src/store/files/file-account-store.ts';
import {
  formatBreaker,
  BREAKER_OPEN_MS,
  type AccountBreaker,
} from '../../../src/words/account-breaker.ts';
import { DEFAULT_ENGINE_SETTINGS } from '../../../src/words/engine-settings.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';

const ENGINE: Pick<Engine, 'id' | 'about' | 'credentials'> = {
  id: 'claude',
  about: { name: 'Claude Code', install: '', login: 'set A_KEY', tested: null },
  credentials: {
    keys: [
      { variable: 'A_KEY', api: 'anthropic', endpoint: 'http://a.test', endpointVariable: null },
      { variable: 'B_KEY', api: 'anthropic', endpoint: 'http://a.test', endpointVariable: null },
    ],
    file: null,
  },
};
const OPENED = new Date('2026-11-21T02:00:00.000Z');

async function breakerOf(key: string): Promise<AccountBreaker> {
  const found = await engineAccount(ENGINE, undefined, { A_KEY: key });
  if (found === null) throw new Error('no account');
  return { ...found, openedAt: OPENED.toISOString(), reason: 'bad key', login: 'set A_KEY' };
}

describe('the breaker of an account', () => {
  it('is kept by the variable that counts, and tells one key from another without holding either', async () => {
    const one = await breakerOf('secret-one');
    const two = await breakerOf('secret-two');
    expect([one.account, two.account]).toEqual(['claude (A_KEY)', 'claude (A_KEY)']);
    expect(one.mark).not.toBe(two.mark);
    expect(JSON.stringify(one)).not.toContain('secret');
    expect(await engineAccount(ENGINE, undefined, { B_KEY: 'x' })).toMatchObject({
      account: 'claude (B_KEY)',
    });
    expect(await engineAccount(ENGINE, undefined, {})).toBe(null);
    expect(await engineAccount({ ...ENGINE, credentials: null }, undefined, { A_KEY: 'x' })).toBe(
      null,
    );
  });

  it('is that of the key that a run would use, where there are several', async () => {
    const [a, b] = ENGINE.credentials?.keys ?? [];
    if (a === undefined || b === undefined) throw new Error('no keys');
    const credentials = { keys: [a, { ...b, api: 'openai-chat' as const }], file: null };
    const settings = { ...DEFAULT_ENGINE_SETTINGS, api: 'openai-chat' as const };
    const env = { A_KEY: 'one', B_KEY: 'two' };
    expect(await engineAccount({ ...ENGINE, credentials }, settings, env)).toMatchObject({
      account: 'claude (B_KEY)',
    });
  });

  it('says why, when it is tried again, and how to log in; for an hour, and for that key only', async () => {
    const breaker = await breakerOf('one');
    const at = (ms: number): string | null =>
      formatBreaker(breaker, {
        engine: 'claude',
        mark: breaker.mark,
        now: new Date(OPENED.getTime() + ms),
      });
    expect(at(0)).toBe(
      'the account claude (A_KEY) was not accepted at 2026-11-21T02:00:00.000Z (bad key); tried again from 2026-11-21T03:00:00.000Z, or with another key. To log in: set A_KEY; runs continue as soon as it works in: roundsman agents try claude',
    );
    expect(at(BREAKER_OPEN_MS - 1)).not.toBe(null);
    expect(at(BREAKER_OPEN_MS)).toBe(null);
    expect(at(-1)).toBe(null);
    expect(formatBreaker(breaker, { engine: 'claude', mark: 'another', now: OPENED })).toBe(null);
    expect(formatBreaker(null, { engine: 'claude', mark: breaker.mark, now: OPENED })).toBe(null);
  });

  it('closes when the account works, and stays for another key than the one that did', async () => {
    const accounts = fileAccountStore(temporaryFolder());
    await accounts.open(await breakerOf('one'));
    const about = { engine: ENGINE, settings: undefined, accounts };
    const why = async (): Promise<string | null> =>
      whyClosed({ ...about, env: { A_KEY: 'one' }, now: OPENED });
    expect(await why()).toContain('was not accepted');
    expect(await whyClosed({ ...about, env: { A_KEY: 'two' }, now: OPENED })).toBe(null);
    await reopenAccount({ ...about, env: { A_KEY: 'two' } });
    expect(await why()).toContain('was not accepted');
    await reopenAccount({ ...about, env: { A_KEY: 'one' } });
    expect(await why()).toBe(null);
  });

  it('is of the key that a run would use', async () => {
    const engine = findEngine('opencode');
    const env = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o' };
    const settings = { ...DEFAULT_ENGINE_SETTINGS, api: 'openai-responses' } as const;
    expect(await engineAccount(engine, settings, env)).toMatchObject({
      account: 'opencode (OPENAI_API_KEY)',
    });
    expect(await engineAccount(engine, undefined, env)).toMatchObject({
      account: 'opencode (ANTHROPIC_API_KEY)',
    });
  });

  it('is there until it is closed, and a file that is none keeps nobody from anything', async () => {
    const accounts = fileAccountStore(temporaryFolder());
    const breaker = await breakerOf('one');
    expect(await accounts.read(breaker.account)).toBe(null);
    await accounts.open(breaker);
    expect(await accounts.read(breaker.account)).toEqual(breaker);
    await accounts.close(breaker.account);
    await accounts.close(breaker.account);
    expect(await accounts.read(breaker.account)).toBe(null);
  });
});
