/** Entries of a transcript as Markdown: who said what, and what was done. Every word of theirs stands in a fence. Pure. */
import type { TranscriptEntry } from '../../engines/sessions/transcript.ts';
import { codeBlock, inlineCode, oneLine } from '../../words/text.ts';

export interface MarkdownLimits {
  /** Characters of what was said in one entry, and of what a tool gave back; `null`: all. */
  readonly ofOne: number | null;
  readonly ofOutput: number | null;
}

export function transcriptMarkdown(
  entries: readonly TranscriptEntry[],
  limits: MarkdownLimits,
): string {
  return entries.map((entry) => entryMarkdown(entry, limits)).join('\n\n');
}

/** The last entries that fit, oldest first; empty when not even one does. */
export function transcriptTail(entries: readonly TranscriptEntry[], maxCharacters: number): string {
  const limits = { ofOne: Math.min(2_000, Math.floor(maxCharacters / 2)), ofOutput: 300 };
  const shown: string[] = [];
  let left = maxCharacters;
  for (const entry of entries.toReversed()) {
    const text = entryMarkdown(entry, limits);
    if (text.length + 2 > left) break;
    shown.push(text);
    left -= text.length + 2;
  }
  return shown.toReversed().join('\n\n');
}

function entryMarkdown(entry: TranscriptEntry, { ofOne, ofOutput }: MarkdownLimits): string {
  const at = entry.at === null ? '' : ` · ${oneLine(entry.at, 40)}`;
  switch (entry.kind) {
    case 'asked':
    case 'said':
    case 'thought':
      return `**${entry.kind}**${at}\n\n${quoted(entry.text, ofOne)}`;
    case 'steps': {
      const steps = entry.steps.map(({ text, state }) => `- [${MARKS[state]}] ${inlineCode(text)}`);
      return `**steps**${at}\n\n${steps.join('\n')}`;
    }
    case 'tool': {
      const how = entry.ok === null ? 'under way' : entry.ok ? 'ok' : 'failed';
      const name = oneLine(entry.name, 60).replaceAll(/[^\w .:-]/g, '_');
      const head = `**${name}** ${how}${at}: ${inlineCode(entry.summary)}`;
      const output = entry.output?.trim() ?? '';
      return output === '' ? head : `${head}\n\n${quoted(output, ofOutput)}`;
    }
  }
}

const MARKS = { open: ' ', doing: '~', done: 'x' } as const;

/** Of what is too long the end: that is where a command says what came of it, and an agent what it means. */
function quoted(text: string, most: number | null): string {
  const cut = most === null ? 0 : text.length - most;
  return codeBlock(cut > 0 ? `[${cut} characters before]\n${text.slice(cut)}` : text, 'text');
}
