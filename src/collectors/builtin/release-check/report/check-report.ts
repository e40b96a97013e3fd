/**
 * The report of a check, as a release manager reads it: whether the notes hold, what is to be mended, the heaviest
 * first, then every entry with what makes it true, and what was not asked about. Words from outside are quoted.
 */
import type { ReleaseNotesFacts } from '../../../../words/facts.ts';
import { groupBy } from '../../../../words/group-by.ts';
import type { ReleaseCommit, ReleaseNoteFact } from '../../../../words/release-note.ts';
import { plural, escapeMarkdown, codeBlock } from '../../../../words/text.ts';
import { countWords } from '../../count-words.ts';
import { fitLine } from '../../fit-text.ts';
import { doubtsOf } from '../issue.ts';
import type { CheckPlan } from '../plan-check.ts';
import { describeCommit, placeOf, quoteEntry, shortSha, tieWord } from './describe.ts';
import { renderIssues } from './issues.ts';
import { type CheckReport, renderSummary } from './summary.ts';

const MAX_ROWS = 300;
const MAX_WEAK = 50;

const MAX_LISTED = 200;

const MAX_SHOWN = 5;

export function renderCheckReport(report: CheckReport): string {
  const { plan } = report;
  const sections = [
    { heading: 'Summary', body: renderSummary(report) },
    { heading: 'Findings', body: renderIssues(plan) },
    { heading: 'Perhaps', body: renderPerhaps(plan.facts) },
    { heading: 'Proposed entries', body: renderOffer(report) },
    { heading: 'Entries and their commits', body: renderEntryTable(plan.facts) },
    { heading: 'Not asked about', body: renderNotAsked(plan) },
  ];
  return sections
    .filter(({ body }) => body !== '')
    .map(({ heading, body }) => `## ${heading}\n\n${body}\n`)
    .join('\n');
}

/** What may be missing or untrue, and as likely is not: a few of it, never a finding and never in the branch. */
function renderPerhaps(facts: ReleaseNotesFacts): string {
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
    `${plural(lines.length, 'thing')} that the check is not sure of:`,
    '',
    ...lines.slice(0, MAX_SHOWN),
    ...(more > 0 ? [`- and ${more.toLocaleString('en-US')} more`] : []),
  ].join('\n');
}

