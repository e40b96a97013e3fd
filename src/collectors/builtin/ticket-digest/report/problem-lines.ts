import type { TicketsFacts } from '../../../../words/facts.ts';
import { escapeMarkdown, inlineCode, plural } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';

/** What could not be read, each with its place; what is beyond `max` is counted. */
export function problemLines(
  { problems, moreProblems }: TicketsFacts,
  max: number,
): readonly string[] {
  const shown = problems
    .slice(0, max)
    .map(
      ({ source, problem }) =>
        `- ${inlineCode(fitLine(source, 200))}: ${escapeMarkdown(fitLine(problem, 300))}`,
    );
  const more = problems.length - shown.length + moreProblems;
  return more === 0 ? shown : [...shown, `- and ${plural(more, 'more record')}`];
}
