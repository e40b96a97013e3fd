import { describe, expect, it } from 'vitest';

import { admissionRefused } from '../../src/runtime/start-run.ts';
import { exitCodeOf } from '../../src/words/errors.ts';
import { idOf, liveRun, scheduled } from '../kit/plan.ts';

const todo = idOf('todo');
const run = liveRun(scheduled('other'), 7);
const WAYS_OUT =
  'End it: roundsman cancel 000007. Or let it wait: roundsman run todo --queue. Or start beside it: --anyway.';

describe('a run that may not start now', () => {
  it('is refused with the run of the same routine that continues', () => {
    const refused = admissionRefused(todo, { kind: 'running', run: run.id });
    expect(exitCodeOf(refused.code)).toBe(4);
    expect(refused.toFailure()).toEqual({
      code: 'already-running',
      message: 'todo is running already: 01kakq00000000000000000007',
      hint: WAYS_OUT,
    });
  });

  it('is refused with the runs that fill its group, three of them by name', () => {
    const runs = [7, 8, 9, 10, 11].map((number) => liveRun(scheduled('other'), number));
    const decision = { kind: 'group-full', group: 'tracker-writers', runs } as const;
    expect(admissionRefused(todo, decision).toFailure()).toEqual({
      code: 'group-full',
      message:
        'no place for todo in the group tracker-writers: other 01kakq00000000000000000007, ' +
        'other 01kakq00000000000000000008, other 01kakq00000000000000000009, and 2 more runs',
      hint: WAYS_OUT,
    });
  });

  it('is refused with the run that touches the same files', () => {
    const decision = {
      kind: 'touches',
      run: run.id,
      routine: run.routine,
      pattern: 'src/\n**',
    } as const;
    expect(admissionRefused(todo, decision).toFailure()).toEqual({
      code: 'touches',
      message:
        'todo touches src/ **, and so does other, which is running: 01kakq00000000000000000007',
      hint: WAYS_OUT,
    });
  });
});
