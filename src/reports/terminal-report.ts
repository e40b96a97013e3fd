/**
 * A report as a terminal shows it: front matter left out, headings bold, links as words with the address behind
 * them, the rest as it was written.
 */
import { readMarkdownLines } from '../words/markdown-lines.ts';
import { stripControls } from '../words/text.ts';

const BOLD = '\u001b[1m';
const FAINT = '\u001b[2m';
const PLAIN = '\u001b[0m';

export interface ReportLook {
  readonly colour: boolean;
  /** Breaks a line of text that is too long; code and tables stay as they are. Absent: nothing is broken. */
  readonly wrap?: (line: string) => string;
}

/** Ends with a newline. Without `colour` there is no escape sequence in it, whatever the report holds. */
export function terminalReport(markdown: string, options: ReportLook): string {
  const styled = (style: string, text: string): string =>
    options.colour && text !== '' ? `${style}${text}${PLAIN}` : text;
  const body = stripControls(markdown).replace(/^---\n[\s\S]*?\n---\n+/, '');
  const shown = readMarkdownLines(body).flatMap((line) => {
    switch (line.kind) {
      case 'heading':
        return [styled(BOLD, `${'#'.repeat(line.level)} ${inline(line.title)}`)];
      case 'code':
        return [styled(FAINT, line.text)];
      case 'text':
        return textLine(line.text, styled).map((text) =>
          options.wrap === undefined || text.startsWith('|') ? text : options.wrap(text),
        );
    }
  });
  return `${shown.join('\n').trimEnd()}\n`;
}

function textLine(
  text: string,
  styled: (style: string, text: string) => string,
): readonly string[] {
  if (/^<\/?details>$/.test(text)) return [];
  const summary = /^<summary>(.*)<\/summary>$/.exec(text)?.[1];
  if (summary !== undefined) return [styled(BOLD, `## ${summary}`)];
  if (text.startsWith('|')) return /^[|\s:-]+$/.test(text) ? [] : [inline(text)];
  return [inline(text).replaceAll(/\*\*([^*\n]+)\*\*/g, (_, inner: string) => styled(BOLD, inner))];
}

/** A label without brackets of its own: an expression that looked for pairs would take quadratic time. */
const LINK = /\[((?:\\.|[^\\[\]])*)\]\((https?:\/\/[^()\s]*)\)/g;
/** A line with more links than these is a list: there the addresses would bury the words. */
const FEW_LINKS = 2;

/** Entities and backslashes are for renderers; a person at a terminal wants the characters. */
function inline(text: string): string {
  const few = (text.match(LINK)?.length ?? 0) <= FEW_LINKS;
  return text
    .split(/(`+[^`]*`+)/)
    .map((part) =>
      part.startsWith('`')
        ? part
        : part
            .replaceAll(LINK, few ? '$1 <$2>' : '$1')
            .replaceAll(/\\([\\`*_{}[\]<>#|~$])/g, '$1')
            .replaceAll('&lt;', '<')
            .replaceAll('&#33;', '!')
            .replaceAll('\u200b', ''),
    )
    .join('');
}
