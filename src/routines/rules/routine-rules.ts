/** Rules that look at more than one value of a routine. Pure; each answers with every problem it finds. */
import { collectorKinds, factsNames, writtenKinds } from '../../collectors/registry.ts';
import { notifyForms, writtenTargets } from '../../connectors/registry.ts';
import { isRecord } from '../../platform/json.ts';
import { parseDuration } from '../../words/duration.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { listWords, oneLine } from '../../words/text.ts';
import { untilInstant } from '../compile/to-policy-and-notify.ts';
import { listCollectors } from '../schema/collector-keys.ts';
import type { WrittenNotify } from '../schema/notify-schema.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';
import { limitBreaches } from './limit-rules.ts';
import { networkBreaches } from './network-rules.ts';
import { triggerBreaches } from './trigger-rules.ts';

// `notify`: what is refused besides what names no connection. Pure.

type Rule = WrittenNotify[number];

function notifyBreaches(notify: WrittenNotify): readonly RuleBreach[] {
  return notify.flatMap((rule, index) => [
    ...targetBreaches(rule, index),
    ...occasionBreaches(rule, index),
    ...timeBreaches(rule, index),
    ...writtenTargets(rule).flatMap(
      ([form, written]) => form.breaches?.(written, ['notify', index, form.key]) ?? [],
    ),
  ]);
}

function targetBreaches(rule: Rule, index: number): readonly RuleBreach[] {
  if (writtenTargets(rule).length > 0) return [];
  const examples = notifyForms().map(({ example }) => `\`${example}\``);
  return [
    {
      path: ['notify', index],
      code: 'no-target',
      message: 'this rule of `notify` has no target',
      hint: `Add ${listWords(examples, 'or')}.`,
    },
  ];
}

function occasionBreaches(rule: Rule, index: number): readonly RuleBreach[] {
  const breaches: RuleBreach[] = [];
  rule.on.forEach((occasion, at) => {
    if (rule.on.indexOf(occasion) === at) return;
    breaches.push({
      path: ['notify', index, 'on', at],
      code: 'duplicate-occasion',
      message: `\`${occasion}\` is in \`notify.on\` already`,
      hint: 'Remove it.',
    });
  });
  if (rule['failure-after'] > 1 && !rule.on.includes('failure')) {
    breaches.push({
      path: ['notify', index, 'failure-after'],
      code: 'useless-key',
      message: '`failure-after` counts failures, and `on` does not have `failure`',
      hint: 'Add `failure` to `on`, or leave it out.',
    });
  }
  return breaches;
}

function timeBreaches(rule: Rule, index: number): readonly RuleBreach[] {
  const breaches: RuleBreach[] = [];
  const [from, to] = rule['quiet-hours']?.split('-') ?? [];
  if (from !== undefined && from === to) {
    breaches.push({
      path: ['notify', index, 'quiet-hours'],
      code: 'empty-span',
      message: `\`quiet-hours\` begin and end at ${from}`,
      hint: 'Write two times, such as "22:00-07:00".',
    });
  }
  const atOnce = writtenTargets(rule).find(([form]) => form.atOnce)?.[0].key;
  if (rule['gather-at'] !== null && atOnce !== undefined) {
    breaches.push({
      path: ['notify', index, 'gather-at'],
      code: 'cannot-gather',
      message: `\`gather-at\` goes with ${listWords(gathered(), 'and')}, and this rule has \`${atOnce}\` too`,
      hint: `Give \`${atOnce}\` a rule of its own.`,
    });
  }
  return breaches;
}

function gathered(): readonly string[] {
  return notifyForms().flatMap(({ key, atOnce }) => (atOnce ? [] : [`\`${key}\``]));
}

const LONGEST_TIMEOUT_MS = 7 * 86_400_000;

/** What holds for every engine. */
export function routineBreaches(routine: WrittenRoutine): readonly RuleBreach[] {
  return [
    ...triggerBreaches(routine),
    ...policyBreaches(routine),
    ...collectBreaches(routine),
    ...windowBreaches(routine),
    ...promptBreaches(routine),
    ...timeoutBreaches(routine),
    ...limitBreaches(routine),
    ...networkBreaches(routine),
    ...notifyBreaches(routine.notify),
  ];
}

