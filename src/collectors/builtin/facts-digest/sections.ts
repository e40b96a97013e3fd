/** Commits of the window: breaking ones first, then by type, with who made them. */
import { chooseNotes } from '../../../context/choose-notes.ts';
import {
  type CommitFact,
  type CommitsFacts,
  type TodosFacts,
  type TicketsFacts,
  isOther,
  type ReleaseNotesFacts,
} from '../../../words/facts.ts';
import { groupBy } from '../../../words/group-by.ts';
import type { ReleaseNoteFact } from '../../../words/release-note.ts';
import { escapeMarkdown, plural, inlineCode } from '../../../words/text.ts';
import type { TicketTheme } from '../../../words/ticket.ts';
import { countWords } from '../count-words.ts';
import { fitLine } from '../fit-text.ts';
import { countByAge, noteLine } from '../todo-sweep/describe-note.ts';
import { byRank } from '../todo-sweep/plan-sweep.ts';
import { formatDueLater } from '../todo-sweep/report/format-standing.ts';

const MAX_COMMITS = 100;
/** What readers look for first; other types follow by number. */
const FIRST_TYPES = ['feat', 'fix', 'perf'];

export function tellCommits({ items, truncated }: CommitsFacts): string {
  if (items.length === 0) return 'no commits';
  const authors = new Set(items.map(({ author }) => author)).size;
  const breaking = items.filter((commit) => commit.breaking).length;
  const by = `${plural(items.length + truncated, 'commit')} by ${plural(authors, 'person', 'people')}`;
  return breaking === 0 ? by : `${by}, ${breaking} breaking`;
}

