/** The inbox as a list: one group a run, newest run first, and what is alike folded. Titles are hostile text. */
import { INBOX_KINDS, type InboxEntry, type InboxKind } from '../../inbox/inbox-entry.ts';
import type { Inbox } from '../../inbox/inbox.ts';
import type { Terminal } from '../../platform/terminal.ts';
import { isRunId, madeAt, shortIdOf } from '../../words/ids.ts';
import { relativeTime } from '../../words/local-time.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openPage, type Page } from './page.ts';
import { displayWidth, fitText, wrapWords } from './text-width.ts';

/** More of one kind in one group are counted, unless all are asked for. */
const MOST_ALIKE = 5;
const INDENT = '  ';
const GAP = '  ';

const KINDS: Readonly<Record<InboxKind, readonly [one: string, many: string]>> = {
  question: ['question', 'questions'],
  'failed-run': ['failed run', 'failed runs'],
  message: ['unsent message', 'unsent messages'],
  finding: ['finding', 'findings'],
  proposal: ['request', 'requests'],
  'pull-request': ['pull request', 'pull requests'],
  'change-set': ['branch', 'branches'],
  report: ['report', 'reports'],
  note: ['note', 'notes'],
};

/** What these say of why they wait is more than their title does. */
const EXPLAINED = new Set<InboxKind>(['question', 'failed-run', 'message', 'pull-request']);

export interface InboxLook {
  readonly terminal: Terminal;
  readonly now: Date;
  /** Nothing is folded. */
  readonly all: boolean;
  /** Only what this routine left is shown; `null`: all. */
  readonly routine: string | null;
}

export function writeInbox(
  { terminal, now, all, routine }: InboxLook,
  {
    entries,
    filed,
    aside,
    informing,
    next,
  }: Pick<Inbox, 'entries' | 'filed' | 'aside' | 'informing' | 'next'>,
): void {
  const page = openPage(terminal);
  const width = terminal.outIsTerminal ? Math.max(40, terminal.columns) : null;
  for (const group of groupsOf(entries)) writeGroup(page, group, { all, width, now });
  const later = aside === 0 ? '' : `; ${aside} set aside`;
  if (entries.length === 0) {
    page.line(
      routine === null
        ? `Nothing waits for you (${plural(filed, 'ended run')}${later}).`
        : `Nothing of ${oneLine(routine, 80)} waits for you. The routines: roundsman list`,
    );
    return;
  }
  page.line(`${countWords(entries)}${next === null ? '' : ' and more'}${later}`);
  if (informing > 0 && routine === null)
    page.line(
      `${plural(informing, 'more finding')} only ${informing === 1 ? 'informs' : 'inform'}: roundsman findings`,
    );
  page.line('Decide one by one: roundsman morning');
}

interface Group {
  /** Short; `null`: of no run. */
  readonly run: string | null;
  readonly routine: string | null;
  /** When the run began, ISO 8601; `null`: of no run. */
  readonly at: string | null;
  readonly entries: readonly InboxEntry[];
}

/** Ids of runs sort by time. What belongs to no run comes last. */
function groupsOf(entries: readonly InboxEntry[]): readonly Group[] {
  const runs = new Set(entries.map(({ links }) => links.run ?? null));
  return [...runs]
    .toSorted((a, b) => ((a ?? '') < (b ?? '') ? 1 : -1))
    .map((run) => {
      const of = entries.filter(({ links }) => (links.run ?? null) === run);
      const routine = run === null ? null : (of[0]?.routine ?? null);
      return { run: run === null ? null : shortIdOf(run), routine, at: beganAt(run), entries: of };
    });
}

function beganAt(run: string | null): string | null {
  return run === null || !isRunId(run) ? null : madeAt(run).toISOString();
}

interface Look {
  readonly all: boolean;
  readonly width: number | null;
  readonly now: Date;
}

function writeGroup(page: Page, group: Group, look: Look): void {
  const { run, routine, entries } = group;
  // What a run tells may have waited since earlier ones.
  const newest =
    group.at ??
    entries
      .map(({ since }) => since)
      .toSorted()
      .at(-1) ??
    '';
  const name = run === null ? 'Of no run' : `${oneLine(routine ?? 'run', 80)} ${run}`;
  const head = `${relativeTime(newest, look.now)} · ${countWords(entries)}`;
  page.line(`${page.paint('strong', name)}  ${page.paint('faint', head)}`);
  for (const kind of INBOX_KINDS) {
    const alike = entries.filter((entry) => entry.kind === kind);
    const shown = look.all ? alike : alike.slice(0, MOST_ALIKE);
    writeRows(page, shown, look);
    const more = alike.length - shown.length;
    if (more > 0)
      page.line(
        `${INDENT}… ${more} more ${KINDS[kind][more === 1 ? 0 : 1]}: roundsman inbox --all`,
      );
  }
  page.line();
}

function writeRows(page: Page, entries: readonly InboxEntry[], { width }: Look): void {
  const names = entries.map((entry) => oneLine(nameOf(entry), 60));
  const longest = Math.max(0, ...names.map((name) => displayWidth(name)));
  for (const [index, entry] of entries.entries()) {
    const name = (names[index] ?? '').padEnd(longest);
    const room = (width ?? 10_000) - INDENT.length - longest - GAP.length;
    const detail = entry.kind === 'finding' ? `${GAP}${fitText(entry.why, room / 2)}` : '';
    const title = fitText(oneLine(entry.title, 200), Math.max(20, room - displayWidth(detail)));
    page.line(`${INDENT}${name}${GAP}${title}${page.paint('faint', detail)}`.trimEnd());
    if (!EXPLAINED.has(entry.kind)) continue;
    const indent = ' '.repeat(INDENT.length + longest + GAP.length);
    for (const line of wrapWords(oneLine(entry.why, 300), Math.max(20, room)))
      page.line(page.paint('faint', `${indent}${line}`));
  }
}

/** What the commands that decide on it take. */
function nameOf({ kind, links }: InboxEntry): string {
  const name =
    links.finding ??
    links.proposal ??
    links.set ??
    links.note ??
    links.message ??
    links.pullRequest;
  return name ?? `${kind === 'failed-run' ? 'failed' : kind} ${links.run?.slice(-6) ?? ''}`.trim();
}

function countWords(entries: readonly InboxEntry[]): string {
  return kindWords((kind) => entries.filter((entry) => entry.kind === kind).length);
}

/** `1 failed run, 16 findings`; empty: none of any kind. */
export function kindWords(countOf: (kind: InboxKind) => number): string {
  return INBOX_KINDS.flatMap((kind) => {
    const count = countOf(kind);
    return count === 0 ? [] : [plural(count, ...KINDS[kind])];
  }).join(', ');
}
