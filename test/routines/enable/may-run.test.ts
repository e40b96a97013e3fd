import { describe, expect, it } from 'vitest';

import { mayRun } from '../../../src/routines/enable/describe-activation.ts';
import { routineNamed } from '../../kit/routine.ts';

describe('the network of what may run', () => {
  const routine = routineNamed('tidy');
  const reaching = (allow: readonly string[], setup: readonly string[]): typeof routine => ({
    ...routine,
    permissions: { ...routine.permissions, network: { allow, setup } },
  });

  it('is open below a sandbox, whatever is listed', () => {
    expect(mayRun(reaching([], []), 'private').network).toBe('open');
    expect(mayRun(reaching(['example.com'], []), 'worktree').network).toBe('open');
  });

  it('is in a sandbox what is listed', () => {
    expect(mayRun(reaching([], []), 'sandbox').network).toBe('none');
    expect(mayRun(reaching([], ['registries']), 'sandbox')).toMatchObject({
      network: 'listed',
      level: 'sandbox',
      reach: { allow: [], setup: ['registries'] },
    });
  });

  it('is none where no run would start', () => {
    expect(mayRun(reaching([], []), null)).toMatchObject({ network: 'none', level: null });
  });
});
