import { describe, expect, it } from 'vitest';

import type { OutsideEvent } from '../../../src/scheduler/contract.ts';
import { listening, openIntake, routineId, slotKey } from '../../kit/event-intake.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

type RoutineEvent = Exclude<OutsideEvent, { readonly kind: 'deployment' }>;

function delivery(id: string, change: Partial<RoutineEvent> = {}): RoutineEvent {
  const event = { id, summary: 'a push', payload: bytes(`{"id":"${id}"}`) };
  return { kind: 'webhook', routine: routineId('sweep'), ...event, ...change } as const;
}

describe('an event for one routine', () => {
  it('becomes a due slot pinned to the active definition, with its payload kept', async () => {
    const routine = listening('sweep');
    const intake = openIntake({ routines: [routine] });

    const results = await intake.deliver(delivery('msg_1'));

    const key = slotKey('event:webhook:msg_1');
    expect(results).toEqual([{ routine: 'sweep', key, outcome: 'accepted' }]);
    const [record] = await intake.records();
    expect(record).toEqual({
      routine: 'sweep',
      slot: { key, scheduledFor: '2026-11-21T09:00:00.000Z', trigger: 'webhook' },
      state: { kind: 'due', notBefore: null },
      recordedAt: '2026-11-21T09:00:00.000Z',
      changedAt: '2026-11-21T09:00:00.000Z',
      definition: routine.definition,
      event: {
        kind: 'webhook',
        id: 'msg_1',
        summary: 'a push',
        payload: record?.event?.payload,
        deployment: null,
      },
      inputs: {},
      anyway: false,
      covers: null,
      attempts: 0,
    });
    const stored = await intake.parts.events.read(record?.event?.payload ?? '');
    expect(new TextDecoder().decode(stored ?? new Uint8Array())).toBe('{"id":"msg_1"}');
    expect(intake.wakes()).toBe(1);
  });

  it('is known the second time, also after a restart, and wakes nobody then', async () => {
    const routines = [listening('sweep')];
    const first = openIntake({ routines });
    await first.deliver(delivery('msg_1'));
    const second = openIntake({ routines, stateDir: first.stateDir });

    expect(await first.deliver(delivery('msg_1'))).toMatchObject([{ outcome: 'known' }]);
    expect(await second.deliver(delivery('msg_1'))).toMatchObject([{ outcome: 'known' }]);
    expect([first.wakes(), second.wakes()]).toEqual([1, 0]);
    expect(await second.records()).toHaveLength(1);
  });

  it('makes one slot of fifty concurrent deliveries', async () => {
    const intake = openIntake({ routines: [listening('sweep')] });

    const results = await Promise.all(
      Array.from({ length: 50 }, () => intake.deliver(delivery('msg_1'))),
    );

    const outcomes = results.flat().map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'known')).toHaveLength(49);
    expect(await intake.records()).toHaveLength(1);
  });

  it('keeps equal ids of other kinds and other routines apart', async () => {
    const intake = openIntake({ routines: [listening('sweep'), listening('notes')] });

    await Promise.all([
      intake.deliver(delivery('x')),
      intake.deliver(delivery('x', { kind: 'git' })),
      intake.deliver(delivery('x', { routine: routineId('notes') })),
    ]);

    const made = (await intake.records()).map(({ routine, slot }) => `${routine} ${slot.key}`);
    expect(made.toSorted()).toEqual([
      'notes event:webhook:x',
      'sweep event:git:x',
      'sweep event:webhook:x',
    ]);
  });

  it('takes any id, and keeps two that differ apart', async () => {
    const intake = openIntake({ routines: [listening('sweep')] });
    const ids = [
      'a b',
      'a\u0000b',
      '\ud800',
      'x'.repeat(100_000),
      '../../etc',
      'é',
      '%'.repeat(90),
    ];

    for (const id of ids)
      expect(await intake.deliver(delivery(id))).toMatchObject([{ outcome: 'accepted' }]);

    const keys = (await intake.records()).map(({ slot }) => slot.key);
    expect(new Set(keys).size).toBe(ids.length);
    expect(keys.filter((key) => key.startsWith('event:webhook:sha256-'))).toHaveLength(6);
  });

  it('is told on one line without controls', async () => {
    const intake = openIntake({ routines: [listening('sweep')] });

    await intake.deliver(delivery('a\u001b[31mb', { summary: 'one\u001b]0;x\u0007\ntwo\u202e' }));

    const [record] = await intake.records();
    expect(record?.event).toMatchObject({ id: 'ab', summary: 'one two' });
  });
});

