import { plural } from '../../../../words/text.ts';
import { joinWords } from '../../join-words.ts';
import type { SweepPlan } from '../plan-sweep.ts';

/** Of more mentions than these, the facts tell nothing. */
const MAX_LISTED = 5_000;

/** What was seen and not counted, in one line; empty when there is nothing of the kind. */
export function notCounted({ facts }: SweepPlan): string {
  const { binary, vendored, generated, fixtures } = facts.leftOut;
  const lines = facts.leftOutLines;
  const mentions = facts.mentions.length;
  const kinds = (
    [
      [vendored, 'vendored', lines?.vendored],
      [generated, 'generated', lines?.generated],
      [fixtures, 'fixture', lines?.fixtures],
      [binary, 'binary', undefined],
    ] as const
  ).flatMap(([count, word, marked]) =>
    count === 0
      ? []
      : [
          `${marked === undefined ? '' : `${plural(marked, 'line')} in `}${plural(count, `${word} file`)}`,
        ],
  );
  const parts = [
    ...(mentions === 0
      ? []
      : [
          `${plural(mentions, 'line')}${mentions < MAX_LISTED ? '' : ' or more'} where a marker is only mentioned, in prose or a string`,
        ]),
    ...(kinds.length === 0 ? [] : [joinWords(kinds)]),
  ];
  return parts.length === 0 ? '' : `Not counted: ${parts.join('; ')}.`;
}