function collectBreaches({ collect, report }: WrittenRoutine): readonly RuleBreach[] {
  const breaches: RuleBreach[] = [];
  const seen = new Set<string>();
  collect.forEach((entry, index) => {
    const names = factsNames([entry]);
    if (names.length !== 1) {
      breaches.push({
        path: ['collect', index],
        code: 'one-of',
        message: `this entry has ${names.length === 0 ? 'no collector' : `${names.length} collectors`}`,
        hint: `Give each entry exactly one of ${listCollectors('and')}.`,
      });
    }
    for (const name of names) {
      const taken = entry[name] === undefined && collectorKinds().some(({ kind }) => kind === name);
      if (seen.has(name) || taken) {
        breaches.push({
          path: ['collect', index],
          code: 'duplicate-collector',
          message: `the name \`${name}\` is taken by another collector`,
          hint: 'Names of facts must differ: give each command a `name` of its own, and merge the settings of the others.',
        });
      }
      seen.add(name);
    }
  });
  for (const name of Object.keys(report['min-coverage'])) {
    if (seen.has(name)) continue;
    breaches.push({
      path: ['report', 'min-coverage', name],
      code: 'unknown-collector',
      message: `\`report.min-coverage\` names \`${oneLine(name, 60)}\`, which this routine does not collect`,
      hint: seen.size === 0 ? 'Remove it.' : `Collected here: ${[...seen].join(', ')}.`,
    });
  }
  return [...breaches, ...settingsBreaches(collect)];
}

function settingsBreaches(collect: WrittenRoutine['collect']): readonly RuleBreach[] {
  return collect.flatMap((entry, index) =>
    writtenKinds(entry).flatMap(([kind, settings]) =>
      (kind.breaches?.(settings) ?? []).map((breach) => ({
        ...breach,
        path: ['collect', index, kind.kind, ...breach.path],
      })),
    ),
  );
}

function windowBreaches({ window }: WrittenRoutine): readonly RuleBreach[] {
  if (typeof window === 'string' || window.max === undefined || window.since.startsWith('last-'))
    return [];
  return [
    {
      path: ['window', 'max'],
      code: 'useless-key',
      message: '`window.max` bounds nothing when `window.since` is a duration',
      hint: 'Remove `window.max`.',
    },
  ];
}

function promptBreaches({ agent }: WrittenRoutine): readonly RuleBreach[] {
  if (agent.prompt === null || agent['prompt-file'] === null) return [];
  return [
    {
      path: ['agent', 'prompt-file'],
      code: 'two-prompts',
      message: 'both `agent.prompt` and `agent.prompt-file` are given',
      hint: 'Keep one of the two.',
    },
  ];
}

/** Timers of the platform turn over after 24 days: refuse long before that. */
function timeoutBreaches({ limits, collect, condition }: WrittenRoutine): readonly RuleBreach[] {
  const given: (readonly [NodePath, string | undefined])[] = [
    [['condition', 'timeout'], condition?.timeout],
    [['limits', 'timeout'], limits.timeout],
    [['limits', 'idle-timeout'], limits['idle-timeout']],
    ...collect.flatMap((entry, index) =>
      writtenKinds(entry).map(
        ([{ kind }, settings]) =>
          [['collect', index, kind, 'timeout'], timeoutIn(settings)] as const,
      ),
    ),
  ];
  return given
    .filter(([, text]) => text !== undefined && (parseDuration(text) ?? 0) > LONGEST_TIMEOUT_MS)
    .map(([path, text]) => ({
      path,
      code: 'too-long',
      message: `\`${path.filter((step) => typeof step === 'string').join('.')}\` is "${text}", longer than 7d`,
      hint: 'Write at most 7d.',
    }));
}

function timeoutIn(settings: unknown): string | undefined {
  const timeout = isRecord(settings) ? settings['timeout'] : undefined;
  return typeof timeout === 'string' ? timeout : undefined;
}

/** Rules about when slots may start. Pure. */
function policyBreaches({ policy }: WrittenRoutine): readonly RuleBreach[] {
  return [...untilBreaches(policy), ...touchesBreaches(policy)];
}

function untilBreaches({ until }: WrittenRoutine['policy']): readonly RuleBreach[] {
  if (until === null || untilInstant(until, 'UTC') !== null) return [];
  return [
    {
      path: ['policy', 'until'],
      code: 'no-such-date',
      message: `there is no time ${oneLine(until, 40)}`,
      hint: 'Write a date that exists, such as 2026-12-31 or 2026-12-31T18:00.',
    },
  ];
}

/** Whether two lists can meet is asked of their patterns alone; one that takes back would make them seem apart. */
function touchesBreaches({ touches }: WrittenRoutine['policy']): readonly RuleBreach[] {
  return touches.flatMap((pattern, index) =>
    pattern.startsWith('!')
      ? [
          {
            path: ['policy', 'touches', index],
            code: 'bad-pattern',
            message: `\`policy.touches\` cannot take back: ${oneLine(pattern, 80)}`,
            hint: 'Name only what runs change, such as `src/billing/**`.',
          },
        ]
      : [],
  );
}
