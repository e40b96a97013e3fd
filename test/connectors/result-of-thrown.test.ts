import { describe, expect, it } from 'vitest';

import { resultOfThrown } from '../../src/connectors/channel.ts';
import { AppError, type ErrorCode } from '../../src/words/errors.ts';

function ours(code: ErrorCode, reason: string): AppError {
  return new AppError(code, { code: reason, message: 'it is not so', hint: 'Mend it.' });
}

describe('what a channel throws', () => {
  it.each([
    ['a template that is wrong', ours('invalid-definition', 'template')],
    ['an address that is none', ours('usage', 'mail-address')],
    ['a file of authorities that is not there', ours('missing', 'no-authority')],
    ['a secret that is not set', ours('missing', 'no-credential')],
  ])('is refused where a setting is wrong: %s', (_name, thrown) => {
    const result = resultOfThrown(thrown, {});
    expect(result).toEqual({ kind: 'refused', why: 'it is not so', hint: 'Mend it.' });
  });

  it.each([
    ['a program that failed', ours('failed', 'git-failed')],
    ['a vault that is locked', ours('missing', 'credential-not-now')],
    ['too many open files', Object.assign(new Error('EMFILE'), { code: 'EMFILE', path: '/x.pem' })],
    ['a fault of ours', new TypeError('undefined is not a function')],
  ])('is tried again where it may be gone by then: %s', (_name, thrown) => {
    expect(resultOfThrown(thrown, {})).toEqual({ kind: 'retry', why: expect.any(String) });
  });

  it('is left to the daemon where a run lacks a secret', () => {
    const thrown = ours('missing', 'no-credential');
    expect(resultOfThrown(thrown, { daemonFollows: true }).kind).toBe('retry');
  });
});