describe('an event that cannot be taken', () => {
  it('is refused for a routine that is not active', async () => {
    const intake = openIntake({ routines: [{ ...listening('sweep'), enabled: false }] });

    await expect(intake.deliver(delivery('msg_1'))).rejects.toMatchObject({
      code: 'refused',
      reason: 'routine-not-active',
      message: 'the routine sweep is not active, so nothing can make it due',
    });
    expect(await intake.records()).toEqual([]);
  });

  it('takes no other event of its batch down with it', async () => {
    const intake = openIntake({ routines: [listening('sweep')] });

    const settled = await Promise.allSettled([
      intake.deliver(delivery('a')),
      intake.deliver(delivery('b', { routine: routineId('gone') })),
      intake.deliver(delivery('c')),
    ]);

    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('may be delivered again when the store could not take it', async () => {
    const routines = [listening('sweep')];
    const { parts } = openIntake({ routines });
    let full = true;
    const createAll: typeof parts.slots.createAll = async (records) => {
      if (full) throw new TypeError('no space left');
      return parts.slots.createAll(records);
    };
    const intake = openIntake({ routines, change: { slots: { ...parts.slots, createAll } } });
    const event = delivery('msg_1', { idSigned: false });

    await expect(intake.deliver(event)).rejects.toThrow('no space left');
    full = false;
    expect(await intake.deliver({ ...event, id: 'msg_2' })).toMatchObject([
      { outcome: 'accepted', key: 'event:webhook:msg_2' },
    ]);
    expect(intake.wakes()).toBe(1);
  });

  it('fails alone when one record of a batch cannot be written', async () => {
    const routines = [listening('sweep')];
    const { parts } = openIntake({ routines });
    const createAll: typeof parts.slots.createAll = async (records) => {
      if (records.some(({ event }) => event?.id === 'bad')) throw new TypeError('a bad record');
      return parts.slots.createAll(records);
    };
    const intake = openIntake({ routines, change: { slots: { ...parts.slots, createAll } } });

    const settled = await Promise.allSettled(
      ['a', 'bad', 'c'].map((id) => intake.deliver(delivery(id))),
    );

    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('a payload whose sender does not sign the id', () => {
  const payload = bytes('{"ref":"refs/heads/main"}');
  const unsigned = (id: string): RoutineEvent => delivery(id, { payload, idSigned: false });

  it('is replayed under another id, and names the slot that it made', async () => {
    const intake = openIntake({ routines: [listening('sweep')] });
    await intake.deliver(unsigned('first'));

    expect(await intake.deliver(unsigned('second'))).toEqual([
      { routine: 'sweep', key: 'event:webhook:first', outcome: 'replayed' },
    ]);
    expect(await intake.deliver(unsigned('first'))).toMatchObject([{ outcome: 'known' }]);
    expect(await intake.records()).toHaveLength(1);
  });

  it('is found out after a restart too', async () => {
    const routines = [listening('sweep')];
    const first = openIntake({ routines });
    await first.deliver(unsigned('first'));
    const second = openIntake({ routines, stateDir: first.stateDir });

    expect(await second.deliver(unsigned('second'))).toMatchObject([{ outcome: 'replayed' }]);
  });

  it('makes one slot when fifty ids come with it at once', async () => {
    const intake = openIntake({ routines: [listening('sweep')] });

    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => intake.deliver(unsigned(`id-${index}`))),
    );

    const outcomes = results.flat().map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'replayed')).toHaveLength(49);
  });

  it('counts again after a day, and for another routine at once', async () => {
    const intake = openIntake({ routines: [listening('sweep'), listening('notes')] });
    await intake.deliver(unsigned('first'));

    const elsewhere = { ...unsigned('second'), routine: routineId('notes') };
    expect(await intake.deliver(elsewhere)).toMatchObject([{ outcome: 'accepted' }]);
    intake.clock.move(24 * 3_600_000);
    expect(await intake.deliver(unsigned('third'))).toMatchObject([{ outcome: 'accepted' }]);
  });
});
