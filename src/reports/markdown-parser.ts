/** The one parser of Markdown that is shown as HTML or plain text. It knows no HTML and makes no links of bare words. */
import MarkdownIt from 'markdown-it';

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

/** Whether the words of a link say where it leads. */
export function saysWhere(words: string, href: string): boolean {
  return words === href || `${words}/` === href || `mailto:${words}` === href;
}
