import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { AgentExit } from '../../src/words/agent-exit.ts';
import {
  formatRecovery,
  formatVerdict,
  isRecovery,
  judgeRun,
  MAX_SUPERVISORS,
  type RunFacts,
} from '../../src/words/judge-run.ts';
import { nextStep } from '../../src/words/run-program.ts';
import { RUN_PROTOCOL, type Liveness } from '../../src/words/run-spec.ts';
import { RUN_STEPS, type RunStep } from '../../src/words/run.ts';

const EXIT: AgentExit = {
  cause: 'exited',
  exitCode: 0,
  signal: null,
  durationMs: 1,
  outputBytes: 0,
  droppedBytes: 0,
  strays: 0,
  denied: [],
  message: null,
  outcome: null,
  gateway: null,
};
const LOST = { code: 'failed', message: 'm', hint: '' };

interface Case {
  readonly at?: readonly [RunStep, 'begun' | 'done'];
  readonly exit?: AgentExit | null;
  readonly failed?: boolean;
  readonly skipped?: boolean;
  readonly attendant?: Liveness;
  readonly supervisors?: number;
  readonly protocol?: number;
}

function facts(given: Case): RunFacts {
  const protocol = given.protocol ?? RUN_PROTOCOL;
  const supervisor = { pid: 1, startTime: '1', bootId: 'b' };
  const { at } = given;
  return {
    run: {
      spec: { protocol },
      record:
        at === undefined
          ? null
          : {
              protocol,
              phase: {
                kind: 'running',
                cursor: { step: at[0], at: at[1] },
                supervisor,
                agent: null,
              },
              agentExit: given.exit ?? null,
              failure: given.failed === true ? LOST : null,
              skipped: given.skipped === true ? 'nothing to do' : null,
            },
    },
    attendant: given.attendant ?? 'dead',
    supervisors: given.supervisors ?? 1,
  };
}

const judge = (given: Case) => judgeRun(facts(given));

