import { escapeMarkdown, inlineCode, plural } from '../../../../domain/text.ts';
import type { TicketTrend } from '../../../../domain/ticket.ts';
import { fitLine } from '../../fit-text.ts';
import { joinWords } from '../../todo-sweep/report/join-words.ts';
/** The lead sentence, what moves, and a short list of what a reader has to know about the numbers. */
import type { DigestPlan, DigestTheme } from '../plan-digest.ts';
import { isSetAside } from '../theme-standing.ts';
import { maskedWords } from './masked-words.ts';
import { stretchWords } from './stretch-words.ts';

const MAX_NAMED = 3;

export function renderSummary(plan: DigestPlan, left: number): string {
  const points = [
    ...repeatPoints(plan),
    ...latePoints(plan),
    ...duplicatePoints(plan),
    ...waitPoints(plan),
    ...itemPoints(plan),
    ...sourcePoints(plan),
    ...maskPoints(plan),
    ...(left === 0
      ? []
      : [`${plural(left, 'finding')} did not fit into one run; the report has them all.`]),
  ];
  const list = points.map((point) => `- ${point}`).join('\n');
  return [leadWords(plan), newsWords(plan), list].filter((part) => part !== '').join('\n\n');
}

function leadWords({ brief, facts, themes, urgent, source }: DigestPlan): string {
  const stretch = stretchWords(brief);
  if (facts.items.length === 0) {
    return source.broken
      ? `**No ticket could be read, so nobody can say whether any came in ${stretch}.**`
      : `No ticket came in ${stretch}, as far as the source could be read.`;
  }
  const named = themes.filter(({ other }) => !other).length;
  const where = named === 0 ? '' : ` in ${plural(named, 'theme')}`;
  const count = urgent.reduce((sum, { same }) => sum + 1 + same, 0);
  const urgency = count === 0 ? 'none is urgent' : `${count} ${count === 1 ? 'is' : 'are'} urgent`;
  return `${plural(facts.items.length, 'ticket')}${where} came in ${stretch}; ${urgency}.`;
}

/** What is new, growing and shrinking; nothing in a first digest, in which everything is new. */
function newsWords({ facts, themes }: DigestPlan): string {
  if (facts.items.length === 0) return '';
  if (facts.firstTime)
    return 'This is the first digest: what is new and what is growing can be told from the next one on.';
  const shown = themes.filter(({ other, standing }) => !other && !isSetAside(standing));
  const told = (
    [
      ['new', 'New'],
      ['growing', 'Growing'],
      ['shrinking', 'Shrinking'],
    ] as const
  ).flatMap(([trend, word]) => {
    const names = namesOf(shown, trend);
    return names === '' ? [] : [`${word}: ${names}.`];
  });
  return told.length === 0 ? 'No theme is new, and none is growing.' : told.join(' ');
}

function namesOf(themes: readonly DigestTheme[], trend: TicketTrend): string {
  const found = themes.filter(({ theme }) => theme.trend === trend);
  const names = found.slice(0, MAX_NAMED).map(({ theme, tickets }) => {
    const was = theme.previous === null || trend === 'new' ? '' : `, was ${theme.previous}`;
    return `${escapeMarkdown(fitLine(theme.name, 80))} (${tickets.length}${was})`;
  });
  const more = found.length - names.length;
  return joinWords(more > 0 ? [...names, `${more} more`] : names);
}

function repeatPoints({ brief }: DigestPlan): readonly string[] {
  const { window, context } = brief;
  const told = context.reports.find(
    (report) => report.window.from === window.from && report.window.to === window.to,
  );
  if (told === undefined) return [];
  return [`The report of ${told.date} told this stretch already; this is the same digest again.`];
}

function latePoints({ facts }: DigestPlan): readonly string[] {
  const late = facts.items.filter((ticket) => ticket.late).length;
  const undated = facts.items.filter(({ createdAt }) => createdAt === null).length;
  const points: string[] = [];
  if (late > 0) {
    points.push(
      facts.firstTime
        ? `${late.toLocaleString('en-US')} of them ${late === 1 ? 'is' : 'are'} older: the first digest takes up what it finds.`
        : `${late.toLocaleString('en-US')} came in late: created before this stretch, and told by no digest.`,
    );
  }
  if (undated > 0) {
    points.push(
      `${undated.toLocaleString('en-US')} ${undated === 1 ? 'has' : 'have'} no date that can be read.`,
    );
  }
  return points;
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
          `${afterWindow.toLocaleString('en-US')} came in after this stretch and ${afterWindow === 1 ? 'waits' : 'wait'} for the next digest.`,
        ]),
    ...(facts.truncated === 0
      ? []
      : [
          `${facts.truncated.toLocaleString('en-US')} more ${facts.truncated === 1 ? 'waits' : 'wait'}: a run takes up to ${inlineCode('collect.tickets.max')}, the newest.`,
        ]),
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
  const words = maskedWords(facts.masked);
  return words === '' ? [] : [`Masked: ${words}.`];
}
