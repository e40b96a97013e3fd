/** A ticket's text, whatever form it has: plain, HTML, a document, a list of messages. */
import { stripControls } from '../../../words/text.ts';
import { htmlToText, looksLikeHtml } from '../formats/html-text.ts';
import { textOf } from './text-of.ts';

/** Characters of a body that are looked at; more than is ever shown, so that masks are made before the cut. */
export const MAX_READ = 24_000;

/** Line breaks kept, control characters gone; empty when nothing is said. */
export async function bodyText(values: readonly unknown[]): Promise<string> {
  for (const value of values) {
    const raw = textOf(value);
    if (raw === null) continue;
    const some = raw.slice(0, MAX_READ * 8);
    const text = looksLikeHtml(some) ? await htmlToText(some) : withoutComments(some);
    const clean = tidied(stripControls(text.replace(/\r\n?/g, '\n')));
    if (clean === '') continue;
    return some.length < raw.length ? `${clean}…` : clean;
  }
  return '';
}

/** Without blanks at line ends, and with one empty line where there are several. */
function tidied(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}

/** Issue forms explain themselves to the writer in `<!-- … -->`; this is invisible and not part of the ticket. */
function withoutComments(text: string): string {
  let rest = text;
  let kept = '';
  for (;;) {
    const start = rest.indexOf('<!--');
    const end = start === -1 ? -1 : rest.indexOf('-->', start);
    if (end === -1) return kept + rest;
    kept += rest.slice(0, start);
    rest = rest.slice(end + 3);
  }
}
