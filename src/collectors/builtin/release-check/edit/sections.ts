/** The sections of one release and the entries below each. Pure. */
import { isGroup } from '../../../changelog/block-entries.ts';

export interface OutlineSection {
  /** `null` for what stands before the first title. */
  readonly title: SectionTitle | null;
  /** The first line below the title, and the one after the last line that is not blank. */
  readonly start: number;
  readonly end: number;
  readonly entries: readonly OutlineEntry[];
}

export interface SectionTitle {
  /** `heading`; `bold` for `**Fixes**`; `label` for `Bug fixes:`; `item` for a bullet over deeper ones. */
  readonly kind: 'heading' | 'bold' | 'label' | 'item';
  readonly words: string;
  readonly start: number;
  /** The title's own lines, to be written again with other words. */
  readonly heading: Heading | null;
  readonly raw: string;
}

export interface OutlineEntry {
  readonly start: number;
  readonly end: number;
  readonly indent: string;
  readonly bullet: string;
  /** Between bullet and words. */
  readonly gap: string;
  /** In front of the lines after the first; `null` when it is one line. */
  readonly hang: string | null;
  /** In one line, without what is nested below it. */
  readonly text: string;
  /** Where its words continue in the next line: the line's length, and that of the word that did not fit. */
  readonly breaks: readonly { readonly length: number; readonly next: number }[];
}

const BULLET = /^([ \t]*)([-*+•]|\d{1,3}[.)])([ \t]+)(\S.*)$/;

export function readSections(request: {
  readonly texts: readonly string[];
  readonly headings: readonly Heading[];
  readonly start: number;
  readonly end: number;
}): readonly OutlineSection[] {
  const { texts, start, end } = request;
  const titles = findTitles(request);
  const starts = [
    { title: null, start },
    ...titles.map((title) => ({ title, start: titleEnd(title) })),
  ];
  return starts.map(({ title, start: from }, index) => {
    const limit = titles[index]?.start ?? end;
    const last = trimEnd(texts, from, limit);
    return { title, start: from, end: last, entries: readEntries(texts, from, last) };
  });
}

function titleEnd({ heading, start }: SectionTitle): number {
  return heading?.end ?? start + 1;
}

function findTitles({
  texts,
  headings,
  start,
  end,
}: Parameters<typeof readSections>[0]): readonly SectionTitle[] {
  const titles: SectionTitle[] = headings.map((heading) => ({
    kind: 'heading',
    words: heading.title,
    start: heading.start,
    heading,
    raw: texts[heading.start] ?? '',
  }));
  for (let index = start; index < end; index += 1) {
    const raw = texts[index] ?? '';
    const item = itemTitle(raw, texts.slice(index + 1, end));
    if (item !== null) {
      titles.push({ kind: 'item', words: item, start: index, heading: null, raw });
      continue;
    }
    const bold = /^(?:\*\*|__)([^*_]{2,60}?):?(?:\*\*|__):?[ \t]*$/.exec(raw)?.[1];
    const label = /^([A-Z][A-Za-z ,/&-]{2,40}):{1,2}[ \t]*$/.exec(raw)?.[1];
    const words = bold ?? label;
    // A label that ends a sentence of prose is not a title: bullets have to follow.
    if (words === undefined || !bulletFollows(texts, index, end)) continue;
    titles.push({
      kind: bold === undefined ? 'label' : 'bold',
      words,
      start: index,
      heading: null,
      raw,
    });
  }
  return titles.toSorted((a, b) => a.start - b.start);
}

/** `* Bugfixes` over `  * Fix …`. */
function itemTitle(raw: string, below: readonly string[]): string | null {
  const [, indent = '', , , words = ''] = BULLET.exec(raw) ?? [];
  if (!isGroup(words.trim())) return null;
  const deeper = BULLET.exec(below.find((line) => line.trim() !== '') ?? '')?.[1] ?? '';
  return widthOf(deeper) > widthOf(indent) ? words.trim().replace(/:$/, '') : null;
}

function bulletFollows(texts: readonly string[], index: number, end: number): boolean {
  const before = (texts[index - 1] ?? '').trim();
  const next = texts.slice(index + 1, end).find((line) => line.trim() !== '') ?? '';
  return BULLET.test(next) && (before === '' || !/^[A-Za-z]/.test(before));
}

function trimEnd(texts: readonly string[], start: number, limit: number): number {
  let end = Math.max(start, limit);
  while (end > start && (texts[end - 1] ?? '').trim() === '') end -= 1;
  return end;
}

