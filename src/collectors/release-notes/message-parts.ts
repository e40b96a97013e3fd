/** What a commit's message says beyond Conventional Commits: people, numbers, what it takes back. Pure. */
import { oneLine } from '../../words/text.ts';
import type { MatchCommit } from './contract.ts';

const MAX_NOTE = 500;
const MAX_BODY = 20_000;
/** Longer ones are told in their first words. */
const MAX_SUBJECT = 1_000;

const TITLE_NUMBER = /\(#(\d{1,9})\)\s*$/;
const MERGE_NUMBER =
  /^Merge pull request #(\d{1,9})\b|^Merged in .{0,300}\(pull request #(\d{1,9})\)|^Merged PR (\d{1,9}):/;
const MERGE_REQUEST = /^See merge request \S*!(\d{1,9})\s*$/m;

/** Of the pull or merge request that the commit came by; `null` when it names none. */
export function pullRequestOf(subject: string, body: string): number | null {
  const match =
    MERGE_NUMBER.exec(subject) ??
    TITLE_NUMBER.exec(subject) ??
    MERGE_REQUEST.exec(body.slice(-MAX_BODY));
  const number = match?.slice(1).find((group) => group !== undefined);
  return number === undefined ? null : Number(number);
}

/** Names from `Co-authored-by:` lines, each once. */
export function coAuthorsOf(body: string): readonly string[] {
  const names = [...body.slice(-MAX_BODY).matchAll(/^co-authored-by:[ \t]*([^<\n]{1,200})/gim)].map(
    ([, name = '']) => oneLine(name, 100),
  );
  return [...new Set(names)].filter((name) => name !== '').slice(0, 50);
}

/** The text of a `BREAKING CHANGE:` footer, to the next blank line or footer. */
export function breakingNoteOf(body: string): string | null {
  const at = /^BREAKING[ -]CHANGES?:/m.exec(body);
  if (at === null) return null;
  const lines = body.slice(at.index + at[0].length, at.index + 4 * MAX_NOTE).split('\n');
  const end = lines.findIndex(
    (line, index) =>
      index > 0 && (line.trim() === '' ? lines[0] !== '' : /^[A-Z][\w-]*(?:: | #)/.test(line)),
  );
  return oneLine(lines.slice(0, end === -1 ? lines.length : end).join(' '), MAX_NOTE) || null;
}

/** `* first commit` lines of a squashed pull request; fewer than two are no list of commits. */
export function squashedSubjects(body: string): readonly string[] {
  const subjects = [...body.slice(0, MAX_BODY).matchAll(/^\* ([^\n]{1,300})$/gm)].map(
    ([, subject = '']) => subject.trim(),
  );
  return subjects.length < 2 ? [] : subjects.slice(0, 200);
}

/** The title of a pull request stands in the body of GitHub's merge commit. */
export function mergeTitleOf(subject: string, body: string): string {
  if (!/^Merge(?:d in| pull request | branch ')/.test(subject)) return subject;
  if (pullRequestOf(subject, body) === null) return subject;
  const title =
    body
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? '';
  return title === '' || title.startsWith('See merge request') ? subject : title;
}

/** A pull request's number at the end says nothing about which change it is. */
export function withoutNumber(subject: string): string {
  return subject
    .slice(0, MAX_SUBJECT)
    .trim()
    .replace(/(?:\s*\(#\d{1,9}\))+$/, '');
}

export interface TakenBack {
  /** A commit id, at least 7 characters; `null` when the message names none. */
  readonly commit: string | null;
  /** The subject of the commit that is taken back. */
  readonly subject: string | null;
}

/** `null` when the commit takes nothing back. */
export function takenBackOf(whole: string, body: string): TakenBack | null {
  const subject = whole.slice(0, MAX_SUBJECT);
  const said = [
    ...body.slice(0, MAX_BODY).matchAll(/\b[Tt]his reverts (?:commit )?([0-9a-f]{7,64})\b/g),
  ];
  const quoted = /^(?:Revert|Reapply|revert:?)\s+"(.+)"(?:\s*\(#\d{1,9}\))?\s*$/.exec(subject)?.[1];
  const named = quoted ?? /^(?:revert|Revert)(?:\([^()]*\))?:\s*(.+)$/.exec(subject)?.[1] ?? null;
  const commit =
    said[0]?.[1] ?? /^(?:Revert|revert:?)\s+([0-9a-f]{7,40})\b/.exec(subject)?.[1] ?? null;
  if (commit === null && named === null) return null;
  // `Reapply "x"` takes back a commit that was called `Revert "x"`.
  const reapplied =
    quoted !== undefined && subject.startsWith('Reapply') ? `Revert "${quoted}"` : named;
  return { commit, subject: reapplied === null ? null : withoutNumber(reapplied) };
}

// What of a commit's message tells what it does. Pure.
const CONVENTIONAL = /^[A-Za-z][\w-]*(?:\([^()]*\))?!?:\s*/;
const MERGE = /^Merge\b|^Auto merge of\b/i;
const MERGED = /^Merged\b/i;
const RELEASE_LEAD =
  /^(?:\p{Extended_Pictographic}\uFE0F?\s*|:[a-z_]{2,30}:\s*)?(?:(?:chore|build|release|ci)(?:\([^()]*\))?!?:\s*)?(?:(?:bump(?:ed)?|prepar(?:e|ing)|cut|tag|publish|releas(?:e|ing)|version|to|for|of|the|new)[\s:]+){0,6}(?:[\w@/-]{1,40}@)?/iu;
const BARE_VERSION =
  /^v?\d+(?:\.\d+){1,3}(?:[-.]?(?:alpha|beta|rc|dev|pre|a|b)[-.]?\d*)?(?:\s+release)?\.?(?:\s+\(#\d+\))?\.?$/i;
const TRAILER =
  /^(?:[A-Z][\w-]+-by|Co-authored-by|Change-Id|Cc|PR-URL|Refs?|Reviewed-on|Link|Tested-by):/i;

/** The line that names the change: of a merge without a subject of its own, the title of what it merges when the body has it. */
export function changeTitle(commit: Pick<MatchCommit, 'subject' | 'body' | 'merge'>): string {
  if (MERGE.test(commit.subject) || (commit.merge && MERGED.test(commit.subject))) {
    const title = commit.body.split('\n').find((line) => line.trim() !== '' && !TRAILER.test(line));
    return title?.trim() ?? branchName(commit.subject);
  }
  return commit.subject;
}

/** Without type, scope and numbers. */
export function description(title: string): string {
  return title.replace(CONVENTIONAL, '').replace(/\s*\(#\d+\)/g, '');
}

/** The body without trailers and, for a merge, without the line that is its title. */
export function bodyText(commit: Pick<MatchCommit, 'subject' | 'body' | 'merge'>): string {
  const title = changeTitle(commit);
  return commit.body
    .slice(0, 8_000)
    .split('\n')
    .filter((line) => !TRAILER.test(line) && line.trim() !== title)
    .join('\n');
}

/** The messages that a squash lists in its body, one a line. */
export function squashedTitles(body: string): readonly string[] {
  const lines = body
    .slice(0, 8_000)
    .split('\n')
    .flatMap((line) => /^\s*[*-]\s+(\S.{5,200})$/.exec(line)?.[1] ?? []);
  return lines.slice(0, 40);
}

/** `v1.2.3`, `Release 1.2.3`, `chore(release): 1.2.3`: says that there is a release, and nothing else. */
export function isReleaseSubject(subject: string): boolean {
  return subject.length < 120 && BARE_VERSION.test(subject.trim().replace(RELEASE_LEAD, ''));
}

/** Of a merge, without whose it is; empty when it does not say. */
export function branchName(subject: string): string {
  const from = /\bfrom\s+(\S+)|\bbranch\s+'([^']+)'/.exec(subject);
  return (from?.[1] ?? from?.[2] ?? '').replace(/^[^/]*\//, '');
}
