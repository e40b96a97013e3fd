/** `notify`: what is refused besides what names no connection. Pure. */
import { notifyForms, writtenTargets } from '../../connectors/registry.ts';
import type { RuleBreach } from '../../words/rule-breach.ts';
import { listWords } from '../../words/text.ts';
import type { WrittenNotify } from '../schema/notify-schema.ts';

type Rule = WrittenNotify[number];

export function notifyBreaches(notify: WrittenNotify): readonly RuleBreach[] {
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
