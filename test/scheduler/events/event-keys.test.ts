import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { deploymentKey, eventKey } from '../../../src/scheduler/events/record-slots.ts';
import { deploymentPair } from '../../../src/scheduler/events/take-deployments.ts';
import type { DeploymentMemory } from '../../../src/store/definition-ports.ts';
import { isSlotKey } from '../../../src/words/ids.ts';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '/', '%2F', '%', 'a/b', 'a%2Fb', 'sha256-', 'x'.repeat(500)),
);

describe('the key of an event', () => {
  it('is a key of a slot whatever the id, and another one for another id', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [first, second] = [eventKey('git', a), eventKey('git', b)];
        expect(isSlotKey(first)).toBe(true);
        expect(first === second).toBe(a === b);
      }),
    );
  });

  it('cannot be made to look like the hash of another id', () => {
    const hashed = eventKey('git', 'é');
    expect(hashed).toMatch(/^event:git:sha256-[0-9a-f]{64}$/);
    expect(eventKey('git', hashed.slice('event:git:'.length))).not.toBe(hashed);
  });

  it('tells deployments apart by environment, id and state', () => {
    const parts = fc.record({ environment: text, id: text, state: text });
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const [first, second] = [deploymentKey(a), deploymentKey(b)];
        expect(isSlotKey(first)).toBe(true);
        expect(first === second).toBe(
          JSON.stringify([a.environment, a.id, a.state]) ===
            JSON.stringify([b.environment, b.id, b.state]),
        );
      }),
    );
    expect(deploymentKey({ environment: 'review/a', id: 'b', state: 'success' })).toBe(
      'event:deployment:review%2Fa/b/success',
    );
  });
});

describe('what is remembered of deployments', () => {
  const place = { environment: 'production', ref: null };
  const at = '2026-11-21T09:00:00.000Z';
  const told = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    state: fc.constantFrom('pending', 'success', 'failure'),
    deployed: fc.constantFrom('1', '2', '3'),
  });

  it('changes with the first success of each deployment only, and every pair holds to it', () => {
    fc.assert(
      fc.property(fc.array(told, { maxLength: 30 }), (all) => {
        let memory: DeploymentMemory = { place, deployments: [] };
        let now: string | null = null;
        const pairs = new Map<string, string | null>();
        for (const one of all) {
          const { pair, remember } = deploymentPair(
            memory,
            { ...one, environment: 'production', previous: null },
            at,
          );
          const first = one.state === 'success' && !pairs.has(one.id);
          expect(remember !== null).toBe(first);
          expect(pair.previous).toBe(pairs.has(one.id) ? pairs.get(one.id) : now);
          if (first) {
            pairs.set(one.id, now);
            now = one.deployed;
          }
          memory = remember ?? memory;
        }
        expect(memory.deployments.at(-1)?.deployed ?? null).toBe(now);
      }),
    );
  });

  it('keeps the newest five hundred', () => {
    let memory: DeploymentMemory = { place, deployments: [] };
    for (let n = 0; n < 650; n += 1) {
      const one = { id: `d${n}`, environment: 'e', state: 'success', previous: null };
      memory = deploymentPair(memory, { ...one, deployed: `${n}` }, at).remember ?? memory;
    }
    expect(memory.deployments).toHaveLength(500);
    expect(memory.deployments.at(-1)).toEqual({ id: 'd649', previous: '648', deployed: '649', at });
  });
});
