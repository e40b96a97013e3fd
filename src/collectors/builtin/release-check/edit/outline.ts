/**
 * A changelog by its lines: releases, their sections, and the entries below, with the marks that they are made of.
 * The shared reading says what stands in the notes; this says how it stands there. Lines count from 0; `end` is the line
 * after the last one. Pure; never throws: what is not a heading or entry is left alone.
 */
import type { CommitSha } from '../../../../words/ids.ts';
import { readReleases } from '../../../changelog/release-blocks.ts';
import { splitLines, type FileLine } from './file-lines.ts';
import { readHeadings, type Heading, readSections, type OutlineSection } from './sections.ts';

export interface Outline {
  readonly lines: readonly FileLine[];
  readonly releases: readonly OutlineRelease[];
  /** After the last line of notes: link references and the like at the end of the file are left out. */
  readonly end: number;
}

export interface OutlineRelease {
  readonly heading: Heading;
  /** `null`: not released yet. */
  readonly version: string | null;
  /** The first line below the heading, and the one after its last line that is not blank. */
  readonly start: number;
  readonly end: number;
  /** In order; the first has no heading and may be empty. */
  readonly sections: readonly OutlineSection[];
}

/** Blank lines, and link references, which some files keep below each release. */
const NO_TEXT = /^\s*$|^ {0,3}\[[^\]]+\]:\s*\S/;

export function readOutline(text: string, path: string): Outline {
  const lines = splitLines(text);
  const texts = lines.map(({ text: line }) => line);
  const headings = readHeadings(texts, /\.(?:rst|txt)$/i.test(path));
  const end = endOfNotes(texts);
  const releases = readReleases({ path, text }).map((release): OutlineRelease => {
    const at = release.line - 1;
    const heading =
      headings.find((one) => one.start <= at && at < one.end) ?? plainHeading(texts, at);
    const bodyEnd = trimEnd(texts, heading.end, Math.min(release.end, end));
    const inside = headings.filter((one) => one.start >= heading.end && one.start < bodyEnd);
    return {
      heading,
      version: release.version,
      start: heading.end,
      end: bodyEnd,
      sections: readSections({ texts, headings: inside, start: heading.end, end: bodyEnd }),
    };
  });
  return { lines, releases, end };
}

/** A line that is a heading by its words alone. */
function plainHeading(texts: readonly string[], at: number): Heading {
  const title = (texts[at] ?? '').trim();
  return { level: 1, title, start: at, end: at + 1, marks: { kind: 'plain' } };
}

/** Link references, their comments and blanks at the end of the file belong to no release. */
function endOfNotes(texts: readonly string[]): number {
  const foreign = /^\s*$|^ {0,3}\[[^\]]+\]:\s*\S|^<!--.*-->\s*$|^\.\. _[^:]+:/;
  let end = texts.length;
  while (end > 0 && foreign.test(texts[end - 1] ?? '')) end -= 1;
  return end;
}

function trimEnd(texts: readonly string[], start: number, limit: number): number {
  let end = Math.max(start, limit);
  while (end > start && NO_TEXT.test(texts[end - 1] ?? '')) end -= 1;
  return end;
}

// The release of the notes that a change belongs to. Pure.
export interface EndOfRange {
  /** The version that a commit of the range was released in; `null` when it was in none yet. */
  versionOf(sha: CommitSha): string | null;
  /** Versions that have headings new in this range though nothing in it says that they are out. */
  readonly inPreparation: readonly string[];
  /** Of the release at the range's end, `2026-11-21`; `null` when it is not out. */
  readonly date: string | null;
}

/** `null` when the notes have none yet. */
export function chooseRelease(
  { releases }: Outline,
  version: string | null,
  { inPreparation }: EndOfRange,
): OutlineRelease | null {
  const pending = releases.find((release) => release.version === null);
  if (version !== null) {
    const own = releases.find((release) => sameVersion(release.version, version));
    // Entries of a release that has no heading yet are under the unreleased heading.
    return own ?? (pending !== undefined && hasEntries(pending) ? pending : null);
  }
  const prepared = releases.find((release) =>
    inPreparation.some((one) => sameVersion(release.version, one)),
  );
  if (pending !== undefined && (prepared === undefined || hasEntries(pending))) return pending;
  return prepared ?? null;
}

/** `1.2` and `1.2.0` are one release. */
export function sameVersion(one: string | null, other: string): boolean {
  return one !== null && plain(one) === plain(other);
}

function plain(version: string): string {
  const bare = version.toLowerCase().replace(/^v/, '');
  return /^\d+\.\d+$/.test(bare) ? `${bare}.0` : bare;
}

function hasEntries({ sections }: OutlineRelease): boolean {
  return sections.some(({ entries }) => entries.length > 0);
}
