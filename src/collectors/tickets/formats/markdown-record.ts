/** One ticket a Markdown file: front matter if there is some, a heading, the text. */
import type { RecordsRead, SourceText } from '../ticket-record.ts';
import { readFrontMatter } from './front-matter.ts';

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
