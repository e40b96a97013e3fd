/**
 * HTML from tagged templates: whatever is put in is escaped, unless it is Html itself. There is no other way to make Html
 * than a template of ours, `join`, or `trusted`, which a sanitizer alone may call.
 */
import { escapeHtml } from '../words/text.ts';

/** Text that is markup already. The private part keeps look-alikes from outside from passing for it. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand in a template; `null`, `undefined` and `false` leave nothing. */
export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

/**
 * Attributes stand in double quotes: `<a href="${href}">`. A URL goes through `links.ts` or `safeUrl` first, and nothing is
 * put into `<script>`, `<style>`, `style=` or `on…=`.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let text = strings[0] ?? '';
  for (const [at, part] of parts.entries()) text += render(part) + (strings[at + 1] ?? '');
  return new Html(text);
}

export const nothing: Html = new Html('');

/** One after the other. */
export function join(parts: readonly HtmlPart[], between: HtmlPart = ''): Html {
  const glue = render(between);
  return new Html(parts.map(render).join(glue));
}

/** Takes text for markup: what a sanitizer or a highlighter escaped, never anything else. */
export function trusted(text: string): Html {
  return new Html(text);
}

function render(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.toString();
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return part.map(render).join('');
}
