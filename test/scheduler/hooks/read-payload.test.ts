import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { summarizePayload } from '../../../src/scheduler/hooks/hook-receiver.ts';
import {
  readDeployment,
  payloadForm,
  readPayload,
} from '../../../src/scheduler/hooks/read-payload.ts';
import { WEBHOOK_SCHEMES } from '../../../src/words/trigger.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a payload', () => {
  it('is the JSON that was sent, whether as it stands or in a form', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (json) => {
        const form = bytes(`a=1&payload=${encodeURIComponent(json)}&b=`);
        expect(readPayload(bytes(json), 'json', 'standard')).toEqual({
          kind: 'payload',
          bytes: bytes(json),
          value: JSON.parse(new TextDecoder().decode(bytes(json))),
        });
        expect(readPayload(form, 'form', 'github')).toMatchObject({
          kind: 'payload',
          bytes: bytes(json),
        });
      }),
    );
  });

  it('may be any bytes without a fault', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom('json', 'form'), (body, form) => {
        expect(readPayload(body, form, 'github').kind).toMatch(/^(payload|malformed)$/);
      }),
    );
  });

  it('of a hundred levels is read, and of one more is not', () => {
    const nested = (depth: number): Uint8Array => bytes('['.repeat(depth) + ']'.repeat(depth));
    expect(readPayload(nested(100), 'json', 'github').kind).toBe('payload');
    expect(readPayload(nested(101), 'json', 'github')).toEqual({
      kind: 'malformed',
      reason: 'the JSON is nested deeper than 100',
    });
  });

  it('has no type when there are two, and none that a megabyte of parameters could hide', () => {
    expect(
      payloadForm([
        ['content-type', 'application/json'],
        ['content-type', 'application/json'],
      ]),
    ).toBeNull();
    expect(payloadForm([['content-type', `application/json${';a=b'.repeat(250_000)}`]])).toBe(
      'json',
    );
    expect(payloadForm([['content-type', `application/${'a+'.repeat(500_000)}json`]])).toBeNull();
  });
});

describe('what a payload says', () => {
  it('is read out of anything without a fault', () => {
    const names = ['deployment', 'deployment_status', 'id', 'sha', 'environment', 'state', 'data'];
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom(...names, 'object_kind', 'type', 'ref'), tie('any')),
      ),
    })).any;
    fc.assert(
      fc.property(
        value,
        fc.constantFrom(...WEBHOOK_SCHEMES),
        fc.constantFrom(null, 'push', 'deployment', 'deployment_status'),
        (value, scheme, event) => {
          const payload = { scheme, id: 'x', event, value };
          expect(readDeployment(payload).kind).toMatch(/^(deployment|other)$/);
          expect(summarizePayload(payload)).not.toBe('');
        },
      ),
    );
  });

  it.each([
    ['standard', null, { type: 'lamp' }, 'its type is not "deployment"'],
    ['standard', null, { type: 'deployment' }, 'the deployment has no environment'],
    [
      'standard',
      null,
      { type: 'deployment', environment: 'e' },
      'the deployment does not say what was deployed',
    ],
    ['github', null, {}, 'the event without a name is not a deployment'],
    ['github', 'deployment', {}, 'the deployment has no id'],
    [
      'github',
      'deployment_status',
      { deployment: { id: 1, environment: 'e', sha: 'a' } },
      'the deployment has no state',
    ],
    ['gitlab-token', null, {}, 'an event without a kind is not a deployment'],
    ['gitlab-token', null, { object_kind: 'deployment' }, 'the deployment has no id'],
  ] as const)('lacks something by %s %s %j', (...row) => {
    const [scheme, event, value, reason] = row;
    expect(readDeployment({ scheme, id: 'x', event, value })).toEqual({ kind: 'other', reason });
  });

  it('falls back to the short commit where the page of the commit is not told', () => {
    const value = {
      object_kind: 'deployment',
      deployment_id: 3,
      environment: 'review/lamp',
      status: 'running',
      short_sha: '3f0c2b9a',
    };
    expect(readDeployment({ scheme: 'gitlab-token', id: 'x', event: null, value })).toEqual({
      kind: 'deployment',
      deployment: {
        id: 'gitlab-3',
        environment: 'review/lamp',
        state: 'running',
        previous: null,
        deployed: '3f0c2b9a',
        summary: '3f0c2b9a to review/lamp: running',
      },
    });
  });
});
