/** Tickets by theme, in numbers. The recipe ticket-digest tells them in full. */
import type { TicketsFacts } from '../../../words/facts.ts';
import { escapeMarkdown, inlineCode, plural } from '../../../words/text.ts';
import { isOther } from '../../../words/theme-rules.ts';
import type { TicketTheme } from '../../../words/ticket.ts';
import { fitLine } from '../fit-text.ts';

const MAX_LISTED = 20;
/** Ids of a theme; the facts have the rest. */
const MAX_IDS = 8;
const MAX_PROBLEMS = 5;

export function tellTickets(facts: TicketsFacts): string {
  const { items, themes, truncated } = facts;
  const unread = unreadWords(facts);
  if (items.length + truncated === 0) return `no tickets${unread}`;
  const urgent = items.filter((ticket) => ticket.urgent !== null).length;
  const named = themes.filter((theme) => !isOther(theme)).length;
  const total = plural(items.length + truncated, 'ticket');
  const where = named === 0 ? '' : ` in ${plural(named, 'theme')}`;
  return `${total}${where}${urgent === 0 ? '' : `, ${urgent} urgent`}${unread}`;
}

/** Most tickets first, other requests last, then what could not be read. */
export function renderTickets(facts: TicketsFacts): string {
  const { themes, truncated } = facts;
  const order = [
    ...themes
      .filter((theme) => !isOther(theme))
      .toSorted((a, b) => b.tickets.length - a.tickets.length),
    ...themes.filter(isOther),
  ];
  const lines = order.slice(0, MAX_LISTED).map((theme) => `- ${themeWords(theme, facts)}`);
  const rest = order.slice(MAX_LISTED);
  const left = rest.reduce((sum, { tickets }) => sum + tickets.length, 0);
  return [
    ...lines,
    ...(rest.length === 0
      ? []
      : [`- and ${plural(rest.length, 'more theme')} with ${plural(left, 'ticket')}`]),
    ...(truncated === 0
      ? []
      : [
          `- and ${plural(truncated, 'ticket')} that ${truncated === 1 ? 'waits' : 'wait'} for the next run`,
        ]),
    ...problemLines(facts),
    ...wordsAlone(facts),
  ].join('\n');
}

function themeWords(theme: TicketTheme, { firstTime }: TicketsFacts): string {
  const { name, tickets, previous, trend } = theme;
  const before =
    firstTime || isOther(theme) ? '' : previous === null ? ', new' : `, was ${previous}, ${trend}`;
  const ids = tickets.slice(0, MAX_IDS).map((id) => escapeMarkdown(fitLine(id, 60)));
  const more = tickets.length - ids.length;
  const list = `${ids.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''}`;
  return `${escapeMarkdown(fitLine(name, 120))}: ${plural(tickets.length, 'ticket')}${before} (${list})`;
}

/** A source that cannot be read must not look like a calm day. */
function unreadWords({ problems, moreProblems, origin }: TicketsFacts): string {
  const count = problems.length + moreProblems;
  const cut = origin?.cut ?? null;
  const rest = cut === null ? '' : `, reading ended ${escapeMarkdown(fitLine(cut, 100))}`;
  return `${count === 0 ? '' : `, ${plural(count, 'record')} not read, or not wholly`}${rest}`;
}

function wordsAlone({ embeddings }: TicketsFacts): readonly string[] {
  if (embeddings === undefined || embeddings.failed === null) return [];
  return [
    `- grouped by words alone: ${inlineCode(fitLine(embeddings.connection, 80))} gave no vectors: ${escapeMarkdown(fitLine(embeddings.failed, 300))}`,
  ];
}

function problemLines({ problems, moreProblems }: TicketsFacts): readonly string[] {
  const shown = problems
    .slice(0, MAX_PROBLEMS)
    .map(
      ({ source, problem }) =>
        `- not read, or not wholly: ${inlineCode(fitLine(source, 120))}: ${escapeMarkdown(fitLine(problem, 160))}`,
    );
  const more = problems.length - shown.length + moreProblems;
  return more === 0 ? shown : [...shown, `- and ${plural(more, 'more record')} like that`];
}
