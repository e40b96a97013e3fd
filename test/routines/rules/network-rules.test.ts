import { expect, it } from 'vitest';

import { networkBreaches, networkWarnings } from '../../../src/routines/rules/network-rules.ts';
import { routineSchema } from '../../../src/routines/schema/routine-schema.ts';

function written(network: unknown): Parameters<typeof networkBreaches>[0] {
  return routineSchema.parse({
    on: { manual: {} },
    agent: { prompt: 'x' },
    permissions: { network },
  });
}

it.each([
  [{ allow: ['a.example', 'a.example'] }, 'duplicate-host allow.1'],
  [{ setup: ['registries', 'registries'] }, 'duplicate-host setup.1'],
  [{ allow: ['registries'] }, 'registries-in-allow allow.0'],
  [{ allow: ['a.example:70000'] }, 'port-out-of-range allow.0'],
  [{ allow: ['a..example'] }, 'invalid-host allow.0'],
  [{ allow: ['a.-b.example'] }, 'invalid-host allow.0'],
  [{ allow: ['0177.0.0.1'] }, 'invalid-host allow.0'],
  [{ allow: ['2130706433'] }, 'invalid-host allow.0'],
  [{ allow: ['*.8.8.8.8'] }, 'invalid-host allow.0'],
])('refuses %j: %s', (network, expected) => {
  const [breach] = networkBreaches(written(network));
  expect(`${breach?.code} ${breach?.path.slice(2).join('.')}`).toBe(expected);
});

it.each([[{}], [{ allow: ['a.example', 'a.example:8443', '*.a.example', '8.8.8.8:53'] }]])(
  'takes %j',
  (network) => expect(networkBreaches(written(network))).toEqual([]),
);

it.each(['*.com', '*.co.uk', '*.github.io', '*.com:443'])('warns of %s', (host) => {
  expect(networkWarnings(written({ allow: [host] }))).toEqual([
    {
      path: ['permissions', 'network', 'allow', 0],
      code: 'wide-host',
      message: `\`${host}\` lets through every name under an ending that anybody can get one of`,
      hint: 'Name the hosts that are meant, or a domain of yours: `*.example.com`.',
    },
  ]);
});

it.each(['*.example.com', 'example.com', 'registries'])('says nothing of %s', (host) => {
  expect(networkWarnings(written({ setup: [host] }))).toEqual([]);
});