/** Commits that need no entry: taken back within the range, or of a kind that no user notices. */
function renderNotAsked({ facts }: CheckPlan): string {
  if (facts.retired !== undefined) return '';
  const backing = new Set(facts.items.flatMap(({ commits }) => commits));
  const cancelled = facts.commits.filter((commit) => commit.cancelled);
  const hidden = facts.commits.filter(
    ({ cancelled: gone, userVisible, sha }) => !gone && !userVisible && !backing.has(sha),
  );
  const first =
    facts.changelog !== null && facts.range.from === null ? new Set(facts.unmentioned) : null;
  const early = facts.commits.filter(({ sha }) => first?.has(sha) === true);
  const later = new Set(facts.waiting);
  const waiting = facts.commits.filter(({ sha }) => later.has(sha));
  return [
    list(
      waiting.toSorted((a, b) => Number(b.breaking) - Number(a.breaking)),
      `${plural(waiting.length, 'commit')} whose notes are written with the next release, as before${breakingWords(waiting)}:`,
    ),
    list(
      early,
      `${plural(early.length, 'commit')} before the first release, when everything is new and no entry is expected for each:`,
    ),
    list(
      cancelled,
      `${plural(cancelled.length, 'commit')} taken back within the range, so that nothing of ${cancelled.length === 1 ? 'it' : 'them'} is left:`,
    ),
    restWords(facts, backing),
    hiddenWords(hidden),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Those that stand nowhere else in the report: no commit of the range is left out of it. */
function restWords(facts: ReleaseNotesFacts, backing: ReadonlySet<string>): string {
  const { commits, unmentioned, perhaps = [], waiting = [] } = facts;
  const hasNotes = facts.changelog !== null;
  const missing = hasNotes ? [...unmentioned, ...perhaps] : [];
  const told = new Set<string>([...backing, ...missing, ...waiting]);
  const rest = commits.filter(
    ({ sha, userVisible, cancelled, merge }) =>
      userVisible && !cancelled && !merge && !told.has(sha),
  );
  return list(
    rest,
    hasNotes
      ? `${plural(rest.length, 'commit')} told with another change, or of a kind that these notes seldom list:`
      : `${plural(rest.length, 'commit')} that users may notice:`,
  );
}

/** Of these no reader wants a list. */
const PLAINLY_HIDDEN = ['build', 'chore', 'ci', 'docs', 'style', 'test', 'tests'];

function hiddenWords(hidden: readonly ReleaseCommit[]): string {
  const told = hidden.filter(({ type, merge }) => !merge && !PLAINLY_HIDDEN.includes(type ?? ''));
  const lead = `${plural(hidden.length, 'commit')} that no user notices, as far as type, words and paths tell (${kinds(hidden)})`;
  if (hidden.length === 0 || told.length === hidden.length) return list(told, `${lead}:`);
  return told.length === 0
    ? `${lead}.`
    : list(told, `${lead}. Of those, neither merges nor build, docs or tests by their type:`);
}

function breakingWords(commits: readonly ReleaseCommit[]): string {
  const count = commits.filter(({ breaking }) => breaking).length;
  return count === 0 ? '' : `, ${plural(count, 'breaking change')} first`;
}

function kinds(commits: readonly ReleaseCommit[]): string {
  return countWords(commits.map(({ type, merge }) => type ?? (merge ? 'merge' : 'untyped')))
    .slice(0, 8)
    .map(({ name, count }) => `${escapeMarkdown(fitLine(name, 30))} ${count}`)
    .join(', ');
}

function list(commits: readonly ReleaseCommit[], lead: string): string {
  if (commits.length === 0) return '';
  const lines = commits
    .slice(0, MAX_LISTED)
    .map((commit) => `- ${shortSha(commit)} ${quoteEntry(commit.subject, 100)}`);
  const more = commits.length - lines.length;
  return [
    lead,
    '',
    ...lines,
    ...(more > 0 ? [`- and ${more.toLocaleString('en-US')} more`] : []),
  ].join('\n');
}

/**
 * Every entry of the range with its commits and what ties it to them. What is tied by words or files alone can be wrong,
 * so those stand below once more, with both sides to compare.
 */
function renderEntryTable({ items, commits }: ReleaseNotesFacts): string {
  if (items.length === 0) return '';
  const shown = items.slice(0, MAX_ROWS);
  const tables = [...groupBy(shown, ({ version }) => version ?? 'Unreleased')].map(tableOf);
  const more = items.length - shown.length;
  return [
    ...tables,
    ...(more > 0 ? [`and ${more.toLocaleString('en-US')} more entries`] : []),
    weakTies(items, new Map(commits.map((commit) => [commit.sha, commit]))),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function tableOf([version, entries]: readonly [string, readonly ReleaseNoteFact[]]): string {
  const date = entries[0]?.date ?? null;
  const head = `**${quoteEntry(version, 60)}**${date === null ? '' : ` · ${quoteEntry(date, 20)}`}`;
  const rows = entries.map((entry) => {
    const [first] = entry.commits;
    const more = entry.commits.length - 1;
    const commits =
      first === undefined ? '–' : `\`${first.slice(0, 7)}\`${more > 0 ? ` +${more}` : ''}`;
    return `| ${[String(entry.line), quoteEntry(entry.entry, 44), commits, tieWord(entry)].join(' | ')} |`;
  });
  return [
    head,
    '',
    '| Line | Entry | Commits | Tied by |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function weakTies(
  items: readonly ReleaseNoteFact[],
  commits: ReadonlyMap<string, ReleaseCommit>,
): string {
  const weak = items.filter(({ by }) => by === 'words' || by === 'files');
  if (weak.length === 0) return '';
  const lines = weak.slice(0, MAX_WEAK).map((entry) => {
    const told = entry.commits.slice(0, 2).flatMap((sha) => {
      const commit = commits.get(sha);
      return commit === undefined
        ? []
        : [`${shortSha(commit)} “${quoteEntry(commit.subject, 100)}”`];
    });
    return `- ${placeOf(entry)} “${quoteEntry(entry.entry, 120)}”: ${told.join(', ')}`;
  });
  const more = weak.length - lines.length;
  return [
    'Tied by words or files alone, so worth a look:',
    '',
    ...lines,
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join('\n');
}

// The entries as they were written, so that a person sees the wording without opening the branch.
const MAX_OFFERED = 100;

function renderOffer({ edit }: CheckReport): string {
  if (edit.kind === 'none' || edit.added.length === 0) return '';
  if (edit.kind === 'offered' && edit.preview !== null) return codeBlock(edit.preview, 'md');
  const shown = edit.added.slice(0, MAX_OFFERED);
  const blocks = [...groupBy(shown, ({ version }) => version ?? 'Unreleased')].flatMap(
    ([version, entries]) => [version, '', ...entries.map(({ text }) => `- ${text}`), ''],
  );
  const more = edit.added.length - shown.length;
  const block = codeBlock(blocks.join('\n'), 'md');
  return more > 0 ? `${block}\n\nand ${more} more` : block;
}
