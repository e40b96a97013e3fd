import { expect, it } from 'vitest';

import { converse, echoServer, madeUpWorld, networkPlan, openedEgress } from '../../kit/egress.ts';

const ASKED = 'GET http://ok.example/ HTTP/1.1\r\n\r\n';
const SERVED = 'HTTP/1.1 200 OK';

it('serves of a thousand that come at once as many at a time as it can, and the next one after them', async () => {
  const { port } = await echoServer();
  const world = madeUpWorld({ 'ok.example': [['93.184.216.34']] }, port);
  const plan = networkPlan({ allow: ['ok.example'] });
  const egress = await openedEgress(plan, world.outside);
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, async () => converse(plan, ASKED)),
  );
  const served = answers.filter((answer) => answer.startsWith(SERVED)).length;
  expect(served).toBeGreaterThan(200);
  expect(answers.filter((answer) => answer === '')).toHaveLength(1_000 - served);
  expect((await converse(plan, ASKED)).startsWith(SERVED)).toBe(true);
  expect(egress.denied()).toEqual([]);
});
