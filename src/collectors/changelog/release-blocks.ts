/** One file of notes as releases: where each begins and ends, and its entries. Pure. */
import type { ChangelogRelease } from '../../words/changelog.ts';
import { oneLine } from '../../words/text.ts';
import { readBlockEntries } from './block-entries.ts';
import { findReferences, homeOf, isBreakingEntry } from './entry-marks.ts';
import { markupOf, readNotesLines, type NotesLine } from './notes-lines.ts';
import {
  plainTitle,
  readReleaseHeading,
  readReleaseLine,
  type ReleaseHeading,
} from './release-heading.ts';

interface Start {
  readonly index: number;
  readonly heading: ReleaseHeading;
  readonly line: Extract<NotesLine, { kind: 'heading' }>;
}

export interface NotesText {
  readonly path: string;
  readonly text: string;
}

/** In the order of the file. */
export function readReleases(file: NotesText): readonly ChangelogRelease[] {
  const markup = markupOf(file.path);
  const lines = readNotesLines(file.text, markup);
  const headed = findStarts(lines);
  const [starts, all] = headed.length > 0 ? [headed, lines] : withPlainHeadings(lines);
  const home = homeOf(file.text);
  return starts.map((start, order) => {
    const until = blockEnd(all, start, starts[order + 1]?.index ?? all.length);
    const block = all.slice(start.index + 1, until);
    return readRelease({ file, start, block, home, plain: markup === 'plain' });
  });
}

interface BlockRequest {
  readonly file: NotesText;
  readonly start: Start;
  readonly block: readonly NotesLine[];
  readonly home: string | null;
  readonly plain: boolean;
}

function readRelease({ file, start, block, home, plain }: BlockRequest): ChangelogRelease {
  const { heading, line } = start;
  const said = releaseLineOf(block);
  const dated = heading.date === null && heading.badDate === null ? said?.read : null;
  const body = said === null ? block : block.filter((one) => one !== said.line);
  return {
    version: said?.read.unreleased === true ? null : heading.version,
    title: oneLine(plainTitle(line.title), 300),
    ...(heading.package === null ? {} : { package: heading.package }),
    date: heading.date ?? dated?.date ?? null,
    badDate: heading.badDate ?? dated?.badDate ?? null,
    yanked: heading.yanked,
    path: file.path,
    line: line.line,
    end: Math.max(line.end, lastShown(block)),
    entries: readBlockEntries(body, plain).map((entry) => ({
      ...entry,
      breaking: isBreakingEntry(entry.text, entry.section),
      references: findReferences(entry.text, home),
      path: file.path,
    })),
  };
}

/** Headings that name a version; those with words before it count where no heading does without. */
function findStarts(lines: readonly NotesLine[]): readonly Start[] {
  const starts = lines.flatMap((line, index) => {
    if (line.kind !== 'heading') return [];
    const heading = readReleaseHeading(line.title);
    return heading === null ? [] : [{ index, heading, line }];
  });
  const sure = starts.filter(({ heading }) => heading.certainty === 'sure');
  const released = sure.some(({ heading }) => heading.version !== null);
  const level = (released ? sure : starts).reduce(
    (least, { line }) => Math.min(least, line.level),
    6,
  );
  return starts.filter(
    ({ heading, line }) =>
      heading.certainty === 'sure' ||
      (line.level === level && (!released || heading.date !== null)),
  );
}

/** In files without any heading of a release, a line of its own that can be nothing else serves as one. */
function withPlainHeadings(
  lines: readonly NotesLine[],
): readonly [readonly Start[], readonly NotesLine[]] {
  const headed = lines.map((line, index): NotesLine => {
    const before = lines[index - 1];
    if (line.kind !== 'text' || line.indent > 0 || before?.kind === 'text') return line;
    const heading = readReleaseHeading(line.text);
    // `next` alone may begin a sentence; behind a mark it is a heading.
    const isMarked = /^=+ /.test(line.text);
    if (heading?.certainty !== 'sure' || (heading.version === null && !isMarked)) return line;
    return { kind: 'heading', level: 2, title: line.text.trim(), line: line.line, end: line.line };
  });
  return [findStarts(headed), headed];
}

/**
 * A heading above the release's own level ends it. One of its own level is a section of it, as some files have it; but
 * below the oldest release it begins something else.
 */
function blockEnd(lines: readonly NotesLine[], start: Start, next: number): number {
  const lowest = next === lines.length ? start.line.level : start.line.level - 1;
  for (let index = start.index + 1; index < next; index += 1) {
    const line = lines[index];
    if (line?.kind === 'heading' && line.level <= lowest) return index;
  }
  return next;
}

function releaseLineOf(block: readonly NotesLine[]): {
  readonly line: NotesLine;
  readonly read: {
    readonly unreleased: boolean;
    readonly date: string | null;
    readonly badDate: string | null;
  };
} | null {
  const line = block.find(({ kind }) => kind === 'text' || kind === 'heading');
  if (line?.kind !== 'text') return null;
  const read = readReleaseLine(line.text);
  return read === null ? null : { line, read };
}

function lastShown(block: readonly NotesLine[]): number {
  const last = block.findLast(({ kind }) => kind !== 'blank' && kind !== 'quiet');
  if (last === undefined) return 0;
  return last.kind === 'heading' ? last.end : last.line;
}
