/** Headings of Markdown, AsciiDoc and reStructuredText, with the marks that make them. Pure. */

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
