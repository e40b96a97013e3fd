/** Breaking changes that the notes do not call so. Pure. */
import type { ChangelogEntry } from '../../words/changelog.ts';
import type { ReleaseProblem } from '../../words/release-note.ts';
import { oneLine } from '../../words/text.ts';
import type { CheckRequest, MatchCommit } from './contract.ts';

const SAYS_SO =
  /\bbreaking\b|\bbackwards?[- ]?incompatib|\bincompatible\b|^\W*(?:remov(?:e|es|ed)|drop(?:s|ped)?)\b|\bsupport for .{1,60} (?:dropped|removed)\b|\bno longer (?:supports?|accepts?|supported|available|exported)\b|\b(?:was|were|is|are|has been|have been) (?:removed|dropped)\b/i;
const SECTION_SAYS_SO =
  /breaking|incompatib|^removed|removals|^major\b|upgrad(?:e|ing) notes|migration/i;
/** Robots copy the release notes of what they update into their messages. */
const UPDATES_OTHERS = /^(?:\w+\(deps[\w-]*\)|deps|bump|update (?:dependency|module)\b)/i;

/** A commit that breaks something for the users of this project, not for those of a package it updates. */
export function breaksUsers(commit: MatchCommit): boolean {
  if (!commit.breaking || commit.cancelled) return false;
  return /^[^:]{0,80}!:/.test(commit.subject) || !UPDATES_OTHERS.test(commit.subject);
}

export function saysBreaking(entry: ChangelogEntry): boolean {
  return entry.breaking || SAYS_SO.test(entry.text) || SECTION_SAYS_SO.test(entry.section ?? '');
}

export function checkBreaking(request: CheckRequest): readonly ReleaseProblem[] {
  const breaking = request.commits.filter(breaksUsers);
  const parts = new Set(breaking.map(({ sha }) => sha));
  return breaking
    .filter((commit) => !commit.brings.some((sha) => parts.has(sha)))
    .flatMap((commit) => judgeCommit(commit, request));
}

function judgeCommit(commit: MatchCommit, request: CheckRequest): readonly ReleaseProblem[] {
  const standsFor = new Set([
    commit.sha,
    ...request.commits.flatMap(({ sha, brings }) => (brings.includes(commit.sha) ? [sha] : [])),
  ]);
  const telling = request.entries.filter((_entry, index) =>
    request.match.entries[index]?.commits.some((sha) => standsFor.has(sha)),
  );
  if (telling.some(saysBreaking)) return [];
  const name = `${commit.sha.slice(0, 7)} "${oneLine(commit.subject, 100)}"`;
  const [first] = telling;
  const note = commit.breakingNote === null ? '' : ` (${oneLine(commit.breakingNote, 120)})`;
  return [
    {
      code: 'breaking-unmarked',
      severity: 'high',
      message:
        first === undefined
          ? `${name} is a breaking change${note}, and no entry mentions it.`
          : `${name} is a breaking change${note}, and the entry "${oneLine(first.text, 100)}" does not say so.`,
      path: first?.path ?? null,
      line: first?.line ?? null,
      commits: [commit.sha],
      advice:
        first === undefined
          ? 'Add an entry that says what breaks and what users have to change.'
          : 'Mark the entry as breaking, and say what users have to change.',
    },
  ];
}

// Sentences of a commit's body that say that it breaks something, where its subject has no mark. Pure.
const MAX_BODY = 20_000;
const MAX_SENTENCE = 300;

const SAYS_IT =
  /\b(?:this|it|which|that)\s+(?:(?:change|commit|patch|pr|mr|pull request|merge request)\s+)?(?:is|are|was|introduces|makes|brings|contains|includes|will be)\s+(?:also\s+)?(?:an?\s+)?(?:[\w-]+\s+){0,2}?(?:breaking|(?:backwards?[- ]?)?incompatible|bc[- ]breaking|(?:api|abi)[- ]breaking)\s+(?:\w+\s+)?changes?\b|^\W*(?:breaking|breaking changes?|bc[- ]break|backwards?[- ]incompatible(?: changes?)?)\s*:\s*\S/i;
/** Denied, weighed, or told of something else. */
const HEDGED =
  /\bnot?\b|n't\b|\bnever\b|\bwithout\b|\bavoid|\bprevent|\bif\b|\bunless\b|\bwhether\b|\bwould\b|\bcould\b|\bmight\b|\bmay\b|\bshould\b|\btechnically\b|\bhardly\b|\bpreviously\b|\brevert|\?/i;

/** `null`: the body does not say so. Quotes, code, and boxes to be ticked say nothing. */
export function breakingSentenceOf(body: string): string | null {
  const lines = body
    .slice(0, MAX_BODY)
    .replaceAll(/^(`{3,}|~{3,})[^]*?^\1/gm, '')
    .split('\n')
    .filter((line) => !/^(?:\s*>|\s{4,}|\t|\s*[-*+] \[[ xX]\])/.test(line));
  const paragraphs = lines.join('\n').split(/\n\s*\n|\n(?=\s*[-*+]\s)/);
  const sentences = paragraphs.flatMap((text) =>
    text.replaceAll(/\s+/g, ' ').split(/(?<=[.!?])\s+/),
  );
  const found = sentences.find((text) => SAYS_IT.test(text) && !HEDGED.test(text));
  return found === undefined ? null : oneLine(found, MAX_SENTENCE);
}
