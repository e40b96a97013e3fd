import { describe, expect, test } from 'vitest';

import { context, read, routineOf } from '../kit/definitions.ts';

const command = { ...context, workspace: { ...context.workspace, engine: 'command' as const } };

function routine(more: string): string {
  return `on: manual\nagent: { prompt: Look., command: [cat] }\n${more}\n`;
}

const PRIVATE = 'permissions: { env: [DESK_TOKEN], network: { allow: [api.example.com] } }';
const TICKETS = 'collect: [{ tickets: { path: t } }]';

describe('private data, untrusted input and a way out', () => {
  test('all three are a problem at the way out, with what to write', () => {
    expect(read(routine(`${TICKETS}\n${PRIVATE}`), { context: command })).toEqual([
      '4:53 risk-not-accepted the routine has private data (permissions.env: DESK_TOKEN), untrusted input (the collector tickets) and a way out (permissions.network.allow: api.example.com) at once: the author of the input could have the data sent out | Take one of the three away, or say why this is all right: `accept-risk: "Only our own staff writes tickets."`.',
    ]);
  });

  test.each([
    ['two of them', PRIVATE],
    ['a reason', `${TICKETS}\n${PRIVATE}\naccept-risk: Our own tickets.`],
    ['what `auto` may still close', `${TICKETS}\npermissions: { env: [DESK_TOKEN] }`],
    [
      'a sandbox without network',
      `${TICKETS}\npermissions: { read: [~/notes] }\nworkspace: { isolation: sandbox }`,
    ],
  ])('%s is none', (_what, more) => {
    expect(routineOf(routine(more), { context: command }).id).toBe('x');
  });

  test('the built-in engine follows no prose', () => {
    expect(routineOf(`on: manual\n${TICKETS}\n${PRIVATE}\n`).agent.engine).toBe('builtin');
  });
});
