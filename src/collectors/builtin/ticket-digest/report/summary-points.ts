/** What a reader has to know about the numbers, a line each. */
import type { Brief } from '../../../../context/brief.ts';
import { joinWords, escapeMarkdown, inlineCode, plural } from '../../../../words/text.ts';
import { MASK_KINDS, type MaskKind } from '../../../../words/ticket.ts';
import { fitLine } from '../../fit-text.ts';
import type { DigestPlan } from '../plan-digest.ts';

const DAY_MS = 86_400_000;

const WORDS: Readonly<Record<MaskKind, readonly [one: string, many: string]>> = {
  email: ['e-mail address', 'e-mail addresses'],
  phone: ['phone number', 'phone numbers'],
  card: ['card number', 'card numbers'],
};

export function summaryPoints(plan: DigestPlan, left: number): readonly string[] {
  return [
    ...repeatPoints(plan),
    ...duplicatePoints(plan),
    ...waitPoints(plan),
    ...cutPoints(plan),
    ...comparePoints(plan),
    ...itemPoints(plan),
    ...sourcePoints(plan),
    ...wordsAlonePoints(plan),
    ...maskPoints(plan),
    ...(left === 0
      ? []
      : [`${plural(left, 'finding')} did not fit into one run; the themes below are all there.`]),
  ];
}

function repeatPoints({ brief }: DigestPlan): readonly string[] {
  const { window, context } = brief;
  const told = context.reports.find(
    (report) => report.window.from === window.from && report.window.to === window.to,
  );
  if (told === undefined) return [];
  return [
    `The report of ${told.date} told this window already; late tickets that it told are not told again.`,
  ];
}

function comparePoints({ brief, facts }: DigestPlan): readonly string[] {
  const words = facts.firstTime || facts.items.length === 0 ? null : formatCompare(brief);
  return words === null ? [] : [words];
}

function duplicatePoints({ facts }: DigestPlan): readonly string[] {
  const count = facts.items.filter(({ duplicateOf }) => duplicateOf !== null).length;
  if (count === 0) return [];
  return [
    `${count.toLocaleString('en-US')} ${count === 1 ? 'says' : 'say'} the same as an earlier one, and ${count === 1 ? 'is' : 'are'} joined with it.`,
  ];
}

function waitPoints({ facts }: DigestPlan): readonly string[] {
  const { afterWindow } = facts.leftOut;
  return [
    ...(afterWindow === 0
      ? []
      : [
          `${afterWindow.toLocaleString('en-US')} came in after this window and ${afterWindow === 1 ? 'waits' : 'wait'} for the next digest.`,
        ]),
    ...(facts.truncated === 0
      ? []
      : [
          `${facts.truncated.toLocaleString('en-US')} more ${facts.truncated === 1 ? 'waits' : 'wait'}: a run takes up to ${inlineCode('collect.tickets.max')}, the newest.`,
        ]),
  ];
}

function cutPoints({ facts }: DigestPlan): readonly string[] {
  const { origin } = facts;
  return origin === undefined || origin.cut === null
    ? []
    : [
        `**Not all of ${inlineCode(fitLine(origin.connection, 80))} was read**: it ended ${escapeMarkdown(fitLine(origin.cut, 100))}. The next digest continues from there.`,
      ];
}

function wordsAlonePoints({ facts: { embeddings } }: DigestPlan): readonly string[] {
  if (embeddings === undefined || embeddings.failed === null) return [];
  const { connection, failed } = embeddings;
  return [
    `**Grouped by words alone**: ${inlineCode(fitLine(connection, 80))} gave no vectors: ${escapeMarkdown(fitLine(failed, 300))}.`,
  ];
}

function itemPoints({ themes, brief }: DigestPlan): readonly string[] {
  const keys = themes.flatMap(({ standing }) =>
    standing.kind === 'proposed' ? [standing.item] : [],
  );
  const waiting = themes.filter(({ standing }) => standing.kind === 'waits').length;
  const { fileItem, openItems } = brief.context;
  const open = `${openItems + keys.length} of at most ${plural(fileItem?.maxOpen ?? 0, 'item')} are proposed or open, and a run proposes at most ${fileItem?.max ?? 0}`;
  return [
    ...(keys.length === 0 ? [] : [`Proposed ${plural(keys.length, 'item')}: ${joinWords(keys)}.`]),
    ...(waiting === 0
      ? []
      : [`${plural(waiting, 'theme')} ${waiting === 1 ? 'waits' : 'wait'} for an item: ${open}.`]),
  ];
}

function sourcePoints({ facts, source }: DigestPlan): readonly string[] {
  const { unreadable } = source;
  if (unreadable === 0) {
    return source.broken
      ? [
          'The source holds no ticket at all. Check that it is exported still, and to the place that `collect.tickets.path` names.',
        ]
      : [];
  }
  const shown = facts.problems
    .slice(0, 3)
    .map(({ source: place }) => inlineCode(fitLine(place, 120)));
  const more = unreadable - shown.length;
  const places = joinWords(more > 0 ? [...shown, `${more.toLocaleString('en-US')} more`] : shown);
  return [
    `**${plural(unreadable, 'record')} could not be read, or not wholly**: ${places}, see Account.`,
  ];
}

function maskPoints({ facts }: DigestPlan): readonly string[] {
  const words = formatMasked(facts.masked);
  return words === '' ? [] : [`Masked: ${words}.`];
}

/** `12 e-mail addresses and 1 card number`; empty when nothing was blotted out. */
function formatMasked(masked: Readonly<Record<MaskKind, number>>): string {
  return joinWords(
    MASK_KINDS.flatMap((kind) =>
      masked[kind] === 0 ? [] : [plural(masked[kind], ...WORDS[kind])],
    ),
  );
}

/**
 * A note for when this window and the one before differ in length: three times the days bring three times the
 * tickets. `null` when they can be compared directly, or a length is unknown.
 */
function formatCompare({ window, context }: Pick<Brief, 'window' | 'context'>): string | null {
  const before = context.reports.find((report) => report.window.to !== window.to);
  const [now, then] = [lengthOf(window), before === undefined ? null : lengthOf(before.window)];
  if (now === null || then === null || Math.abs(now - then) * 2 < then) return null;
  // Windows of minutes, as in runs by hand, allow no conclusions.
  if (Math.max(now, then) < DAY_MS / 2) return null;
  return `This window is ${daysWords(now)} long, the one before was ${daysWords(then)}: what grows or shrinks is judged by tickets a day.`;
}

function lengthOf({ from, to }: Brief['window']): number | null {
  const length = from === null ? 0 : Date.parse(to) - Date.parse(from);
  return length > 0 ? length : null;
}

/** `3 days`, `7 hours`, `20 minutes`. */
function daysWords(ms: number): string {
  if (ms < 3_600_000) return plural(Math.max(1, Math.round(ms / 60_000)), 'minute');
  if (ms < DAY_MS) return plural(Math.round(ms / 3_600_000), 'hour');
  const days = Math.round((ms / DAY_MS) * 10) / 10;
  return plural(days, 'day');
}
