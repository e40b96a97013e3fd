import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { MessageRequest } from '../../../src/connections/messages/message-request.ts';
import { isDue, moveMessage, wakesAt } from '../../../src/connections/messages/move-message.ts';
import { COOLDOWN, planMessages } from '../../../src/connections/messages/plan-messages.ts';
import { isQuiet } from '../../../src/connections/messages/quiet-hours.ts';
import { sha256 } from '../../../src/platform/hash.ts';
import { newRunId } from '../../../src/platform/ids.ts';
import type { Message, MessageContent } from '../../../src/words/message.ts';
import { OCCASIONS, type NotifyRule, type NotifyTarget } from '../../../src/words/notify.ts';
import { contentOf, routineIdOf } from '../../kit/messages.ts';

const MAIL: NotifyTarget = { kind: 'email', via: 'mail', to: ['team@example.com'], cc: [] };
const FILE: NotifyTarget = { kind: 'file', folder: '~/digests' };
const PING: NotifyTarget = { kind: 'ping', url: { kind: 'env', name: 'URL' } };
const AT = '2026-11-21T02:00:00.000Z';

describe('planning messages', () => {
  it('makes one for each target that a rule names for the occasion', () => {
    const [mail, file, ...more] = plan({
      rules: [rule({ targets: [MAIL, FILE] }), rule({ on: ['missed'], targets: [PING] })],
    });
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ target: MAIL, state: { kind: 'due', at: AT, failure: null } });
    expect(file).toMatchObject({ target: FILE, tries: 0, createdAt: AT });
    expect(mail?.id).toMatch(/^M-[0-9a-f]{12}$/);
    expect(mail?.id).not.toBe(file?.id);
  });

  it('tells a target once, of all for which its rules ask', () => {
    const made = plan({
      rules: [rule({ on: ['findings-new'] }), rule({ on: ['report'] })],
      content: contentOf({ occasions: ['always', 'report', 'findings-new'], at: AT }),
    });
    expect(made.map(({ contents }) => contents[0]?.occasions)).toEqual([
      ['report', 'findings-new'],
    ]);
  });

  it('makes nothing again where it was made', () => {
    const rules = [rule({ targets: [MAIL, FILE] }), rule({ targets: [PING], gatherAt: '07:00' })];
    const first = plan({ rules });
    expect(first).toHaveLength(3);
    expect(plan({ rules, earlier: first })).toEqual([]);
    expect(plan({ rules, earlier: first.slice(1) })).toEqual(first.slice(0, 1));
  });

  it('tells failures from so many in a row on', () => {
    const failed = contentOf({ occasions: ['always', 'failure'], tone: 'bad', at: AT });
    const told = [1, 2, 3, 4].map(
      (failures) =>
        plan({ rules: [rule({ on: ['failure'], failureAfter: 3 })], content: failed, failures })
          .length,
    );
    expect(told).toEqual([0, 0, 1, 1]);
  });

  it('tells of the recovery only where somebody was told of the failure', () => {
    const good = contentOf({ key: 'run:2', occasions: ['always', 'recovered'], at: AT });
    const rules = [rule({ on: ['failure', 'recovered'], failureAfter: 2 })];
    const failure = plan({
      rules,
      content: contentOf({
        key: 'run:1',
        occasions: ['failure'],
        tone: 'bad',
        at: '2026-11-21T01:00:00.000Z',
        run: runOf(),
      }),
      failures: 2,
    });
    const failingSince = '2026-11-21T00:00:00.000Z';
    expect(plan({ rules, content: good, failingSince })).toEqual([]);
    expect(plan({ rules, content: good, failingSince, earlier: failure })).toHaveLength(1);
    expect(plan({ rules: [rule({ on: ['recovered'] })], content: good })).toHaveLength(1);
  });

  it('keeps back what comes within the cooldown, and counts it in the next', () => {
    const rules = [rule({ cooldownMs: 3_600_000 })];
    let earlier: readonly Message[] = [];
    const tell = (minute: number): Message | undefined => {
      const now = new Date(Date.parse(AT) + minute * 60_000);
      const content = contentOf({ key: `run:${minute}`, at: now.toISOString() });
      const [made] = plan({ rules, content, now, earlier });
      if (made !== undefined) earlier = [...earlier, made];
      return made;
    };
    expect(tell(0)?.state.kind).toBe('due');
    expect(tell(10)?.state).toMatchObject({ kind: 'dropped', why: COOLDOWN });
    expect(tell(50)?.contents[0]?.markdown).toBe('');
    expect(tell(61)).toMatchObject({ state: { kind: 'due' }, contents: [{ heldBack: 2 }] });
    expect(tell(125)).toMatchObject({ state: { kind: 'due' }, contents: [{ heldBack: 0 }] });
  });

  it('holds back no other occasion', () => {
    const rules = [rule({ on: ['findings-new', 'failure'], cooldownMs: 3_600_000 })];
    const earlier = plan({ rules });
    const failed = contentOf({ key: 'run:2', occasions: ['failure'], tone: 'bad', at: AT });
    expect(plan({ rules, earlier, content: failed, failures: 1 })[0]?.state.kind).toBe('due');
  });

  it('holds in quiet hours until their end', () => {
    const [held] = plan({ rules: [rule({ quietHours: { from: '22:00', to: '07:00' } })] });
    expect(held?.state).toEqual({
      kind: 'held',
      until: '2026-11-21T06:00:00.000Z',
      why: 'quiet-hours',
    });
  });

  it('gathers what comes before a time for one target, over routines, oldest first', () => {
    const rules = [rule({ gatherAt: '07:00' })];
    const [first] = plan({ rules });
    const other = planRaw({
      routine: routineIdOf('other'),
      rules,
      earlier: first === undefined ? [] : [first],
      content: contentOf({
        key: 'run:other',
        routine: routineIdOf('other'),
        at: '2026-11-21T01:00:00.000Z',
      }),
    });
    expect(other).toMatchObject([
      {
        kind: 'longer',
        message: {
          id: first?.id,
          state: { kind: 'held', until: '2026-11-21T06:00:00.000Z', why: 'gather' },
          contents: [{ key: 'run:other' }, { key: 'run:01k0000000000000000000000a' }],
        },
      },
    ]);
  });

  it('begins another one for what comes after, and where one is too long', () => {
    const rules = [rule({ gatherAt: '07:00' })];
    const [first] = plan({ rules });
    if (first === undefined) throw new Error('none');
    const late = contentOf({ key: 'run:2', at: AT });
    const gone = { ...first, state: { kind: 'due' as const, at: AT, failure: null } };
    const long = {
      ...first,
      contents: Array.from({ length: 100 }, (_, index) => contentOf({ key: `run:x${index}` })),
    };
    for (const there of [gone, long]) {
      const [made] = planRaw({ rules, content: late, earlier: [there] });
      expect(made?.kind).toBe('new');
      expect(made?.message.id).not.toBe(first.id);
    }
  });

  it('tells pings alone of what was skipped', () => {
    const rules = [rule({ on: ['always'], targets: [MAIL, PING] })];
    const content = contentOf({ occasions: ['always'], at: AT });
    expect(plan({ rules, content, onlyPings: true }).map(({ target }) => target)).toEqual([PING]);
  });

  it('loses nothing, makes nothing twice and keeps quiet hours, whatever happens when', () => {
    fc.assert(
      fc.property(fc.array(rules, { minLength: 1, maxLength: 3 }), happenings, (given, events) => {
        const world = simulate(given, events);
        for (const { at, quiet } of world.sentAt)
          expect(isQuiet(new Date(at), quiet, 'Europe/Berlin')).toBe(false);
        const told = world.messages.flatMap(({ contents, target }) =>
          contents.map(({ key }) => `${JSON.stringify(target)} ${key}`),
        );
        expect(new Set(told).size).toBe(told.length);
        expect(new Set(told)).toEqual(world.wanted);
        for (const { contents } of world.messages)
          expect(contents.map(({ at }) => at)).toEqual(contents.map(({ at }) => at).toSorted());
        // What a cooldown kept back is counted once, or not told yet.
        const counts = world.messages.flatMap(({ contents }) =>
          contents.map((one) => one.heldBack),
        );
        const kept = world.messages.filter(({ state }) => state.kind === 'dropped').length;
        expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(kept);
        expect(
          world.messages.every(({ state }) => state.kind === 'sent' || state.kind === 'dropped'),
        ).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

interface Happening {
  readonly minutes: number;
  readonly routine: 'one' | 'two';
  /** Planned again, as after a crash. */
  readonly again: boolean;
}

/** One after the other; in between time continues, what is due is sent, and every other try is none. */
function simulate(given: readonly NotifyRule[], events: readonly Happening[]) {
  const store = new Map<string, Message>();
  const wanted = new Set<string>();
  const sentAt: { at: string; quiet: NotifyRule['quietHours'] }[] = [];
  let now = Date.parse(AT);
  const tick = (to: number): void => {
    for (; now < to; now += 600_000) {
      for (const message of store.values()) {
        const at = new Date(now).toISOString();
        const woken = moveMessage(message, { kind: 'wake', at, timezone: 'Europe/Berlin' });
        store.set(woken.id, isDue(woken, at) ? tried(woken, at) : woken);
      }
    }
  };
  const tried = (message: Message, at: string): Message => {
    const by = { pid: 1, startTime: '1', bootId: '1' };
    const claimed = moveMessage(message, { kind: 'claim', at, by, claim: 'x' });
    sentAt.push({ at, quiet: message.quietHours ?? null });
    const answer =
      claimed.tries % 2 === 1
        ? ({ kind: 'retry', why: 'no answer' } as const)
        : ({ kind: 'sent', receipt: 'ok' } as const);
    return moveMessage(claimed, { kind: 'answer', at, claim: 'x', answer });
  };
  for (const [index, { minutes, routine, again }] of events.entries()) {
    tick(now + minutes * 60_000);
    const key = `run:${index}`;
    const at = new Date(now).toISOString();
    const content = contentOf({
      key,
      routine: routineIdOf(routine),
      at,
      occasions: ['always', 'report'],
    });
    for (const _ of again ? [1, 2] : [1]) {
      const planned = planRaw({
        routine: routineIdOf(routine),
        rules: given,
        content,
        now: new Date(now),
        earlier: [...store.values()],
      });
      for (const { message } of planned) store.set(message.id, message);
    }
    for (const { on, targets } of given)
      if (on.some((one) => one === 'always' || one === 'report'))
        for (const target of targets) wanted.add(`${JSON.stringify(target)} ${key}`);
  }
  for (
    let round = 0;
    round < 100 && [...store.values()].some((one) => wakesAt(one) !== null);
    round += 1
  )
    tick(now + 3_600_000);
  return { messages: [...store.values()], wanted, sentAt };
}

const rules = fc.record({
  on: fc.subarray([...OCCASIONS], { minLength: 1 }),
  targets: fc.subarray([MAIL, FILE, PING], { minLength: 1 }),
  failureAfter: fc.constant(1),
  cooldownMs: fc.constantFrom(0, 0, 3_600_000, 86_400_000),
  quietHours: fc.constantFrom(null, { from: '22:00', to: '07:00' }, { from: '03:00', to: '15:30' }),
  gatherAt: fc.constantFrom(null, null, '07:00', '23:30'),
});
const happenings = fc.array(
  fc.record({
    minutes: fc.integer({ min: 0, max: 600 }),
    routine: fc.constantFrom('one' as const, 'two' as const),
    again: fc.boolean(),
  }),
  { maxLength: 12 },
);

function rule(change: Partial<NotifyRule> = {}): NotifyRule {
  return {
    on: ['findings-new'],
    targets: [MAIL],
    failureAfter: 1,
    cooldownMs: 0,
    quietHours: null,
    gatherAt: null,
    ...change,
  };
}

function planRaw(change: Partial<MessageRequest>): ReturnType<typeof planMessages> {
  return planMessages({
    routine: routineIdOf('todo-sweep'),
    rules: [],
    content: contentOf({ at: AT }),
    failures: 0,
    failingSince: null,
    earlier: [],
    now: new Date(AT),
    timezone: 'Europe/Berlin',
    hash: sha256,
    ...change,
  });
}

function plan(change: Partial<MessageRequest>): readonly Message[] {
  return planRaw(change).map(({ message }) => message);
}

function runOf(): MessageContent['run'] {
  return {
    id: newRunId(new Date(AT)),
    outcome: 'failed',
    engine: 'builtin',
    startedAt: null,
    endedAt: null,
    branch: null,
    counts: { new: 0, known: 0, resolved: 0 },
    held: 0,
    reportPath: null,
  };
}