function readEntries(
  texts: readonly string[],
  start: number,
  end: number,
): readonly OutlineEntry[] {
  const found: { from: number; match: RegExpExecArray }[] = [];
  let base = Infinity;
  let fence: string | null = null;
  let comment = false;
  for (let index = start; index < end; index += 1) {
    const text = texts[index] ?? '';
    const marks = /^\s*(`{3,}|~{3,})/.exec(text)?.[1];
    if (marks !== undefined && (fence === null || marks.startsWith(fence)))
      fence = fence === null ? marks : null;
    if (fence !== null) continue;
    if (comment || /^\s*<!--/.test(text)) {
      comment = !text.includes('-->');
      continue;
    }
    const match = BULLET.exec(text);
    if (match === null) continue;
    const indent = widthOf(match[1] ?? '');
    if (indent > base) continue;
    base = indent;
    found.push({ from: index, match });
  }
  const top = found.filter(({ match }) => widthOf(match[1] ?? '') === base);
  return top.map(({ from, match }, index) => {
    const limit = endOfEntry(texts, from, top[index + 1]?.from ?? end);
    return entryOf(texts, { from, end: trimEnd(texts, from, limit), match });
  });
}

/** Text at the margin after a blank line belongs to no entry. */
function endOfEntry(texts: readonly string[], from: number, end: number): number {
  for (let index = from + 1; index < end; index += 1) {
    const blank = (texts[index - 1] ?? '').trim() === '';
    const text = texts[index] ?? '';
    if (blank && text.trim() !== '' && !/^[ \t]/.test(text)) return index;
    if (text.startsWith('<!--')) return index;
  }
  return end;
}

function entryOf(
  texts: readonly string[],
  {
    from,
    end,
    match,
  }: { readonly from: number; readonly end: number; readonly match: RegExpExecArray },
): OutlineEntry {
  const [, indent = '', bullet = '', gap = '', first = ''] = match;
  const lines = [first.trimEnd()];
  let hang: string | null = null;
  const breaks: { length: number; next: number }[] = [];
  for (let index = from + 1; index < end; index += 1) {
    const text = texts[index] ?? '';
    if (text.trim() === '' || BULLET.test(text) || /^\s*(?:`{3,}|~{3,})/.test(text)) break;
    hang ??= /^[ \t]*/.exec(text)?.[0] ?? '';
    lines.push(text.trim());
    const length = Array.from((texts[index - 1] ?? '').trimEnd()).length;
    breaks.push({ length, next: Array.from(/\S+/.exec(text)?.[0] ?? '').length });
  }
  return { start: from, end, indent, bullet, gap, hang, text: lines.join(' '), breaks };
}

function widthOf(blanks: string): number {
  return blanks.replaceAll('\t', '    ').length;
}

// Headings of Markdown, AsciiDoc and reStructuredText, with the marks that make them. Pure.

export interface Heading {
  readonly level: number;
  readonly title: string;
  /** The title's line, or the overline's, from 0. */
  readonly start: number;
  /** The line after the heading's last. */
  readonly end: number;
  readonly marks: HeadingMarks;
}

export type HeadingMarks =
  | { readonly kind: 'hashes'; readonly mark: string }
  /** None: its words alone make it one. */
  | { readonly kind: 'plain' }
  /** `length` of the line below the title. */
  | {
      readonly kind: 'underline';
      readonly mark: string;
      readonly length: number;
      readonly over: boolean;
    };

const UNDERLINE = /^([=\-~^"'`*+#.:_])\1{2,}[ \t]*$/;

export function readHeadings(texts: readonly string[], restructured: boolean): readonly Heading[] {
  const headings: Heading[] = [];
  const order: string[] = [];
  let fence: string | null = null;
  let comment = false;
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index] ?? '';
    const marks = restructured ? undefined : /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (fence !== null) {
      if (marks?.startsWith(fence) === true) fence = null;
      continue;
    }
    if (marks !== undefined) fence = marks;
    if (comment || (!restructured && /^\s*<!--/.test(text))) comment = !text.includes('-->');
    else {
      const found = restructured ? null : hashHeading(text, index);
      const heading = found ?? underlined({ texts, index, restructured, order });
      if (heading === null) continue;
      headings.push(heading);
      index = heading.end - 1;
    }
  }
  return headings;
}

function hashHeading(text: string, index: number): Heading | null {
  const found = /^ {0,3}(#{1,6}|={1,6})[ \t]+(\S.*)$/.exec(text);
  if (found === null) return null;
  const [, hashes = '', rest = ''] = found;
  const title = rest
    .trimEnd()
    .replace(/(?<=[ \t])#+$/, '')
    .trimEnd();
  const marks = { kind: 'hashes', mark: hashes[0] ?? '#' } as const;
  return { level: hashes.length, title, start: index, end: index + 1, marks };
}

function underlined(request: {
  readonly texts: readonly string[];
  readonly index: number;
  readonly restructured: boolean;
  /** Levels of reStructuredText are those of first sight. */
  readonly order: string[];
}): Heading | null {
  const { texts, index, restructured, order } = request;
  const here = texts[index] ?? '';
  const overline = restructured ? UNDERLINE.exec(here)?.[1] : undefined;
  const at = overline === undefined ? index : index + 1;
  const title = texts[at] ?? '';
  const line = (texts[at + 1] ?? '').trimEnd();
  const mark =
    UNDERLINE.exec(line)?.[1] ?? (/^(?:==|--)$/.test(line) && !restructured ? line[0] : undefined);
  if (mark === undefined || title.trim() === '' || UNDERLINE.test(title)) return null;
  if (overline !== undefined && overline !== mark) return null;
  if (!restructured && (!/[=-]/.test(mark) || /^\s*(?:[-*+>|]|\d+\.)\s/.test(title))) return null;
  if (overline === undefined && /^\s/.test(title)) return null;
  if ((texts[index - 1] ?? '').trim() !== '' && !restructured) return null;
  const name = overline === undefined ? mark : `${mark}${mark}`;
  if (restructured && !order.includes(name)) order.push(name);
  return {
    level: restructured ? order.indexOf(name) + 1 : mark === '=' ? 1 : 2,
    title: title.trim(),
    start: index,
    end: at + 2,
    marks: { kind: 'underline', mark, length: line.length, over: overline !== undefined },
  };
}
