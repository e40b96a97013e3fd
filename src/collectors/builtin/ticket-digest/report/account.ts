/** What was read and what became of it, so that a reader can count. */
import { localMinuteOf } from '../../../../words/local-time.ts';
import { escapeMarkdown, inlineCode, plural } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';
import { joinWords } from '../../join-words.ts';
import type { DigestPlan } from '../plan-digest.ts';
import { problemLines } from './problem-lines.ts';

const MAX_PROBLEMS = 20;

export function renderAccount(plan: DigestPlan): string {
  const { facts, source } = plan;
  const sum = [sumWords(plan), ...originWords(plan), ...modelWords(plan)];
  if (source.unreadable === 0) return sum.join('\n\n');
  const head = `${plural(source.unreadable, 'record')} could not be read, or not wholly:`;
  return [...sum, head, problemLines(facts, MAX_PROBLEMS).join('\n')].join('\n\n');
}

/** `Asked of support: GET https://…, for what changed since 2026-11-20 07:00, 3 pages.` */
function originWords({ facts: { origin }, brief }: DigestPlan): readonly string[] {
  if (origin === undefined) return [];
  const { connection, asked, since, pages, cut } = origin;
  const from =
    since === null
      ? 'for all there is'
      : `for what changed since ${localMinuteOf(new Date(since), brief.timezone)}`;
  const end = cut === null ? '' : `; ended ${escapeMarkdown(fitLine(cut, 100))}`;
  return [
    `Asked of ${inlineCode(fitLine(connection, 80))}: ${inlineCode(fitLine(asked, 300))}, ${from}, ${plural(pages, 'page')}${end}.`,
  ];
}

function modelWords({ facts: { embeddings } }: DigestPlan): readonly string[] {
  if (embeddings === undefined || embeddings.failed !== null) return [];
  const { connection, model, sent } = embeddings;
  return [
    `Grouped by words and by ${inlineCode(fitLine(model, 100))} of ${inlineCode(fitLine(connection, 80))}: ${plural(sent, 'text')} sent.`,
  ];
}

/** `34 tickets read = 27 told above, each in one theme + 7 left out: 5 told by an earlier digest and …` */
function sumWords({ facts, themes }: DigestPlan): string {
  const { told, afterWindow, repeated } = facts.leftOut;
  const reasons = [
    [told, 'told by an earlier digest'],
    [afterWindow, 'created after this window'],
    [repeated, repeated === 1 ? 'a second record of a ticket' : 'second records of a ticket'],
    [facts.truncated, `beyond ${inlineCode('collect.tickets.max')}`],
  ] as const;
  const listed = themes.reduce((sum, { tickets }) => sum + tickets.length, 0);
  const left = reasons.reduce((sum, [count]) => sum + count, 0);
  if (listed + left === 0) return 'No ticket was read.';
  const why = reasons.flatMap(([count, words]) =>
    count === 0 ? [] : [`${count.toLocaleString('en-US')} ${words}`],
  );
  const rest = left === 0 ? '' : ` + ${left.toLocaleString('en-US')} left out: ${joinWords(why)}`;
  return `${plural(listed + left, 'ticket')} read = ${listed.toLocaleString('en-US')} told above, each in one theme${rest}.`;
}
