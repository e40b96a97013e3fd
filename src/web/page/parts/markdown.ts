/**
 * Markdown of agents as HTML. Twice safe: the parser knows no HTML, and what it made is held against a list of what may be
 * there. Nothing is loaded by looking at it: images are their words and their address, as text.
 */
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

import { stripControls } from '../../../domain/text.ts';
import { html, trusted, type Html } from '../html.ts';
import { safeUrl } from '../links.ts';

const MAX_LENGTH = 400_000;

/** Front matter is left out. */
export function markdown(text: string): Html {
  const clean = stripControls(text).replace(/^---\n[\s\S]*?\n---\n+/, '');
  const cut = clean.length > MAX_LENGTH;
  const made = sanitizeHtml(parser().render(cut ? clean.slice(0, MAX_LENGTH) : clean), ALLOWED);
  return html`<div class="prose">
    ${trusted(made)}${
      cut && html`<p class="quiet">The rest is in the file: it is longer than a page can be.</p>`
    }
  </div>`;
}

let kept: ReturnType<typeof makeParser> | null = null;

function parser(): ReturnType<typeof makeParser> {
  kept ??= makeParser();
  return kept;
}

function makeParser() {
  const md = new MarkdownIt({ html: false, linkify: false, typographer: false });
  md.renderer.rules['image'] = (tokens, index) => {
    const token = tokens[index];
    const source = token?.attrGet('src') ?? '';
    return md.utils.escapeHtml(`[image: ${token?.content ?? ''} ${source}]`);
  };
  return md;
}

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags:
    'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code em strong s ul ol li a table thead tbody tr th td'.split(
      ' ',
    ),
  allowedAttributes: { a: ['href', 'rel', 'target'], ol: ['start'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
  transformTags: {
    // Below the title of the page.
    h1: 'h3',
    h2: 'h3',
    h3: 'h4',
    a: (_tag, { href = '' }) => {
      const url = safeUrl(href);
      const attribs: Record<string, string> =
        url === null ? {} : { href: url, rel: 'noopener noreferrer nofollow', target: '_blank' };
      return { tagName: 'a', attribs };
    },
  },
};
