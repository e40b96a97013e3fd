/** What may be missing or untrue, and as likely is not: folded, a few of it, never a finding and never in the branch. */
import type { ReleaseNotesFacts } from '../../../../words/facts.ts';
import { plural } from '../../../../words/text.ts';
import { doubtsOf } from '../doubts.ts';
import { describeCommit, placeOf, quoteEntry } from './describe.ts';

const MAX_SHOWN = 5;

export function renderPerhaps(facts: ReleaseNotesFacts): string {
  const { entries, commits } = doubtsOf(facts);
  const lines = [
    ...entries.map(
      (entry) => `- No commit was found for ${placeOf(entry)} “${quoteEntry(entry.entry, 160)}”`,
    ),
    ...commits.map((commit) => `- No entry was found for ${describeCommit(commit)}`),
  ];
  if (lines.length === 0) return '';
  const more = lines.length - MAX_SHOWN;
  return [
    '<details>',
    `<summary>${plural(lines.length, 'thing')} that the check is not sure of</summary>`,
    '',
    ...lines.slice(0, MAX_SHOWN),
    ...(more > 0 ? [`- and ${more.toLocaleString('en-US')} more`] : []),
    '',
    '</details>',
  ].join('\n');
}
