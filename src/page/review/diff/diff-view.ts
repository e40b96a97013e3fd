/**
 * The diff of two commits, as a part of a page: the files as a tree, then each with its lines. The first lines come with
 * the page. Further lines are fetched when they scroll into view, and have a page of their own for browsers without script.
 */
import type { ChangedFile, DiffLine } from '../../../git/diff-blobs.ts';
import { plural } from '../../../words/text.ts';
import type { PageCall } from '../../contract.ts';
import { html, join, type Html, trusted } from '../../html.ts';
import { withQuery } from '../../links.ts';
import {
  diffLink,
  fileLink,
  pieceLink,
  type DiffLayout,
  type DiffSubject,
} from './diff-subject.ts';
import { fileBody } from './file-body.ts';
import { closedFor, counts, fileAnchor, fileSection } from './file-section.ts';
import { visibleText } from './visible-text.ts';

/** A longer list ends with how many more there are. */
const MOST_FILES = 600;

export interface DiffView {
  readonly subject: DiffSubject;
  readonly files: readonly ChangedFile[];
  readonly below: BelowLine;
}

/** What stands below a line of a file: comments. */
export type BelowLine = (file: ChangedFile, line: DiffLine) => Html | null;

export const noneBelow: BelowLine = () => null;

/** Lines of code that come with the page, and of one file. */
const FIRST_LINES = 800;
export const PIECE_LINES = 400;

/** Files whose heads stand on a page; more come when the end of it is in sight. */
const FILES = 100;

export async function diffView(call: PageCall, view: DiffView): Promise<Html> {
  const { subject, files } = view;
  const sum = (of: (file: ChangedFile) => number | null): number =>
    files.reduce((all, file) => all + (of(file) ?? 0), 0);
  if (files.length === 0) return html`<p class="empty">Not one file is different.</p>`;
  const hrefOf = (at: number): string =>
    at < FILES ? `#${fileAnchor(at)}` : fileLink(subject, files[at]?.path ?? '');
  const all = { insertions: sum((one) => one.insertions), deletions: sum((one) => one.deletions) };
  return html`<div class="diff-view" data-diff data-layout="${subject.layout}">
    <div class="diff-bar">
      <span>${plural(files.length, 'file')}</span>${counts(all)}<span class="grow"></span
      ><span class="viewed-count" data-viewed-count></span>${layoutSwitch(call, subject.layout)}
    </div>
    <div class="diff-columns">
      <aside class="diff-tree">
        <details open>
          <summary>Files</summary>
          ${fileTree(files, hrefOf)}
        </details>
      </aside>
      <div class="diff-files">${await filesFrom(call, view, 0)}</div>
    </div>
  </div>`;
}

/** The heads of `FILES` files and what fits of their lines, then where the next ones are. */
export async function filesFrom(call: PageCall, view: DiffView, from: number): Promise<Html> {
  const { subject, files, below } = view;
  let left = from === 0 ? FIRST_LINES : 0;
  const sections: Html[] = [];
  for (const [index, file] of files.slice(from, from + FILES).entries()) {
    const small = (file.insertions ?? 1) + (file.deletions ?? 1) <= left;
    const inline = closedFor(file) === null && left > 0 && (small || index === 0);
    const made = inline
      ? await fileBody(call, {
          subject,
          file,
          skip: 0,
          most: Math.min(left, PIECE_LINES),
          target: null,
          below: (line) => below(file, line),
        })
      : null;
    left -= made?.lines ?? 0;
    sections.push(fileSection({ subject, file, at: from + index, body: made?.body ?? null }));
  }
  return html`${join(sections)}${nextFiles(view, from + FILES)}`;
}

function nextFiles({ subject, files }: DiffView, from: number): Html | null {
  const more = files.length - from;
  if (more <= 0) return null;
  const piece = pieceLink(subject, 'files', { from: String(from) });
  return html`<div class="more" data-load="${piece}">
    <a
      href="${diffLink(subject, {
        from: String(from),
      })}"
      >${plural(more, 'more file')}</a
    >
  </div>`;
}

function layoutSwitch({ url }: PageCall, layout: DiffLayout): Html {
  const to = (view: DiffLayout): string => {
    const [path = '/', search = ''] = url.split('?');
    const query = Object.fromEntries(new URLSearchParams(search));
    return withQuery(path, { ...query, view });
  };
  return html`<span class="switch" role="group" aria-label="Layout"
    >${(['unified', 'split'] as const).map(
      (one) =>
        html`<a
          href="${to(one)}"
          data-layout-choice="${one}"
          ${one === layout && html` aria-current="true"`}
          >${one === 'split' ? 'Side by side' : 'Unified'}</a
        >`,
    )}</span
  >`;
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: { readonly name: string; readonly at: number; readonly file: ChangedFile }[];
}

/**
 * Changed files as the folders they are in; folders with nothing but one folder are one line with it.
 * @param hrefOf of the file at that place of the list
 */
function fileTree(files: readonly ChangedFile[], hrefOf: (at: number) => string): Html {
  const root: Folder = { folders: new Map(), files: [] };
  for (const [at, file] of files.slice(0, MOST_FILES).entries()) place(root, file, at);
  const more = files.length - MOST_FILES;
  return html`<nav class="tree" aria-label="Changed files">
    ${list(root, hrefOf)}${more > 0 && html`<p class="quiet">and ${plural(more, 'more file')}</p>`}
  </nav>`;
}

function place(root: Folder, file: ChangedFile, at: number): void {
  const parts = file.path.split('/');
  const name = parts.pop() ?? '';
  let folder = root;
  for (const part of parts) {
    const inside: Folder = folder.folders.get(part) ?? { folders: new Map(), files: [] };
    folder.folders.set(part, inside);
    folder = inside;
  }
  folder.files.push({ name, at, file });
}

function list({ folders, files }: Folder, hrefOf: (at: number) => string): Html {
  return html`<ul>
    ${[...folders].map(([name, folder]) => {
      const [path, inside] = joined(name, folder);
      return html`<li>
        <span class="tree-folder">${trusted(visibleText(path))}/</span>${list(inside, hrefOf)}
      </li>`;
    })}${files.map(
      ({ name, at, file }) =>
        html`<li class="${file.status}">
          <a href="${hrefOf(at)}" data-tree="${at}"
            ><span>${trusted(visibleText(name))}</span>${counts(file)}</a
          >
        </li>`,
    )}
  </ul>`;
}

function joined(name: string, folder: Folder): readonly [string, Folder] {
  const [only] = folder.folders;
  if (folder.files.length > 0 || folder.folders.size !== 1 || only === undefined)
    return [name, folder];
  const [path, inside] = joined(only[0], only[1]);
  return [`${name}/${path}`, inside];
}
