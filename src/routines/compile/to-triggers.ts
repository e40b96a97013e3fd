/** The key `on` in the words of the domain. */
import { parseDuration } from '../../words/duration.ts';
import { isRoutineId } from '../../words/ids.ts';
import type { InputRule, SchedulePhrase, Trigger } from '../../words/trigger.ts';
import { readScheduleEntry } from '../schedule/schedule-entry.ts';
import type { FullRoutine } from './fill-defaults.ts';

type FullTriggers = FullRoutine['on'];

/** @param phrases of each schedule, in order; `null` for one that was not written in words */
export function toTriggers(
  on: FullTriggers,
  phrases: readonly (SchedulePhrase | null)[],
): readonly Trigger[] {
  const { webhook, deployment, git, files, routine, manual } = on;
  const triggers: Trigger[] = [...schedulesOf(on, phrases)];
  if (webhook !== undefined) {
    const secret = webhook.secret.slice('env:'.length);
    triggers.push({ kind: 'webhook', scheme: webhook.scheme, secret });
  }
  if (deployment !== undefined) {
    const { environment, state, ref } = deployment;
    triggers.push({ kind: 'deployment', environment, states: state, ref });
  }
  if (git !== undefined) {
    triggers.push({ kind: 'git', branches: git.branches, paths: git.paths, tags: git.tags });
  }
  if (files !== undefined) {
    const debounceMs = parseDuration(files.debounce) ?? 0;
    triggers.push({ kind: 'files', paths: files.paths, debounceMs });
  }
  if (routine !== undefined) {
    const completed = routine.completed.filter(isRoutineId);
    triggers.push({ kind: 'routine', completed, outcome: routine.outcome });
  }
  if (manual !== undefined) triggers.push({ kind: 'manual', inputs: inputsOf(manual.inputs) });
  return triggers;
}

function schedulesOf(
  on: FullTriggers,
  phrases: readonly (SchedulePhrase | null)[],
): readonly Trigger[] {
  return (on.schedule ?? []).flatMap((entry, index) => {
    // Spelled out already, so there is nothing left to scatter.
    const read = readScheduleEntry(entry, '');
    if (read?.kind !== 'rule') return [];
    const phrase = phrases[index] ?? null;
    const trigger = { kind: 'schedule', when: read.rule, timezone: entry.timezone } as const;
    return [phrase === null ? trigger : { ...trigger, phrase }];
  });
}

function inputsOf(
  written: NonNullable<FullTriggers['manual']>['inputs'],
): Readonly<Record<string, InputRule>> {
  const rules = Object.entries(written).map(([name, input]) => {
    const { type, description, required, options } = input;
    return [name, { type, description, required, byDefault: input.default, options }] as const;
  });
  return Object.fromEntries(rules);
}
