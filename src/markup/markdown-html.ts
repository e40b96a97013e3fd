/**
 * Markdown of agents as HTML, for the page and for mails. Twice safe: the parser knows no HTML, and what it made is held
 * against a list of what may be there. Nothing is loaded by looking at it: images are their words and their address, as text.
 */
import sanitizeHtml from 'sanitize-html';

import { stripControls } from '../words/text.ts';
import { markdownParser, shownUrl } from './markdown-parser.ts';

export interface Dress {
  /** Attributes of a tag, all of them; for `a` besides its address. */
  readonly attributes: (tag: string) => Readonly<Record<string, string>>;
  /** Of links; one with another is its words alone. */
  readonly schemes: readonly string[];
  /** Whether the address of a link stands behind its words. */
  readonly showTargets: boolean;
  /** Whether the reader can open folded parts; otherwise each is open below a heading. */
  readonly folds: boolean;
}

/** Headings begin at `h3`: below the titles of the page or message that shows it. */
export function markdownHtml(text: string, dress: Dress): string {
  const made = markdownParser().render(stripControls(text), {
    targets: dress.showTargets ? dress.schemes : null,
  });
  return sanitizeHtml(made, {
    allowedTags: TAGS,
    allowedAttributes: {
      '*': ['style', 'align', 'rel', 'target'],
      a: ['href'],
      ol: ['start'],
      table: ['tabindex'],
    },
    allowedSchemes: [...dress.schemes],
    allowProtocolRelative: false,
    disallowedTagsMode: 'escape',
    parseStyleAttributes: false,
    transformTags: {
      '*': (tag, attributes) => dressed(tag, attributes, dress),
    },
  });
}

/** Cleaned on the way. */
export function withoutFrontMatter(text: string): string {
  return stripControls(text).replace(/^---\n[\s\S]*?\n---\n+/, '');
}

const TAGS =
  'h3 h4 h5 h6 p br hr blockquote pre code em strong s ul ol li a table thead tbody tr th td details summary div'.split(
    ' ',
  );

const LOWER: Readonly<Record<string, string>> = { h1: 'h3', h2: 'h3', h3: 'h4' };
const UNFOLDED: Readonly<Record<string, string>> = { details: 'div', summary: 'h3' };

function dressed(tag: string, given: sanitizeHtml.Attributes, dress: Dress): sanitizeHtml.Tag {
  const tagName = (dress.folds ? undefined : UNFOLDED[tag]) ?? LOWER[tag] ?? tag;
  const own = dress.attributes(tagName);
  switch (tag) {
    case 'a': {
      const href = shownUrl(given['href'] ?? '', dress.schemes);
      return { tagName, attribs: href === null ? {} : { href, ...own } };
    }
    case 'ol':
      return {
        tagName,
        attribs: {
          ...own,
          ...(/^\d{1,9}$/.test(given['start'] ?? '') ? { start: given['start'] ?? '' } : {}),
        },
      };
    case 'th':
    case 'td': {
      const align = /^text-align:(left|center|right)$/.exec(given['style'] ?? '')?.[1];
      return { tagName, attribs: { ...own, ...(align === undefined ? {} : { align }) } };
    }
    default:
      return { tagName, attribs: { ...own } };
  }
}
