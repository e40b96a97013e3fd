/** The labelled cases of cron-cases.json: what well-known schedulers answer, one case each. */
import { readFileSync } from 'node:fs';

import { z } from 'zod';

const instants = z.array(z.string());

const cronCase = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal(['next', 'match', 'previous', 'never', 'property']),
    id: z.string(),
    expr: z.string(),
    tz: z.string(),
    from: z.string(),
    expected: instants,
    /** Of a match that must not be one: the instant right after `from`. */
    not_expected: instants.optional(),
  }),
  z.strictObject({
    kind: z.literal('error'),
    id: z.string(),
    expr: z.string(),
    tz: z.string(),
    from: z.null(),
    expected: instants,
    error: z.literal(true),
  }),
  z.strictObject({
    kind: z.literal('union'),
    id: z.string(),
    expr: z.string(),
    exprs: z.array(z.string()),
    tz: z.string(),
    from: z.string(),
    expected: instants,
  }),
  z.strictObject({
    kind: z.literal('downtime'),
    id: z.string(),
    expr: z.string(),
    exprs: z.array(z.string()).optional(),
    tz: z.string(),
    /** When schedules were followed last. */
    from: z.string(),
    now: z.string(),
    /** What starts, oldest first; empty beside `too_many` and `expected_last`, which say it otherwise. */
    expected: instants,
    policy: z.enum(['all', 'once']).optional(),
    catchup_window_s: z.number().optional(),
    paused: z.boolean().optional(),
    limit: z.number().optional(),
    too_many: z.boolean().optional(),
    missed_counted: z.number().optional(),
    expected_count_max: z.number().optional(),
    expected_last: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('replay_from'),
    id: z.string(),
    expr: z.string(),
    tz: z.string(),
    from: z.null(),
    now: z.string(),
    catchup_window_s: z.number(),
    last_tick: z.string().nullable(),
    last_scheduled: z.string().nullable(),
    expected: instants,
  }),
  z.strictObject({
    kind: z.literal('overlap'),
    id: z.string(),
    expr: z.string(),
    tz: z.string(),
    from: z.null(),
    policy: z.string(),
    running: z.boolean(),
    /** Seconds after some instant. */
    due: z.array(z.number()),
    start: z.array(z.number()),
    keep: z.array(z.number()),
    skipped: z.number(),
    act_on_running: z.enum(['cancel', 'terminate']).optional(),
    expected: instants,
  }),
]);
export type CronCase = z.infer<typeof cronCase>;
export type CaseOf<Kind extends CronCase['kind']> = Extract<CronCase, { readonly kind: Kind }>;

export function readCronCases(): readonly CronCase[] {
  return z
    .array(cronCase)
    .parse(JSON.parse(readFileSync('test/scheduler/cron-cases.json', 'utf8')));
}
