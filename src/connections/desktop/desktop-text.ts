/** What a notification on the desktop says: two short texts, without markup that a desktop would follow. Pure. */
import { shortIdOf } from '../../words/ids.ts';
import type { Message, MessageContent } from '../../words/message.ts';
import { oneLine, plural } from '../../words/text.ts';

export interface DesktopText {
  readonly id: string;
  readonly title: string;
  /** Some lines. */
  readonly text: string;
  readonly isUrgent: boolean;
}

const MAX_TITLE = 120;
const MAX_LINE = 160;
const MAX_LINES = 4;

export function desktopText({ id, contents }: Message): DesktopText {
  const isUrgent = contents.some(({ tone }) => tone === 'bad');
  const [first] = contents;
  if (first === undefined) return { id, title: 'Roundsman', text: '', isUrgent };
  if (contents.length === 1)
    return { id, title: headOf(first, MAX_TITLE), text: linesOf(first).join('\n'), isUrgent };
  const lines = contents.map((content) => headOf(content, MAX_LINE));
  return {
    id,
    title: `Roundsman: ${plural(contents.length, 'message')}`,
    text: shortened(lines).join('\n'),
    isUrgent,
  };
}

function headOf({ name, title }: MessageContent, max: number): string {
  return unmarked(oneLine(`${name}: ${title}`, max));
}

function linesOf({ run, findings, heldBack }: MessageContent): readonly string[] {
  const told = findings.map(({ severity, title }) =>
    unmarked(oneLine(`${severity}: ${title}`, MAX_LINE)),
  );
  return [
    ...shortened(told),
    ...(heldBack > 0 ? [`${heldBack} more of this kind were held back`] : []),
    ...(run === null ? [] : [`roundsman show ${shortIdOf(run.id)}`]),
  ];
}

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES - 1), `… and ${lines.length - MAX_LINES + 1} more`];
}

/**
 * Some desktops follow HTML in the text, links among it, and some show an entity as it is written: so there is neither.
 * A backslash and a quote say nothing to any of them.
 */
function unmarked(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('&', '＆');
}
