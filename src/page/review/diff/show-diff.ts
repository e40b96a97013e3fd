/** Views of what two commits differ in: the whole, one file, and the pieces that the script fetches. */
import type { ChangedFile, DiffLine } from '../../../git/diff-blobs.ts';
import { changedBetween, readSide } from '../../../review/read-tree-diff.ts';
import { AppError } from '../../../words/errors.ts';
import { oneLine, plural } from '../../../words/text.ts';
import type { PageCall, ShownFragment, ShownPage } from '../../contract.ts';
import { html, type Html } from '../../html.ts';
import { branchLink } from '../../links.ts';
import { commentsOn } from '../talk/comments-on.ts';
import { diffLink, diffSubject, fileLink, wholeNumber, type DiffSubject } from './diff-subject.ts';
import { diffView, filesFrom, PIECE_LINES, type DiffView } from './diff-view.ts';
import { coloursOf, fileBody } from './file-body.ts';
import { fileSection } from './file-section.ts';
import { hunkTable } from './hunk-table.ts';

const MOST_SKIP = 100_000_000;
/** Lines that one click brings into a gap. */
const MOST_BETWEEN = 200;
const MOST_BYTES = 2_000_000;

export async function showDiff(call: PageCall): Promise<ShownPage> {
  const view = await viewOf(call);
  const from = wholeNumber(call.query.get('from'), 0, MOST_SKIP);
  const body =
    from === 0
      ? await diffView(call, view)
      : html`<div class="diff-view" data-diff data-layout="${view.subject.layout}">
          <div class="diff-files">${await filesFrom(call, view, from)}</div>
        </div>`;
  return {
    kind: 'page',
    section: 'review',
    title: 'Changes',
    body: html`${heading(view.subject)}${body}`,
  };
}

/** More heads of files, for the end of a long list. */
export async function showFiles(call: PageCall): Promise<ShownFragment> {
  const from = wholeNumber(call.query.get('from'), 0, MOST_SKIP);
  return { kind: 'fragment', body: await filesFrom(call, await viewOf(call), Math.max(1, from)) };
}

/** One file as a page: from its beginning, from where a piece ended, or where a line is. */
export async function showFile(call: PageCall): Promise<ShownPage> {
  const view = await viewOf(call);
  const { file, at } = fileOf(call, view.files);
  const target = wholeNumber(call.query.get('line'), 0, MOST_SKIP);
  const skip = wholeNumber(call.query.get('skip'), 0, MOST_SKIP);
  const { body } = await fileBody(call, {
    subject: view.subject,
    file,
    skip,
    most: target === 0 ? PIECE_LINES * 2 : Math.max(PIECE_LINES * 2, 5_000),
    target: target === 0 ? null : target,
    below: (line) => view.below(file, line),
  });
  const [before, next] = [view.files[at - 1], view.files[at + 1]];
  return {
    kind: 'page',
    section: 'review',
    title: oneLine(file.path, 100),
    body: html`${heading(view.subject)}
      <nav class="walk" aria-label="Files">
        <a href="${diffLink(view.subject)}">All ${plural(view.files.length, 'file')}</a>${fileStep(
          view.subject,
          before,
          'Previous',
        )}${fileStep(view.subject, next, 'Next')}
      </nav>
      <div class="diff-view" data-diff data-layout="${view.subject.layout}">
        <div class="diff-files">
          ${fileSection({
            subject: view.subject,
            file,
            at,
            body,
            alone: true,
          })}
        </div>
      </div>`,
  };
}

/** Lines of one file's diff, for the end of those that are there. */
export async function showPiece(call: PageCall): Promise<ShownFragment> {
  const view = await viewOf(call);
  const { file } = fileOf(call, view.files);
  const { body } = await fileBody(call, {
    subject: view.subject,
    file,
    skip: wholeNumber(call.query.get('skip'), 0, MOST_SKIP),
    most: PIECE_LINES,
    target: null,
    below: (line) => view.below(file, line),
  });
  return { kind: 'fragment', body };
}

/** Unchanged lines of a file, for between two hunks: a table whose rows are taken. */
export async function showLines(call: PageCall): Promise<ShownFragment> {
  const view = await viewOf(call);
  const { file } = fileOf(call, view.files);
  const from = wholeNumber(call.query.get('from'), 1, MOST_SKIP);
  const to = wholeNumber(call.query.get('to'), MOST_SKIP, MOST_SKIP);
  const shift = shiftOf(call.query.get('shift'));
  const text = (await readSide(call.workspace, file.newBlob, MOST_BYTES)) ?? '';
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .slice(from - 1, Math.min(to - 1, from - 1 + MOST_BETWEEN))
    .map((one, index): DiffLine => {
      const at = from + index;
      return {
        kind: 'same',
        text: one.slice(0, 2_000),
        cut: Math.max(0, one.length - 2_000),
        old: at + shift,
        new: at,
        unended: false,
      };
    });
  const body = hunkTable({
    path: file.path,
    hunks: [{ section: '', lines }],
    layout: view.subject.layout,
    colours: await coloursOf(call, file),
    target: null,
    below: (line) => view.below(file, line),
    gap: () => null,
    after: { old: from + shift - 1, new: from - 1 },
  });
  return { kind: 'fragment', body };
}

async function viewOf(call: PageCall): Promise<DiffView> {
  const subject = diffSubject(call);
  const files = await changedBetween(call.workspace, subject);
  return { subject, files, below: await commentsOn(call, subject) };
}

function fileOf(
  { query }: PageCall,
  files: readonly ChangedFile[],
): { readonly file: ChangedFile; readonly at: number } {
  const wanted = query.get('path') ?? '';
  const at = files.findIndex(({ path }) => path === wanted);
  const file = files[at];
  if (file !== undefined) return { file, at };
  throw new AppError('not-found', {
    code: 'file-unchanged',
    message: `"${oneLine(wanted, 100)}" is none of the files that differ`,
    hint: 'Open the whole list of files.',
  });
}

function shiftOf(text: string | null): number {
  return text !== null && /^-?\d{1,8}$/.test(text) ? Number(text) : 0;
}

function heading({ base, tip, branch }: DiffSubject): Html {
  const commits = html`<span class="quiet"
    ><code>${base.slice(0, 9)}</code> … <code>${tip.slice(0, 9)}</code></span
  >`;
  return branch === null
    ? html`<header class="page-head">
        <h1>Changes</h1>
        <p>${commits}</p>
      </header>`
    : html`<header class="page-head">
        <p class="crumbs">
          <a href="/review">Review</a> › <a href="${branchLink(branch)}">${branch}</a>
        </p>
        <h1>Changes</h1>
        <p>${commits}</p>
      </header>`;
}

function fileStep(subject: DiffSubject, file: ChangedFile | undefined, word: string): Html | null {
  return file === undefined
    ? null
    : html`<a href="${fileLink(subject, file.path)}" rel="${word === 'Next' ? 'next' : 'prev'}"
        >${word}: ${oneLine(file.path.split('/').at(-1) ?? '', 60)}</a
      >`;
}
