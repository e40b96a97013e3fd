/** Whether a sentence says that something came or went, and pairs of words that deny each other. Pure. */
import type { ChangelogEntry } from '../../words/changelog.ts';
import type { MatchCommit } from './contract.ts';
import { changeTitle, description } from './message-parts.ts';

export type Direction = 'added' | 'removed' | null;

const ADD_HEAD =
  /^(?:adds?|added|adding|introduc(?:e|es|ed|ing)|implement(?:s|ed)?|creat(?:e|es|ed)|new)\b/i;
const REMOVE_HEAD =
  /^(?:remov(?:e|es|ed|ing)|drop(?:s|ped|ping)?|delet(?:e|es|ed)|eliminat(?:e|es|ed)|discontinu(?:e|es|ed)|get rid of)\b/i;
/** `Add support for 3.13 and drop 3.8` tells of both. */
const ADD_TOO = /(?:\band|,|&) (?:add|introduc|implement|creat)\w*\b/i;
const REMOVE_TOO = /(?:\band|,|&) (?:remov|drop|delet)\w*\b/i;
const ADD_LATER =
  /\b(?:(?:is|are|was|were|has been|have been) (?:added|introduced)|it is now possible to|now supports?)\b/i;
const REMOVE_LATER =
  /\b(?:(?:is|are|was|were|has been|have been) (?:removed|dropped|deleted)|no longer (?:supported|available|exists?|shipped|exported)|support for .{1,60} (?:dropped|removed))\b/i;
const FIRST_SENTENCE = /^[^\n]{0,300}?(?:[.!?](?=\s|$)|\n|$)/;

/** `section` is the heading over an entry, or a commit's conventional type. */
export function directionOf(text: string, section: string | null): Direction {
  const first = (FIRST_SENTENCE.exec(text)?.[0] ?? text.slice(0, 300)).replace(
    /^[\s*_`[\]()"'-]+/,
    '',
  );
  if (REMOVE_HEAD.test(first)) return ADD_TOO.test(first) ? null : 'removed';
  if (ADD_HEAD.test(first)) return REMOVE_TOO.test(first) ? null : 'added';
  const adds = ADD_LATER.test(first);
  const removes = REMOVE_LATER.test(first);
  if (adds !== removes) return adds ? 'added' : 'removed';
  if (adds) return null;
  if (section === null) return null;
  if (/^removed?\b|\bremovals?\b/i.test(section)) return 'removed';
  if (/^added\b|^new\b/i.test(section)) return 'added';
  return null;
}

export function entryDirection({ text, section }: ChangelogEntry): Direction {
  return directionOf(description(text), section);
}

export function commitDirection(commit: MatchCommit): Direction {
  return directionOf(description(changeTitle(commit)), commit.type);
}

export function directionsDeny(one: Direction, other: Direction): boolean {
  return one !== null && other !== null && one !== other;
}

/** Stems; a text with one and a text with only the other speak of opposite things. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['enabl', 'disabl'],
  ['increas', 'decreas'],
  ['increas', 'reduc'],
  ['increas', 'lower'],
  ['rais', 'lower'],
  ['show', 'hide'],
  ['allow', 'forbid'],
  ['allow', 'disallow'],
  ['upgrad', 'downgrad'],
  ['encrypt', 'decrypt'],
  ['import', 'export'],
  ['upload', 'download'],
  ['login', 'logout'],
];

export function oppositeWords(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return OPPOSITES.some(
    ([a, b]) =>
      (one.has(a) && !one.has(b) && other.has(b) && !other.has(a)) ||
      (one.has(b) && !one.has(a) && other.has(a) && !other.has(b)),
  );
}
