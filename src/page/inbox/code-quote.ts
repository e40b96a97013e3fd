/** The lines that a finding is about, as they were in the commit that its run saw. */
import { readTextsAt } from '../../git/read-texts-at.ts';
import type { FindingLocation } from '../../words/finding.ts';
import { isCommitSha } from '../../words/ids.ts';
import type { PageCall } from '../contract.ts';
import { html, nothing, trusted, type Html } from '../html.ts';
import { codeMarkup } from '../review/diff/code-markup.ts';
import { colourLines } from '../review/diff/colour-lines.ts';

const BEFORE = 4;
const AFTER = 8;
const MOST_LETTERS = 400;

export interface QuoteRequest {
  readonly location: FindingLocation;
  /** The base of the newest run that reported it. */
  readonly commit: string;
}

/** Nothing where the commit has no such text. */
export async function codeQuote(
  { workspace }: PageCall,
  { location, commit }: QuoteRequest,
): Promise<Html> {
  const { path, line } = location;
  if (!isCommitSha(commit)) return nothing;
  const git = { cwd: workspace.location.gitDir, env: workspace.gitEnv };
  const [file] = await readTextsAt(git, [{ commit, path: path.replace(/^\.\//, '') }]);
  if (file?.kind !== 'text') return nothing;
  const lines = file.text.split('\n');
  const from = Math.max(1, line - BEFORE);
  const to = Math.min(lines.length, line + AFTER);
  if (from > to) return nothing;
  const colours = await colourLines({ path, text: file.text });
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return html`<pre
    class="quote"
    tabindex="0"
    aria-label="Lines ${from} to ${to}"
  >${numbers.map((number) => {
    const text = (lines[number - 1] ?? '').slice(0, MOST_LETTERS);
    const tokens = colours.kind === 'coloured' ? (colours.lines[number - 1] ?? null) : null;
    return html`<span${number === line && html` class="hit"`}><i>${number}</i>${trusted(
      codeMarkup({ text, tokens, marks: [] }),
    )}</span>`;
  })}</pre>`;
}
