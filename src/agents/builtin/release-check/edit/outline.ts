/**
 * A changelog by its lines: releases, their sections, and the entries below, with the marks that they are made of.
 * Where the shared reading says what stands in the notes, this says how it stands there. Lines count from 0; `end` is
 * the line after the last one. Pure; never throws: what is no heading or entry is left alone.
 */
import { readHeadings, type Heading } from './headings.ts';
import { readReleaseTitle } from './release-title.ts';
import { readSections, type OutlineSection } from './sections.ts';
import { splitLines, type FileLine } from './split-lines.ts';

export interface Outline {
  readonly lines: readonly FileLine[];
  readonly releases: readonly OutlineRelease[];
  /** After the last line of notes: link references and the like at the end of the file are left out. */
  readonly end: number;
}

export interface OutlineRelease {
  readonly heading: Heading;
  readonly version: string | null;
  /** Said not to be released yet, by its title or by the paragraph below it. */
  readonly pending: boolean;
  /** The first line below the heading, and the one after its last line that is not blank. */
  readonly start: number;
  readonly end: number;
  /** In order; the first has no heading and may be empty. */
  readonly sections: readonly OutlineSection[];
}

const PENDING =
  /^\W*(?:unreleased|not (?:yet )?released|in development|release date:? (?:tbd|unreleased))\b/i;

export function readOutline(text: string, path: string): Outline {
  const lines = splitLines(text);
  const texts = lines.map(({ text: line }) => line);
  const headings = readHeadings(texts, /\.(?:rst|txt)$/i.test(path));
  const end = endOfNotes(texts);
  const own = releaseHeadings(headings);
  const releases = own.map(({ heading, version, pending }, index): OutlineRelease => {
    const limit = limitOf({ heading, own, index, headings, end });
    const bodyEnd = trimEnd(texts, heading.end, limit);
    const inside = headings.filter((one) => one.start >= heading.end && one.start < bodyEnd);
    const first = texts.slice(heading.end, bodyEnd).find((line) => line.trim() !== '') ?? '';
    return {
      heading,
      version,
      pending: pending || PENDING.test(first),
      start: heading.end,
      end: bodyEnd,
      sections: readSections({ texts, headings: inside, start: heading.end, end: bodyEnd }),
    };
  });
  return { lines, releases, end };
}

interface ReleaseHeading {
  readonly heading: Heading;
  readonly version: string | null;
  readonly pending: boolean;
}

/** The level on which most versions stand holds releases; others do when nothing but a version stands in them. */
function releaseHeadings(headings: readonly Heading[]): readonly ReleaseHeading[] {
  const read = headings.map((heading) => ({ heading, title: readReleaseTitle(heading.title) }));
  const levels = read.flatMap(({ heading, title }) =>
    title !== null && title.strict && title.version !== null ? [heading.level] : [],
  );
  const count = (level: number): number => levels.filter((one) => one === level).length;
  const main = [...new Set(levels)].toSorted((a, b) => count(b) - count(a) || a - b)[0];
  return read.flatMap(({ heading, title }) => {
    if (title === null) return [];
    const fits =
      main === undefined || heading.level === main || (title.strict && heading.level <= main + 1);
    return fits ? [{ heading, version: title.version, pending: title.pending }] : [];
  });
}

function limitOf(request: {
  readonly heading: Heading;
  readonly own: readonly ReleaseHeading[];
  readonly index: number;
  readonly headings: readonly Heading[];
  readonly end: number;
}): number {
  const { heading, own, index, headings, end } = request;
  const next = own[index + 1]?.heading.start ?? end;
  // A release that is set deeper than another, as patches below a minor, ends at the next release only.
  const other = headings.find(
    (one) =>
      one.start >= heading.end &&
      one.level < heading.level &&
      one.start < next &&
      !isSection(one, own),
  );
  return Math.min(next, other?.start ?? end, end);
}

/** Some files set the sections of one release higher than its heading; a title that names a kind is a section. */
function isSection(heading: Heading, own: readonly ReleaseHeading[]): boolean {
  return own.some((one) => one.heading === heading);
}

/** Link references, their comments and blanks at the end of the file belong to no release. */
function endOfNotes(texts: readonly string[]): number {
  let end = texts.length;
  while (
    end > 0 &&
    /^\s*$|^ {0,3}\[[^\]]+\]:\s*\S|^<!--.*-->\s*$|^\.\. _[^:]+:/.test(texts[end - 1] ?? '')
  )
    end -= 1;
  return end;
}

function trimEnd(texts: readonly string[], start: number, limit: number): number {
  let end = Math.max(start, limit);
  while (end > start && /^\s*$/.test(texts[end - 1] ?? '')) end -= 1;
  return end;
}
