/** HTML reduced to the text a person would read; quotes become lines with `>`, so that they can be told apart. */

const BLOCKS = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'center',
  'dd',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'li',
  'main',
  'nav',
  'ol',
  'p',
  'pre',
  'section',
  'table',
  'td',
  'th',
  'tr',
  'ul',
]);
const UNSEEN = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'svg',
  'object',
]);
/** What mail programs put around the message they answer. */
const QUOTE_CLASS = /\b(gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote)\b/;
const VOID = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'wbr', 'area', 'base', 'col']);
const MAX_TEXT = 400_000;

/** A tag that begins the text, or several that only HTML has: `a < b` and code in Markdown stay as they are. */
export function looksLikeHtml(text: string): boolean {
  return /^\s*<(?:!doctype html|html|head|body|p|div|span|br|table|ul|ol|h[1-6]|blockquote|style|meta)\b[^<>]{0,2000}>/i.test(
    text.slice(0, 5_000),
  );
}

export async function htmlToText(html: string): Promise<string> {
  const { Parser } = await import('htmlparser2');
  const out: string[] = [];
  let length = 0;
  let unseen = 0;
  let pre = 0;
  // For each open quote, the tag that ends it and how deep it stands among its kind.
  const quotes: { readonly tag: string; depth: number }[] = [];
  const write = (text: string) => {
    if (length > MAX_TEXT) return;
    length += text.length;
    out.push(text);
  };
  const lineBreak = () => write(`\n${'> '.repeat(Math.min(quotes.length, 5))}`);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (UNSEEN.has(name)) unseen += 1;
        if (name === 'pre') pre += 1;
        const quote = quotes.at(-1);
        if (quote?.tag === name) quote.depth += 1;
        const begins =
          name === 'blockquote' || QUOTE_CLASS.test((attributes['class'] ?? '').slice(0, 500));
        if (begins && !VOID.has(name)) {
          if (quote?.tag === name) quote.depth -= 1;
          quotes.push({ tag: name, depth: 1 });
        }
        if (name === 'br' || BLOCKS.has(name) || begins) lineBreak();
        if (name === 'li') write('- ');
      },
      ontext: (text) => {
        if (unseen > 0) return;
        write(pre > 0 ? text : text.replace(/\s+/g, ' '));
      },
      onclosetag: (name) => {
        if (UNSEEN.has(name)) unseen = Math.max(0, unseen - 1);
        if (name === 'pre') pre = Math.max(0, pre - 1);
        const quote = quotes.at(-1);
        if (quote?.tag === name) {
          quote.depth -= 1;
          if (quote.depth === 0) quotes.pop();
        }
        if (BLOCKS.has(name)) lineBreak();
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return tidied(out.join(''));
}

/** Empty lines within and without quotes are runs of one. */
function tidied(text: string): string {
  const lines = text.replaceAll('\u00a0', ' ').split('\n');
  const kept: string[] = [];
  for (const line of lines) {
    const clean = line.trim().replace(/^((?:> )*)\s+/, '$1');
    const empty = /^[> ]*$/.test(clean);
    if (!empty) kept.push(clean);
    else if (kept.length > 0 && kept.at(-1) !== '') kept.push('');
  }
  return kept.join('\n').trim();
}
