/** One changed file on a page of many: its head, and its lines below, collapsed if they are not written by hand. */
import type { ChangedFile } from '../../../git/diff-blobs.ts';
import { html, nothing, trusted, type Html } from '../../html.ts';
import { fileLink, pieceLink, type DiffSubject } from './diff-subject.ts';
import { visibleText } from './visible-text.ts';

const LOCKS = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'cargo.lock',
  'go.sum',
  'gemfile.lock',
  'poetry.lock',
  'pdm.lock',
  'uv.lock',
  'pipfile.lock',
  'composer.lock',
  'mix.lock',
  'flake.lock',
  'gradle.lockfile',
  'packages.lock.json',
  'podfile.lock',
  'deno.lock',
]);
const VENDORED = new Set([
  'vendor',
  'node_modules',
  'third_party',
  'third-party',
  'bower_components',
]);
const GENERATED = new Set(['dist', '__snapshots__', '__generated__', 'generated']);
const ENDINGS =
  /(?:\.min\.(?:js|css)|\.map|\.snap|\.pb\.(?:go|cc|h)|_pb2\.py|\.g\.dart|\.generated\.[a-z]+|_generated\.[a-z]+|\.designer\.cs)$/;

export interface FileSection {
  readonly subject: DiffSubject;
  readonly file: ChangedFile;
  /** In the whole list, from 0. */
  readonly at: number;
  /** `null`: fetched when it comes into sight. */
  readonly body: Html | null;
  /** On a page of its own: never closed. */
  readonly alone?: boolean;
}

/** `f12`, for links from the tree. */
export function fileAnchor(at: number): string {
  return `f${at}`;
}

/** What the section is closed for, `null`: it is open. */
export function closedFor(file: ChangedFile): string | null {
  if (file.status === 'deleted') return 'deleted';
  return generatedKind(file.path);
}

export function fileSection({ subject, file, at, body, alone = false }: FileSection): Html {
  const closed = alone ? null : closedFor(file);
  const key = `${file.oldBlob ?? '0'}-${file.newBlob ?? '0'}`;
  return html`<section class="file" id="${fileAnchor(at)}" data-file="${file.path}" data-key="${key}" tabindex="-1" aria-label="${file.path}">
<details${closed === null && html` open`}><summary><span class="file-path">${pathMarkup(file)}</span>${badges(
    file,
  )}${counts(file)}</summary>
<div class="file-body">${body ?? lazyBody(subject, file)}</div></details>
<div class="file-tools"><label class="viewed" hidden><input type="checkbox" data-viewed> Viewed</label>${
    alone
      ? nothing
      : html`<a href="${fileLink(subject, file.path)}" aria-label="${`Open ${file.path} alone`}"
          >Open</a
        >`
  }</div></section>`;
}

function lazyBody(subject: DiffSubject, file: ChangedFile): Html {
  const lines = (file.insertions ?? 0) + (file.deletions ?? 0);
  return html`<div
    class="more"
    data-load="${pieceLink(subject, 'piece', {
      path: file.path,
    })}"
  >
    <a href="${fileLink(subject, file.path)}"
      >${
        lines === 0
          ? 'Show this file'
          : `Show ${lines.toLocaleString('en-US')} changed ${lines === 1 ? 'line' : 'lines'}`
      }</a
    >
  </div>`;
}

export function pathMarkup({ path, from }: Pick<ChangedFile, 'path' | 'from'>): Html {
  const cut = path.lastIndexOf('/') + 1;
  return html`${from !== null && html`<span class="from">${shown(from)} → </span>`}<span
      class="folder"
      >${shown(path.slice(0, cut))}</span
    ><b>${shown(path.slice(cut))}</b>`;
}

function shown(text: string): Html {
  return trusted(visibleText(text));
}

function badges(file: ChangedFile): Html {
  const words = [
    STATUS_WORDS[file.status],
    file.newMode === '120000' || file.oldMode === '120000' ? 'link' : null,
    file.newMode === '160000' || file.oldMode === '160000' ? 'submodule' : null,
    modeWord(file),
    generatedKind(file.path),
    languageless(file),
  ].filter((word) => word !== null);
  return html`${words.map((word) => html`<span class="tag">${word}</span>`)}`;
}

const STATUS_WORDS: Readonly<Record<ChangedFile['status'], string | null>> = {
  added: 'new',
  changed: null,
  deleted: 'deleted',
  renamed: 'renamed',
};

function modeWord({ oldMode, newMode }: ChangedFile): string | null {
  if (oldMode === newMode || newMode === '000000') return null;
  if (oldMode === '000000') return newMode === '100755' ? 'executable' : null;
  if (newMode === '100755') return 'now executable';
  return newMode === '100644' && oldMode === '100755'
    ? 'no longer executable'
    : `mode ${oldMode} → ${newMode}`;
}

function languageless({ insertions, oldMode, newMode }: ChangedFile): string | null {
  return insertions === null && oldMode !== '160000' && newMode !== '160000' ? 'not text' : null;
}

/** `+12 −3`. */
export function counts({
  insertions,
  deletions,
}: {
  readonly insertions: number | null;
  readonly deletions: number | null;
}): Html {
  if (insertions === null && deletions === null) return nothing;
  return html`<span class="counts"
    ><span class="plus">+${insertions ?? 0}</span>
    <span class="minus">−${deletions ?? 0}</span></span
  >`;
}

// Recognizes files that are not written by hand by their paths. They are collapsed to keep other changes in view.

type GeneratedKind = 'lock file' | 'vendored' | 'generated';

export function generatedKind(path: string): GeneratedKind | null {
  const parts = path.toLowerCase().split('/');
  const name = parts.at(-1) ?? '';
  if (LOCKS.has(name)) return 'lock file';
  const folders = parts.slice(0, -1);
  if (folders.some((folder) => VENDORED.has(folder))) return 'vendored';
  if (ENDINGS.test(name) || folders.some((folder) => GENERATED.has(folder))) return 'generated';
  return null;
}
