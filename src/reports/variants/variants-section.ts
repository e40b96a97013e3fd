/** The comparison of a run's parts, for its report: Markdown of ours, in which nothing of an agent's stands unescaped. */
import { basename } from 'node:path';

import { formatDuration } from '../../words/duration.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { RunPart } from '../../words/run.ts';
import { escapeMarkdown, inlineCode, plural } from '../../words/text.ts';
import { formatPart } from '../../words/variants/format-part.ts';
import { formatDiff } from '../report-words.ts';
import type { FoundBy } from './merge-lines.ts';

const MAX_FOUND = 100;

export interface VariantsSource {
  readonly parts: readonly RunPart[];
  readonly foundBy: readonly FoundBy[];
}

/** Empty for a run without parts. */
export function variantsSection({ parts, foundBy }: VariantsSource): string {
  if (parts.length === 0) return '';
  return [
    '## Variants',
    '',
    `| Variant | ${COLUMNS.map(([title]) => title).join(' | ')} |`,
    `|---|${COLUMNS.map(() => '---').join('|')}|`,
    ...parts.map(rowOf),
    '',
    ...parts.map(linkOf),
    ...foundLines(foundBy, parts),
  ].join('\n');
}

const COLUMNS: readonly (readonly [string, (part: RunPart) => string])[] = [
  ['Outcome', (part) => escapeMarkdown(part.skipped === null ? formatPart(part) : 'skipped')],
  ['Report', ({ result }) => result?.report ?? '–'],
  ['Changes', changesOf],
  ['Checks', ({ result }) => result?.checks ?? '–'],
  ['Findings', findingsOf],
  ['Tokens', tokensOf],
  ['Cost', costOf],
  ['Time', timeOf],
];

function rowOf(part: RunPart): string {
  const cells = COLUMNS.map(([, cellOf]) => cellOf(part).replaceAll(/(?<!\\)\|/g, String.raw`\|`));
  return `| ${nameOf(part)} | ${cells.join(' | ')} |`;
}

/** `claude`; `claude-2 (claude-opus-4-5)`. */
function nameOf({ label, model }: RunPart): string {
  return model === null ? label : `${label} (${escapeMarkdown(model)})`;
}

function changesOf({ diffstat, branch, result }: RunPart): string {
  if (branch === null) {
    const changes = result?.changes ?? 'none';
    return changes === 'none' ? 'none' : escapeMarkdown(changes);
  }
  return diffstat === null ? 'branch' : formatDiff(diffstat);
}

function findingsOf({ findings, result }: RunPart): string {
  if (result === null) return '–';
  const all = findings.new + findings.known + findings.regressed;
  return all === 0 ? 'none' : `${all}, ${findings.new} new`;
}

function tokensOf({ usage }: RunPart): string {
  const { inputTokens, outputTokens } = usage;
  return inputTokens + outputTokens === 0 ? '–' : `${inputTokens} in, ${outputTokens} out`;
}

function costOf({ usage: { costUsd, inputTokens, outputTokens, estimated } }: RunPart): string {
  if (inputTokens + outputTokens === 0) return '–';
  if (costUsd === null) return 'unknown';
  return `${estimated ? 'about ' : ''}$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`;
}

function timeOf({ startedAt, endedAt }: RunPart): string {
  if (startedAt === null || endedAt === null) return '–';
  return formatDuration(Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)));
}

function linkOf(part: RunPart): string {
  const { id, branch, reportPath, failure } = part;
  if (id === null) {
    const why = failure === null ? 'it was not begun' : failure.message;
    const hint = failure === null || failure.hint === '' ? '' : `. ${failure.hint}`;
    return `- ${nameOf(part)}: ${escapeMarkdown(`${why}${hint}`)}`;
  }
  const told = [
    reportPath === null ? null : `[report](${encodeURI(basename(reportPath))})`,
    branch === null ? null : `branch ${inlineCode(branch)}`,
    failure === null ? null : escapeMarkdown(failure.message),
    inlineCode(`roundsman show ${shortIdOf(id)}`),
  ];
  return `- ${nameOf(part)}: ${told.filter((one) => one !== null).join(', ')}`;
}

function foundLines(foundBy: readonly FoundBy[], parts: readonly RunPart[]): readonly string[] {
  if (foundBy.length === 0) return [];
  const ran = parts.filter(({ result }) => result?.report === 'valid').length;
  const lines = foundBy.slice(0, MAX_FOUND).map(({ title, labels }) => {
    const who = labels.length === ran && ran > 1 ? 'all' : labels.join(', ');
    return `- ${escapeMarkdown(title)} (${who})`;
  });
  const more = foundBy.length - lines.length;
  return [
    '',
    '### Found by',
    '',
    ...lines,
    ...(more > 0 ? [`- and ${plural(more, 'more finding')}`] : []),
  ];
}
