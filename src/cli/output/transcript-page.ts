/** Entries of a transcript as Markdown for people: who said what, and what was done. Pure. */
import { codeBlock, inlineCode, oneLine } from '../../domain/text.ts';
import type { TranscriptEntry } from '../../domain/transcript.ts';

/** Characters of one entry in a tail; `null`: all. */
export function transcriptMarkdown(
  entries: readonly TranscriptEntry[],
  most: number | null,
): string {
  return entries.map((entry) => entryMarkdown(entry, most)).join('\n\n');
}

function entryMarkdown(entry: TranscriptEntry, most: number | null): string {
  const at = entry.at === null ? '' : ` · ${entry.at}`;
  switch (entry.kind) {
    case 'asked':
      return `**asked**${at}\n\n${quoted(entry.text, most)}`;
    case 'said':
      return `**said**${at}\n\n${quoted(entry.text, most)}`;
    case 'thought':
      return `**thought**${at}\n\n${quoted(entry.text, most)}`;
    case 'steps':
      return `**steps**${at}\n\n${entry.steps.map(({ text, state }) => `- [${MARKS[state]}] ${inlineCode(text)}`).join('\n')}`;
    case 'tool': {
      const how = entry.ok === null ? 'under way' : entry.ok ? 'ok' : 'failed';
      const head = `**${oneLine(entry.name, 60).replaceAll(/[^\w .:-]/g, '_')}** ${how}${at}: ${inlineCode(entry.summary)}`;
      const output = entry.output?.trim() ?? '';
      return output === '' ? head : `${head}\n\n${quoted(output, most === null ? null : 400)}`;
    }
  }
}

const MARKS = { open: ' ', doing: '~', done: 'x' } as const;

function quoted(text: string, most: number | null): string {
  const cut = most !== null && text.length > most;
  const shown = cut
    ? `${text.slice(0, most)}\n[… ${text.length - most} more characters: --full]`
    : text;
  return codeBlock(shown, 'text');
}