describe('the verdict on a run', () => {
  it('that somebody attends is that it continues, whatever it is at', () => {
    expect(judge({ at: ['work', 'begun'], attendant: 'alive' })).toEqual({ kind: 'adopted' });
    expect(judge({ attendant: 'alive' })).toEqual({ kind: 'adopted' });
  });

  it('that was cut off before its agent begins is that it begins again where nothing is half done', () => {
    expect(judge({})).toMatchObject({ kind: 'resumed', at: 'gate', finished: [] });
    expect(judge({ at: ['gate', 'begun'] })).toMatchObject({ at: 'gate', finished: [] });
    for (const step of ['open', 'condition', 'collect', 'prepare', 'brief'] as const) {
      for (const phase of ['begun', 'done'] as const) {
        expect(judge({ at: [step, phase] })).toEqual({
          kind: 'resumed',
          at: 'open',
          finished: ['gate'],
          lost: false,
        });
      }
    }
  });

  it('that was cut off while its agent worked is that it is interrupted, and its work kept', () => {
    expect(judge({ at: ['work', 'begun'] })).toEqual({
      kind: 'interrupted',
      because: 'agent',
      finished: RUN_STEPS.slice(0, RUN_STEPS.indexOf('hand-back')),
      lost: true,
    });
  });

  it('whose agent had ended is that the rest is done', () => {
    expect(judge({ at: ['work', 'done'], exit: EXIT })).toMatchObject({
      kind: 'resumed',
      at: 'check',
    });
    expect(judge({ at: ['hand-back', 'begun'], exit: EXIT })).toMatchObject({ at: 'hand-back' });
    expect(judge({ at: ['report', 'done'], exit: EXIT })).toMatchObject({ at: 'outbox' });
  });

  it('that had failed or was skipped is that it is wound up, not begun again', () => {
    expect(judge({ at: ['prepare', 'done'], failed: true })).toMatchObject({
      at: 'hand-back',
      lost: false,
    });
    expect(judge({ at: ['gate', 'done'], failed: true })).toMatchObject({ at: 'report' });
    expect(judge({ at: ['condition', 'done'], skipped: true })).toMatchObject({ at: 'hand-back' });
  });

  it('of before a restart of the machine says so, and what becomes of it', () => {
    const before = judge({ at: ['collect', 'begun'], attendant: 'other-boot' });
    expect(before).toEqual({ kind: 'rebooted', finished: ['gate'], lost: false });
    const during = judge({ at: ['work', 'begun'], attendant: 'other-boot' });
    expect(during).toMatchObject({ kind: 'rebooted', lost: true });
    expect([before, during].map(formatVerdict)).toEqual([
      'the machine was restarted during the run; it was taken up again',
      'the run was interrupted: the machine was restarted before the agent was done; what there was is kept',
    ]);
  });

  it('at which one supervisor after the other died is that it is not begun again, and at last that it ends', () => {
    const at = ['prepare', 'begun'] as const;
    expect(judge({ at, supervisors: MAX_SUPERVISORS - 1 }).kind).toBe('resumed');
    expect(judge({ at, supervisors: MAX_SUPERVISORS })).toMatchObject({
      kind: 'interrupted',
      because: 'supervisors',
    });
    expect(judge({ at: ['report', 'begun'], exit: EXIT, supervisors: 6 })).toMatchObject({
      kind: 'interrupted',
      finished: RUN_STEPS,
    });
  });

  it('at rest is that nobody comes, whoever is alive, until its time is over', () => {
    const phase = { kind: 'parked', until: 'u', since: 's', reason: 'r' } as const;
    const given = facts({ at: ['work', 'done'], exit: EXIT, attendant: 'other-boot' });
    const record = given.run.record === null ? null : { ...given.run.record, phase };
    const resting = { ...given, run: { ...given.run, record } };
    expect(judgeRun(resting)).toEqual({ kind: 'resting' });
    expect(judgeRun({ ...resting, attendant: 'alive' })).toEqual({ kind: 'resting' });
    expect(judgeRun({ ...resting, restOver: true })).toEqual({
      kind: 'rested',
      finished: RUN_STEPS.slice(0, RUN_STEPS.indexOf('brief')),
      lost: false,
    });
    expect(judgeRun({ ...resting, restOver: true, supervisors: MAX_SUPERVISORS })).toMatchObject({
      kind: 'interrupted',
      because: 'supervisors',
    });
  });

  it('whose next attempt was recorded and did not begin is that it begins, in the worktree as it stands', () => {
    const attempt = {
      number: 2,
      reason: { kind: 'retried', why: '' },
      engines: ['claude'],
      session: null,
      after: 'claude',
      endedAt: 'e',
      notBefore: null,
    } as const;
    for (const step of ['work', 'brief'] as const) {
      const given = facts({ at: [step, 'done'], exit: EXIT });
      const { record } = given.run;
      if (record === null) throw new Error('no record');
      const awaited = {
        ...given,
        run: { ...given.run, record: { ...record, earlier: [], attempt } },
      };
      expect(judgeRun(awaited)).toMatchObject({
        kind: 'resumed',
        at: 'brief',
        finished: RUN_STEPS.slice(0, RUN_STEPS.indexOf('brief')),
        lost: false,
      });
      // Once it has begun its end is not known.
      const begun = facts({ at: ['work', 'begun'] });
      expect(judgeRun(begun)).toMatchObject({ kind: 'interrupted', because: 'agent' });
    }
  });

  it('of an older form is left to its own supervisor, and interrupted when that one died', () => {
    const at = ['collect', 'begun'] as const;
    expect(judge({ at, protocol: 1, attendant: 'alive' })).toEqual({ kind: 'older', protocol: 1 });
    expect(judge({ at, protocol: 1 })).toMatchObject({ kind: 'interrupted', because: 'older' });
    expect(judge({ at: ['report', 'begun'], exit: EXIT, protocol: 1 })).toMatchObject({
      kind: 'resumed',
      at: 'report',
    });
  });

  it('on another machine is left to that machine, wherever it was', () => {
    for (const at of [undefined, ['collect', 'begun'], ['work', 'begun']] as const) {
      const verdict = judge({ ...(at === undefined ? {} : { at }), attendant: 'elsewhere' });
      expect(verdict).toEqual({ kind: 'elsewhere' });
      expect(isRecovery(verdict)).toBe(false);
      expect(formatVerdict(verdict)).toBe('another machine works on it');
    }
  });

  it('of a newer form is that it is not touched, dead or alive', () => {
    const protocol = RUN_PROTOCOL + 1;
    for (const attendant of ['alive', 'dead', 'other-boot'] as const)
      expect(judge({ at: ['work', 'begun'], protocol, attendant })).toEqual({
        kind: 'newer',
        protocol,
      });
  });

  it('never lets an agent be started whose start may have been seen', () => {
    const given = fc.record({
      step: fc.constantFrom(...RUN_STEPS),
      phase: fc.constantFrom('begun' as const, 'done' as const),
      ended: fc.boolean(),
      failed: fc.boolean(),
      attendant: fc.constantFrom<Liveness>('dead', 'other-boot'),
      supervisors: fc.nat(8),
      protocol: fc.constantFrom(1, RUN_PROTOCOL),
    });
    fc.assert(
      fc.property(given, ({ step, phase, ended, failed, attendant, supervisors, protocol }) => {
        const afterWork = RUN_STEPS.indexOf(step) >= RUN_STEPS.indexOf('work');
        const exit = afterWork && (ended || step !== 'work' || phase === 'done') ? EXIT : null;
        const verdict = judge({
          at: [step, phase],
          exit,
          failed,
          attendant,
          supervisors,
          protocol,
        });
        if (!isRecovery(verdict)) throw new Error(verdict.kind);
        expect(formatRecovery(verdict)).not.toBe('');
        const finished = [...verdict.finished];
        const agentExit = exit ?? (verdict.lost ? { ...EXIT, cause: 'lost' as const } : null);
        const steps: RunStep[] = [];
        for (;;) {
          const next = nextStep({
            finished,
            failed: (failed || verdict.lost) && agentExit === null,
            skipped: false,
            cancelled: false,
            agentExit,
          });
          if (next === null) break;
          steps.push(next);
          finished.push(next);
        }
        const starts = steps.includes('work');
        expect(starts && afterWork).toBe(false);
        // A plan to start it is made again, for none is stored.
        expect(starts && !steps.includes('brief')).toBe(false);
      }),
    );
  });
});
