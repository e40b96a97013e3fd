/** What became of the decisions and knowledge that a run proposed to keep. Safe Markdown. */
import { escapeMarkdown, inlineCode } from '../words/text.ts';
import type { ReportSource } from './contract.ts';

export function noteLines({ notes = [], notesTold = [] }: ReportSource): readonly string[] {
  const proposed = notes.map(({ id, kind, state, title }) => {
    const command = `roundsman ${kind === 'decision' ? 'decisions' : 'knowledge'} show ${id}`;
    const how = state === 'proposed' ? `: look with ${inlineCode(command)}` : '';
    return `${inlineCode(id)} ${state}: ${escapeMarkdown(title)}${how}`;
  });
  return [...proposed, ...notesTold.map((one) => escapeMarkdown(one))];
}