export function renderCommits({ items, truncated }: CommitsFacts): string {
  const listed = items.slice(0, MAX_COMMITS);
  const breaking = listed.filter((commit) => commit.breaking);
  const calm = listed.filter((commit) => !commit.breaking);
  const more = items.length - listed.length + truncated;
  return [
    [
      `- Type: ${counted(items.map(({ type }) => type ?? 'other'))}`,
      ...scopeLine(items),
      `- Author: ${counted(items.map(({ author }) => author))}`,
    ].join('\n'),
    group('Breaking', breaking),
    ...typesOf(calm).map((type) =>
      group(
        type ?? 'Other',
        calm.filter((commit) => commit.type === type),
      ),
    ),
    more === 0 ? '' : `and ${plural(more, 'older commit')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function scopeLine(items: readonly CommitFact[]): readonly string[] {
  const scopes = items.flatMap(({ scope }) => scope ?? []);
  return scopes.length === 0 ? [] : [`- Area: ${counted(scopes)}`];
}

function counted(words: readonly string[]): string {
  const counts = countWords(words);
  const shown = counts
    .slice(0, 8)
    .map(({ name, count }) => `${escapeMarkdown(fitLine(name, 60))} ${count}`);
  const rest = counts.slice(8);
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  return [...shown, ...(rest.length === 0 ? [] : [`${rest.length} others ${others}`])].join(' · ');
}

/** Known types first, untyped last. */
function typesOf(commits: readonly CommitFact[]): readonly (string | null)[] {
  const byCount = countWords(commits.flatMap(({ type }) => type ?? [])).map(({ name }) => name);
  const first = FIRST_TYPES.filter((type) => byCount.includes(type));
  const rest = byCount.filter((type) => !FIRST_TYPES.includes(type));
  const untyped = commits.some(({ type }) => type === null) ? [null] : [];
  return [...first, ...rest, ...untyped];
}

function group(title: string, commits: readonly CommitFact[]): string {
  if (commits.length === 0) return '';
  const lines = commits.map(
    ({ subject, sha, author, date }) =>
      `- ${escapeMarkdown(fitLine(subject, 160))} (\`${sha.slice(0, 10)}\`, ${escapeMarkdown(fitLine(author, 60))}, ${date.slice(0, 10)})`,
  );
  return `**${escapeMarkdown(fitLine(title, 60))}**\n\n${lines.join('\n')}`;
}

// Notes in the code, in numbers, with the few that matter most. The recipe todo-sweep tells more of them.
const MAX_NOTES = 5;

export function tellTodos({ items, younger, truncated, olderThanDays }: TodosFacts): string {
  const past = items.length + truncated;
  const total = plural(past + younger.length, 'TODO');
  return olderThanDays <= 0
    ? total
    : `${total}, ${past.toLocaleString('en-US')} older than ${plural(olderThanDays, 'day')}`;
}

export function renderTodos(facts: TodosFacts): string {
  const { items, younger } = facts;
  const ages = countByAge([...items, ...younger]);
  const { notes, later } = chooseNotes(facts, []);
  const ranked = notes.map(({ todo }) => todo).toSorted(byRank);
  const shown = [...ranked, ...younger];
  const lines = shown.slice(0, MAX_NOTES).map((todo) => `- ${noteLine(todo)}`);
  const more = shown.length - lines.length;
  return [
    `By age: ${ages.map(({ name, count }) => `${name} ${count}`).join(' · ')}`,
    [...lines, ...(more > 0 ? [`- and ${more.toLocaleString('en-US')} more`] : [])].join('\n'),
    formatDueLater({ later }),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

// Tickets by theme, in numbers. The recipe ticket-digest tells them in full.
const MAX_THEMES = 20;
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
  const lines = order.slice(0, MAX_THEMES).map((theme) => `- ${themeWords(theme, facts)}`);
  const rest = order.slice(MAX_THEMES);
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

// Release notes in numbers, with what does not hold. The recipe release-check tells them in full.
const MAX_DOUBTS = 20;

/** The first time for a deployment, or anything that a release manager would want to know. */
export function hasReleaseNews({
  items,
  unmentioned,
  problems,
  deployment,
}: ReleaseNotesFacts): boolean {
  if ((deployment?.checkedBy ?? null) !== null) return false;
  return items.length + unmentioned.length + problems.length > 0;
}

export function tellReleaseNotes(facts: ReleaseNotesFacts): string {
  const { items, unmentioned, problems, deployment, truncated } = facts;
  if ((deployment?.checkedBy ?? null) !== null) return 'a deployment that was checked already';
  if (!hasReleaseNews(facts)) return 'no release notes';
  const unbacked = items.filter(({ backed }) => !backed).length;
  const wrong = [
    [unbacked, 'without a commit'],
    [
      unmentioned.length,
      unmentioned.length === 1 ? 'commit not mentioned' : 'commits not mentioned',
    ],
    [problems.length, problems.length === 1 ? 'problem' : 'problems'],
  ] as const;
  const told = wrong.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`]));
  const notes = plural(items.length + truncated, 'release note');
  return [notes, ...(told.length === 0 ? ['all backed by commits'] : told)].join(', ');
}

export function renderReleaseNotes(facts: ReleaseNotesFacts): string {
  const { items, commits, unmentioned, problems } = facts;
  const silent = new Set<string>(unmentioned);
  return [
    [...rangeLine(facts), ...versionLines(items)].join('\n'),
    list(
      'Problems',
      problems.map(({ message }) => escapeMarkdown(fitLine(message, 200))),
    ),
    list(
      'Without a commit',
      items
        .filter(({ backed }) => !backed)
        .map(
          (entry) =>
            `${inlineCode(`${entry.path}:${entry.line}`)} ${escapeMarkdown(fitLine(entry.entry, 160))}`,
        ),
    ),
    list(
      'Not mentioned',
      commits
        .filter(({ sha }) => silent.has(sha))
        .map(
          ({ sha, subject, author }) =>
            `${escapeMarkdown(fitLine(subject, 160))} (\`${sha.slice(0, 10)}\`, ${escapeMarkdown(fitLine(author, 60))})`,
        ),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function rangeLine({ range, commits, moreCommits }: ReleaseNotesFacts): readonly string[] {
  const name = inlineCode(`${fitLine(range.fromName, 80)}..${fitLine(range.toName, 80)}`);
  return [`- Range: ${name}, ${plural(commits.length + moreCommits, 'commit')}`];
}

/** `1.3.0: Added 3 · Fixed 2`. */
function versionLines(items: readonly ReleaseNoteFact[]): readonly string[] {
  return [...groupBy(items, ({ version }) => version ?? 'Unreleased')]
    .slice(0, MAX_DOUBTS)
    .map(([version, own]) => {
      const sections = countWords(own.map(({ section }) => section ?? 'entries'))
        .map(({ name, count }) => `${escapeMarkdown(fitLine(name, 60))} ${count}`)
        .join(' · ');
      return `- ${escapeMarkdown(fitLine(version, 60))}: ${sections}`;
    });
}

function list(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const shown = lines.slice(0, MAX_DOUBTS).map((line) => `- ${line}`);
  const more = lines.length - shown.length;
  return [
    `**${title}**`,
    '',
    ...shown,
    ...(more > 0 ? [`- and ${more.toLocaleString('en-US')} more`] : []),
  ].join('\n');
}
