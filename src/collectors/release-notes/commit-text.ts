/** What of a commit's message tells what it does. Pure. */
import type { MatchCommit } from './match-contract.ts';

const CONVENTIONAL = /^[A-Za-z][\w-]*(?:\([^()]*\))?!?:\s*/;
const MERGE = /^Merge\b|^Auto merge of\b/i;
const MERGED = /^Merged\b/i;
const RELEASE_LEAD =
  /^(?:\p{Extended_Pictographic}\uFE0F?\s*|:[a-z_]{2,30}:\s*)?(?:(?:chore|build|release|ci)(?:\([^()]*\))?!?:\s*)?(?:(?:bump(?:ed)?|prepar(?:e|ing)|cut|tag|publish|releas(?:e|ing)|version|to|for|of|the|new)[\s:]+){0,6}(?:[\w@/-]{1,40}@)?/iu;
const BARE_VERSION =
  /^v?\d+(?:\.\d+){1,3}(?:[-.]?(?:alpha|beta|rc|dev|pre|a|b)[-.]?\d*)?(?:\s+release)?(?:\s+\(#\d+\))?\.?$/i;
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
