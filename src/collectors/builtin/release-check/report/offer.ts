/** The entries as they were written, so that a person sees the wording without opening the branch. */
import { groupBy } from '../../../../words/group-by.ts';
import { codeBlock } from '../../../../words/text.ts';
import type { CheckReport } from './report-source.ts';

const MAX_SHOWN = 100;

export function renderOffer({ edit }: CheckReport): string {
  if (edit.kind === 'none' || edit.added.length === 0) return '';
  if (edit.kind === 'offered' && edit.preview !== null) return codeBlock(edit.preview, 'md');
  const shown = edit.added.slice(0, MAX_SHOWN);
  const blocks = [...groupBy(shown, ({ version }) => version ?? 'Unreleased')].flatMap(
    ([version, entries]) => [version, '', ...entries.map(({ text }) => `- ${text}`), ''],
  );
  const more = edit.added.length - shown.length;
  const block = codeBlock(blocks.join('\n'), 'md');
  return more > 0 ? `${block}\n\nand ${more} more` : block;
}
