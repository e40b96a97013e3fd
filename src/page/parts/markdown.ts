/** Markdown of agents as a piece of the page. */
import { type Dress, markdownHtml, withoutFrontMatter } from '../../markup/markdown-html.ts';
import { html, trusted, type Html } from '../html.ts';
import { findingLink } from '../links.ts';

const MAX_LENGTH = 400_000;

interface Known {
  /** Ids of findings that there are: each is a link where it stands as code. */
  readonly findings: ReadonlySet<string>;
}

/** Front matter is left out. */
export function markdown(text: string, known?: Known): Html {
  const clean = withoutFrontMatter(text);
  const cut = clean.length > MAX_LENGTH;
  const made = markdownHtml(cut ? clean.slice(0, MAX_LENGTH) : clean, DRESS);
  return html`<div class="prose">
    ${trusted(known === undefined ? made : linkFindings(made, known))}${
      cut && html`<p class="quiet">The rest is in the file: it is longer than a page can be.</p>`
    }
  </div>`;
}

/** All of it, front matter and where links lead included: for what a person approves. */
export function wholeMarkdown(text: string): Html {
  return html`<div class="prose">${trusted(
    markdownHtml(text, { ...DRESS, showTargets: true, folds: false }),
  )}</div>`;
}

/** In what the sanitizer made; links stay as they are. */
function linkFindings(made: string, { findings }: Known): string {
  return made.replace(/<a [\s\S]*?<\/a>|<code>(F-[0-9a-f]{10})<\/code>/g, (all, id: string) =>
    findings.has(id) ? `<a href="${findingLink(id)}">${all}</a>` : all,
  );
}

/** On a narrow screen it is scrolled, by keys too. */
const TABLE = { tabindex: '0' };
const LINK = { rel: 'noopener noreferrer nofollow', target: '_blank' };
const DRESS: Dress = {
  attributes: (tag) => (tag === 'a' ? LINK : tag === 'table' ? TABLE : {}),
  schemes: ['http', 'https'],
  showTargets: false,
  folds: true,
};
