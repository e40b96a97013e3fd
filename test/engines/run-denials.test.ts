import { expect, it } from 'vitest';

import { denialFailure, formatDenial, runDenials } from '../../src/engines/run-denials.ts';
import type { Denial } from '../../src/words/agent-exit.ts';
import { agentExit } from '../kit/agent-exit.ts';

const denial = (target: string, count = 1): Denial => ({
  kind: 'network',
  target,
  reason: 'is closed',
  count,
});

it('is one list in the order of the run, the same in the same part being one', () => {
  const denied = runDenials({
    programs: [
      { during: 'check', denied: [denial('c')] },
      { during: 'setup', denied: [denial('a'), denial('b')] },
      { during: 'setup', denied: [denial('a', 2)] },
    ],
    agentExit: agentExit({ denied: [denial('a')] }),
    missing: [
      { kind: 'permission', what: 'push\nnow', why: '' },
      { kind: 'tool', what: 'jq', why: '' },
    ],
  });
  expect(denied.map(formatDenial)).toEqual([
    'a is closed (3 times, in set-up)',
    'b is closed (once, in set-up)',
    'a is closed (once, by the agent)',
    'c is closed (once, in a check)',
    'push now (once, by the agent)',
  ]);
});

it('fails nothing when there was nothing', () => {
  expect(denialFailure([])).toBeNull();
});
