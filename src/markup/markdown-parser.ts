/**
 * The one parser of Markdown that is shown as HTML or plain text. Of HTML it knows folded parts alone (`details` with a
 * `summary`, each tag on a line of its own); it makes no links of bare words.
 */
import MarkdownIt, { type StateBlock } from 'markdown-it';

let kept: ReturnType<typeof makeParser> | null = null;

/** `env.targets` of a rendering: schemes of links whose address is to stand behind their words; `null`: none. */
export function markdownParser(): ReturnType<typeof makeParser> {
  kept ??= makeParser();
  return kept;
}

/** `null`: it has another scheme, or is no whole address. */
export function shownUrl(text: string, schemes: readonly string[]): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && schemes.includes(url.protocol.slice(0, -1)) ? url.href : null;
}

/** What stands for an image. */
export function imageWords(alt: string, source: string): string {
  return `[image: ${[alt, source].filter((one) => one !== '').join(' ')}]`;
}

function makeParser() {
  const md = new MarkdownIt({ html: false, linkify: false, typographer: false });
  md.block.ruler.before('paragraph', 'details', foldedPart, { alt: ['paragraph'] });
  const { rules } = md.renderer;
  rules['image'] = (tokens, index) => {
    const token = tokens[index];
    return md.utils.escapeHtml(
      imageWords(token?.content ?? '', String(token?.attrGet('src') ?? '')),
    );
  };
  // oxlint-disable-next-line eslint/max-params -- the shape that the renderer calls
  rules['link_close'] = (tokens, index, _options, env) => {
    const targets: unknown = env?.['targets'];
    if (!Array.isArray(targets)) return '</a>';
    let open = index - 1;
    while (open > 0 && tokens[open]?.type !== 'link_open') open -= 1;
    const words = tokens.slice(open + 1, index).map(({ content }) => content);
    const href = shownUrl(String(tokens[open]?.attrGet('href') ?? ''), targets.map(String));
    if (href === null || saysWhere(words.join(''), href)) return '</a>';
    return `</a> (${md.utils.escapeHtml(href)})`;
  };
  return md;
}

const SUMMARY = /^<summary>(.{1,1000})<\/summary>$/;

/** Only the innermost pair is one: an agent that leaves a part open folds nothing that others wrote. */
// oxlint-disable-next-line eslint/max-params -- the shape that the parser calls
function foldedPart(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (state.blkIndent > 0 || lineOf(state, start) !== '<details>') return false;
  const title = SUMMARY.exec(lineOf(state, start + 1))?.[1];
  let close = start + 2;
  while (close < end && !/^<\/?details>$/.test(lineOf(state, close))) close += 1;
  if (title === undefined || close >= end || lineOf(state, close) !== '</details>') return false;
  if (silent) return true;
  state.push('details_open', 'details', 1);
  state.push('summary_open', 'summary', 1);
  const inline = state.push('inline', '', 0);
  inline.content = title;
  inline.children = [];
  state.push('summary_close', 'summary', -1);
  const { lineMax } = state;
  state.lineMax = close;
  state.md.block.tokenize(state, start + 2, close);
  state.lineMax = lineMax;
  state.push('details_close', 'details', -1);
  state.line = close + 1;
  return true;
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line] ?? 0, state.eMarks[line] ?? 0);
}

/** Whether the words of a link say where it leads. */
export function saysWhere(words: string, href: string): boolean {
  return words === href || `${words}/` === href || `mailto:${words}` === href;
}
