import { plural } from '../../../../domain/text.ts';
import { joinWords } from '../../join-words.ts';
import type { SweepPlan } from '../plan-sweep.ts';

/** Of more mentions than these, the facts tell nothing. */
const MAX_LISTED = 5_000;

/** What was seen and not counted, in one line; empty when there is nothing of the kind. */
export function notCounted({ facts }: SweepPlan): string {
  const { binary, vendored, generated, fixtures } = facts.leftOut;
  const lines = facts.leftOutLines;
  const aside = lines === undefined ? 0 : lines.vendored + lines.generated + lines.fixtures;
  const mentions = facts.mentions.length;
  const kinds = (
    [
      [binary, 'binary'],
      [vendored, 'vendored'],
      [generated, 'generated'],
      [fixtures, 'fixture'],
    ] as const
  ).flatMap(([count, word]) => (count === 0 ? [] : [`${count.toLocaleString('en-US')} ${word}`]));
  const files = binary + vendored + generated + fixtures === 1 ? 'file' : 'files';
  const parts = [
    ...(mentions === 0
      ? []
      : [
          `${plural(mentions, 'line')}${mentions < MAX_LISTED ? '' : ' or more'} where a marker is only mentioned, in prose or a string`,
        ]),
    ...(kinds.length === 0
      ? []
      : [`${joinWords(kinds)} ${files}${aside === 0 ? '' : ` with ${plural(aside, 'line')}`}`]),
  ];
  return parts.length === 0 ? '' : `Not counted: ${parts.join('; ')}.`;
}
