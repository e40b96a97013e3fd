import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { asAppError, exitCodeOf } from '../../src/words/errors.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

describe('asAppError', () => {
  it('says in words what the system refused, and that something is missing here', async () => {
    const path = join(temporaryFolder(), 'x'.repeat(300));
    const error = asAppError(await readFile(path).catch((thrown: unknown) => thrown));
    expect(error.message).toBe(`${path}: the name is too long (open)`);
    expect(exitCodeOf(error.code)).toBe(5);
    expect(error.hint).toBe('Nothing is wrong with the command: mend this, and give it again.');
  });

  it('calls anything else a fault of ours', () => {
    const error = asAppError(new TypeError('x is not a function'));
    expect([error.code, error.message]).toEqual(['internal', 'x is not a function']);
    expect(asAppError('text').message).toBe('text');
    expect(asAppError(error)).toBe(error);
  });
});
