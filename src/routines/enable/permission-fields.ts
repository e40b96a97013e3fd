/** What a definition may do and what changes with it, as names and values for people. Nothing of it is cut. Pure. */
import { formatDuration } from '../../words/duration.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { DefinitionChange, MayRun } from './describe-activation.ts';

/** The value may have several lines; `null`: nothing. Hostile. */
export type Field = readonly [label: string, value: string | null];

export function permissionFields(may: MayRun): readonly Field[] {
  return [...workFields(may), ...reachFields(may)];
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

/** As one would type it; a word with blanks or quotes in it is quoted. */
function argvWords(argv: readonly string[]): string {
  return argv
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)))
    .map(whole)
    .join(' ');
}

export function listed(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.map(whole).join('\n');
}

/** One clean line, however long: what is cut off might be what matters. */
function whole(text: string): string {
  return oneLine(text, Number.MAX_SAFE_INTEGER);
}
