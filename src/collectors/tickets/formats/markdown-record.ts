/** One ticket a Markdown file: front matter if there is some, a heading, the text. */
import type { RecordsRead, SourceText } from '../ticket-record.ts';

const MAX_LINES = 500;
const PAIR = /^([A-Za-z_][\w .-]{0,99}?)[ \t]*:(?:[ \t]+(.*)|[ \t]*)$/;
const NOT_UNDERSTOOD = 'this line of the front matter is left out: write `name: value`';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}[ \t](.*)$/;

/** `## Title ##` closes itself. */
const CLOSING = /(?:^|[ \t])#{1,6}$/;

export function readMarkdown({ source, text }: SourceText): RecordsRead {
  const { values, body, problems } = readFrontMatter(text);
  const titled = Object.keys(values).some((name) => /^(title|subject|summary)$/i.test(name));
  const { heading, rest } = splitHeading(body);
  const value = {
    ...values,
    ...(titled || heading === null ? {} : { title: heading }),
    body: (titled ? body : rest).trim(),
  };
  return {
    records: [{ source, value }],
    problems: problems.map(({ line, problem }) => ({ source: `${source}:${line}`, problem })),
  };
}

/** The first heading outside code, and the text without that line. */
function splitHeading(text: string): { readonly heading: string | null; readonly rest: string } {
  const lines = text.split('\n');
  let fence = '';
  for (const [index, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence)) fence = '';
      continue;
    }
    const found = fence === '' && line.length < 2_000 ? HEADING.exec(line)?.[1] : undefined;
    const heading = found?.trim().replace(CLOSING, '').trim() ?? '';
    if (heading !== '') {
      return { heading, rest: [...lines.slice(0, index), ...lines.slice(index + 1)].join('\n') };
    }
  }
  return { heading: null, rest: text };
}

// The lines between two `---` at the head of a Markdown file: `name: value`, lists in brackets or one entry a
// line, and text blocks. What ticket exports write, not all of YAML: no anchors, tags or nested maps, so that
// nothing in it can expand or nest.

interface FrontMatter {
  readonly values: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** Lines that have another form, counted from the file's first. */
  readonly problems: readonly { readonly line: number; readonly problem: string }[];
}

function readFrontMatter(text: string): FrontMatter {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const end = lines.slice(1, MAX_LINES).findIndex((line) => /^(---|\.\.\.)[ \t]*$/.test(line));
  if (!/^---[ \t]*$/.test(lines[0] ?? '') || end === -1) {
    return { values: {}, body: lines.join('\n'), problems: [] };
  }
  const body = lines.slice(end + 2).join('\n');
  return { ...readPairs(lines.slice(1, end + 1)), body };
}

function readPairs(lines: readonly string[]): Omit<FrontMatter, 'body'> {
  const values = new Map<string, string | readonly string[]>();
  const problems: { line: number; problem: string }[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '' || line.startsWith('#')) continue;
    const pair = line.length < 20_000 ? PAIR.exec(line) : null;
    if (pair === null) {
      problems.push({ line: index + 2, problem: NOT_UNDERSTOOD });
      continue;
    }
    const below = indentedBelow(lines, index);
    index += below.length;
    values.set(pair[1] ?? '', valueOf(pair[2]?.trim() ?? '', below));
  }
  return { values: Object.fromEntries(values), problems };
}

function indentedBelow(lines: readonly string[], index: number): readonly string[] {
  const after = lines.slice(index + 1);
  const end = after.findIndex((line) => !/^([ \t]|-[ \t])/.test(line) && line.trim() !== '');
  return end === -1 ? after : after.slice(0, end);
}

function valueOf(value: string, below: readonly string[]): string | readonly string[] {
  if (/^[|>][+-]?$/.test(value)) {
    return below.map((line) => line.trim()).join(value.startsWith('>') ? ' ' : '\n');
  }
  const entries = below.map((line) => line.trim()).filter((line) => line !== '');
  if (value === '' && entries.length > 0) {
    return entries.map((line) => unquoted(line.replace(/^-[ \t]*/, '')));
  }
  const list = /^\[(.*)\]$/.exec(value)?.[1];
  if (list !== undefined) {
    return list
      .split(',')
      .map((entry) => unquoted(entry.trim()))
      .filter((entry) => entry !== '');
  }
  return unquoted([value.replace(/^([^"'].*?)[ \t]#.*$/, '$1'), ...entries].join(' ').trim());
}

function unquoted(value: string): string {
  const inner = /^"(.*)"$/.exec(value)?.[1] ?? /^'(.*)'$/.exec(value)?.[1];
  return inner === undefined ? value : inner.replaceAll(String.raw`\"`, '"').replaceAll("''", "'");
}
