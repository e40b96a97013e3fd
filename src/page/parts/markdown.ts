/** Markdown of agents as a piece of the page. */
import { markdownHtml, withoutFrontMatter } from '../../markup/markdown-html.ts';
import { html, trusted, type Html } from '../html.ts';

const MAX_LENGTH = 400_000;

/** Front matter is left out. */
export function markdown(text: string): Html {
  const clean = withoutFrontMatter(text);
  const cut = clean.length > MAX_LENGTH;
  const made = markdownHtml(cut ? clean.slice(0, MAX_LENGTH) : clean, {
    attributes: (tag) => (tag === 'a' ? LINK : tag === 'table' ? TABLE : {}),
    schemes: ['http', 'https'],
    showTargets: false,
    folds: true,
  });
  return html`<div class="prose">
    ${trusted(made)}${
      cut && html`<p class="quiet">The rest is in the file: it is longer than a page can be.</p>`
    }
  </div>`;
}

/** On a narrow screen it is scrolled, by keys too. */
const TABLE = { tabindex: '0' };
const LINK = { rel: 'noopener noreferrer nofollow', target: '_blank' };
