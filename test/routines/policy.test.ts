import { describe, expect, test } from 'vitest';

import { DEFAULT_POLICY } from '../../src/words/policy.ts';
import { read, routineOf } from '../kit/definitions.ts';

const COLLECT = 'collect: [todos]\n';

function policyOf(policy: string, on = 'manual') {
  return routineOf(`on: ${on}\npolicy: ${policy}\n${COLLECT}`).policy;
}

describe('policy', () => {
  test('has the defaults of the domain', () => {
    expect(policyOf('{}')).toEqual(DEFAULT_POLICY);
  });

  test('with `on.deployment` every deployment waits for its turn, unless another overlap is written', () => {
    expect(policyOf('{}', '{ deployment: production }').overlap).toBe('buffer-all');
    expect(policyOf('{}', '{ deployment: production, schedule: daily at 06:00 }').overlap).toBe(
      'buffer-all',
    );
    expect(policyOf('{ overlap: skip }', '{ deployment: production }').overlap).toBe('skip');
  });

  test('is read in full', () => {
    const text =
      '{ overlap: buffer-one, misfire: run-all, starting-deadline: 2h, jitter: 5m, cooldown: 1h, pause-after-failures: 2, until: 2026-12-31T18:00, touches: [src/billing/**], concurrency: { group: tracker, max: 2 } }';
    expect(policyOf(text)).toEqual({
      overlap: 'buffer-one',
      misfire: 'run-all',
      startingDeadlineMs: 7_200_000,
      jitterMs: 300_000,
      cooldownMs: 3_600_000,
      pauseAfterFailures: 2,
      // The workspace's zone is Europe/Berlin.
      until: '2026-12-31T17:00:00.000Z',
      touches: ['src/billing/**'],
      concurrency: { group: 'tracker', max: 2 },
    });
  });

  test('a group by its name alone has one place', () => {
    expect(policyOf('{ concurrency: tracker }').concurrency).toEqual({ group: 'tracker', max: 1 });
  });

  test.each(['false', 'null'])('`pause-after-failures: %s` is never', (word) => {
    expect(policyOf(`{ pause-after-failures: ${word} }`).pauseAfterFailures).toBeNull();
  });

  test.each([
    ['{ schedule: [{ every: 30m }, { every: 15m }, { every: 2h }] }', 900_000],
    ['{ schedule: every 20m }', 1_200_000],
    ['{ schedule: [{ every: 1h }] }', 43_200_000],
    ['{ schedule: "*/5 * * * *" }', 43_200_000],
  ])('of %s the starting deadline is %d ms', (on, ms) => {
    expect(policyOf('{}', on).startingDeadlineMs).toBe(ms);
  });

  test('what is written counts before the interval', () => {
    expect(
      policyOf('{ starting-deadline: 1d }', '{ schedule: [{ every: 15m }] }').startingDeadlineMs,
    ).toBe(86_400_000);
  });

  test.each([
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.999Z'],
    ['2026-10-24', 'Europe/Berlin', '2026-10-24T21:59:59.999Z'],
    ['2026-12-31', 'America/New_York', '2027-01-01T04:59:59.999Z'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2028-02-29T12:00', 'UTC', '2028-02-29T12:00:00.000Z'],
  ])('until %s in %s is %s', (until, timezone, instant) => {
    const on = `{ schedule: [{ cron: "0 2 * * *", timezone: ${timezone} }] }`;
    expect(policyOf(`{ until: ${until} }`, on).until).toBe(instant);
  });

  test('all problems come at once', () => {
    const text =
      'on: manual\npolicy: { overlap: queue, jitter: 5, until: 2026-02-30, pause-after-failures: 0, touches: ["!x"], concurrency: {} }\n';
    expect(read(text + COLLECT)).toEqual([
      '2:20 wrong-value `policy.overlap` is "queue" | Write one of `skip`, `buffer-one`, `buffer-all`, `cancel-other`, `terminate-other`, `allow-all`.',
      '2:35 wrong-value `policy.jitter` is the number 5 | Write a duration such as 90s, 15m, 4h or 2d.',
      '2:45 no-such-date there is no time 2026-02-30 | Write a date that exists, such as 2026-12-31 or 2026-12-31T18:00.',
      '2:79 wrong-value `policy.pause-after-failures` is the number 0 | Write a whole number from 1 to 1000, or false.',
      '2:92 bad-pattern `policy.touches` cannot take back: !x | Name only what runs change, such as `src/billing/**`.',
      '2:99 missing-key `policy.concurrency.group` is missing | Write a name in kebab-case, such as `tracker-writers`.',
    ]);
  });
});

describe('condition', () => {
  test('is a command, and has a time limit', () => {
    expect(routineOf(`on: manual\ncondition: scripts/x.sh\n${COLLECT}`).condition).toEqual({
      run: 'scripts/x.sh',
      timeoutMs: 30_000,
    });
    const full = `on: manual\ncondition: { run: ./x --all, timeout: 2m }\n${COLLECT}`;
    expect(routineOf(full).condition).toEqual({ run: './x --all', timeoutMs: 120_000 });
    expect(routineOf(`on: manual\ncondition: null\n${COLLECT}`).condition).toBeNull();
  });

  test('of more than a week is refused', () => {
    expect(read(`on: manual\ncondition: { run: x, timeout: 8d }\n${COLLECT}`)).toEqual([
      '2:31 too-long `condition.timeout` is "8d", longer than 7d | Write at most 7d.',
    ]);
  });
});

test('the window may begin at the last deployment', () => {
  expect(routineOf(`on: manual\nwindow: { since: last-deploy }\n${COLLECT}`).window).toEqual({
    kind: 'since',
    since: 'last-deploy',
    maxMs: 604_800_000,
  });
});

test('--set reaches what is new', () => {
  const set = [
    'policy.overlap=allow-all',
    'policy.concurrency=tracker',
    'condition=scripts/x.sh',
    'on.deployment=production',
    'on.manual.inputs.since=string',
  ];
  const { policy, condition, triggers } = routineOf(`on: manual\n${COLLECT}`, { set });
  expect(policy.overlap).toBe('allow-all');
  expect(policy.concurrency).toEqual({ group: 'tracker', max: 1 });
  expect(condition?.run).toBe('scripts/x.sh');
  expect(triggers.map(({ kind }) => kind)).toEqual(['deployment', 'manual']);
});
