/** What a routine may run, for the eyes of the person who is to agree to it. Nothing of it is cut. */
import type {
  DefinitionChange,
  Activation,
  MayRun,
} from '../../routines/enable/describe-activation.ts';
import { formatSchedule } from '../../scheduler/format-schedule.ts';
import { formatDuration } from '../../words/duration.ts';
import { localTime } from '../../words/local-time.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Trigger } from '../../words/trigger.ts';

export type Field = readonly [label: string, value: string | null];

/** `tidy (routines/tidy.yaml): changed; active is the version at main`. */
export function activationTitle({ id, file, state, against, enabled }: Activation): string {
  const other =
    against?.source === 'enabled'
      ? 'the version enabled before is active'
      : `active is the version at ${against?.from ?? 'the ref'}`;
  const byHand = `, and starts only by hand: roundsman edit ${id} --set enabled=true changes that`;
  const words =
    state === 'active'
      ? `active already${enabled ? '' : byHand}`
      : state === 'new'
        ? 'new, nothing of it is active'
        : `changed; ${other}`;
  return `${id} (${file}): ${words}`;
}

export function activationFields(activation: Activation): readonly Field[] {
  const { enabled, triggers, next, mayRun } = activation;
  const timing = triggers.map(triggerLine);
  return [
    ['starts', enabled ? listed(timing) : 'not by itself: it is `enabled: false`'],
    ['next', listed(next.map(({ instant, timezone }) => localTime(instant, timezone)))],
    ...workFields(mayRun),
    ...reachFields(mayRun),
  ];
}

function workFields(may: MayRun): readonly Field[] {
  const { condition, prompt } = may;
  return [
    ['engine', may.builtin === null ? may.engine : `${may.engine} (${may.builtin})`],
    ['command', may.command.length === 0 ? null : argvWords(may.command)],
    ['prompt', prompt.text === null ? prompt.file : whole(prompt.text)],
    [
      'condition',
      condition === null
        ? null
        : `${whole(condition.run)} (at most ${formatDuration(condition.timeoutMs)})`,
    ],
    ['collect', listed(may.collect.map(({ name, run }) => `${name}: ${argvWords(run)}`))],
    ['set-up', listed(may.setup.map(whole))],
    ['checks', listed(may.checks.map(whole))],
    ['time limit', formatDuration(may.timeoutMs)],
  ];
}

function reachFields(may: MayRun): readonly Field[] {
  const { fileItem, push } = may.outputs;
  return [
    ['variables', may.env.length === 0 ? 'none' : may.env.map(whole).join(', ')],
    ['copied in', listed(may.include.map(whole))],
    ['isolation', isolationWords(may)],
    ['network', networkWords(may)],
    ['may read', listed(may.read.map(whole))],
    ['may change', listed(may.write.map(whole))],
    ['risk', may.acceptRisk === null ? null : `accepted: ${whole(may.acceptRisk)}`],
    [
      'outputs',
      listed([
        `a branch (${may.outputs.mode})`,
        ...(fileItem === null
          ? []
          : [`up to ${plural(fileItem.max, 'item')} a run (${fileItem.mode})`]),
        ...(push === null ? [] : [`a push to ${push.remote} (${push.mode})`]),
      ]),
    ],
  ];
}

function isolationWords({ isolation, level }: MayRun): string {
  if (level === null) return `${isolation}: cannot be had here, so no run would start`;
  return isolation === 'auto' ? `auto: ${level} here` : isolation;
}

function networkWords({ network, level, reach: { allow, setup } }: MayRun): string {
  if (network === 'open') return `open: isolation ${level ?? 'private'} closes nothing of it`;
  if (network === 'none') return 'none';
  const lines = [
    allow.length === 0 ? 'none for the agent' : allow.map(whole).join(', '),
    ...(setup.length === 0 ? [] : [`in set-up: ${setup.map(whole).join(', ')}`]),
  ];
  return lines.join('\n');
}

/** `limits.timeout: 30m 00s → 2h 00m`, `policy.overlap: skip → replace`. */
export function changeLine({ key, from, to }: DefinitionChange): string {
  return whole(`${key}: ${valueWords(from)} → ${valueWords(to)}`);
}

/** Without the quotes of JSON where nothing is unclear without them. */
function valueWords(value: string | null): string {
  if (value === null) return 'nothing';
  const isWords = /^"(?=.*[a-z* /])[\w@%+=:,./*][\w@%+=:,./* -]*"$/i.test(value);
  return isWords && !/^"(?:nothing|null|true|false)"$/i.test(value) ? value.slice(1, -1) : value;
}

function triggerLine(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'schedule':
      return formatSchedule(trigger);
    case 'webhook':
      return `by webhook (${trigger.scheme}, secret in ${trigger.secret})`;
    case 'deployment':
      return `on deployments${trigger.environment === null ? '' : ` to ${trigger.environment}`}: ${trigger.states.join(', ')}`;
    case 'git':
      return `when git moves: ${[...trigger.branches, ...trigger.tags].join(', ')}`;
    case 'files':
      return `when files change: ${trigger.paths.join(', ')}`;
    case 'routine':
      return `after ${trigger.completed.join(', ')} (${trigger.outcome.join(', ')})`;
    case 'manual':
      return 'by hand';
  }
}

/** As one would type it; a word with blanks or quotes in it is quoted. */
function argvWords(argv: readonly string[]): string {
  return argv
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)))
    .map(whole)
    .join(' ');
}

function listed(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.map(whole).join('\n');
}

/** One clean line, however long: what is cut off might be what matters. */
function whole(text: string): string {
  return oneLine(text, Number.MAX_SAFE_INTEGER);
}
