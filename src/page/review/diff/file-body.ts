/** What changed within one file: its lines, a piece at a time, or what stands for them. */
import type {
  ChangedFile,
  DiffHunk,
  DiffLine,
  DiffPage,
  FileDiff,
} from '../../../git/diff-blobs.ts';
import { readFileDiff, readSide } from '../../../review/read-tree-diff.ts';
import { formatBytes } from '../../../words/byte-size.ts';
import { assertNever } from '../../../words/errors.ts';
import type { PageCall } from '../../contract.ts';
import { html, nothing, trusted, type Html } from '../../html.ts';
import { colourLines, MOST_COLOURED_BYTES, type ColouredLines } from './colour-lines.ts';
import { fileLink, pieceLink, type DiffSubject } from './diff-subject.ts';
import { hunkTable, type Gap } from './hunk-table.ts';
import { visibleText } from './visible-text.ts';

export interface FileBodyRequest {
  readonly subject: DiffSubject;
  readonly file: ChangedFile;
  /** Lines of the diff to pass over, and to show at most. */
  readonly skip: number;
  readonly most: number;
  /** The line of the new side that the user navigated to. */
  readonly target: number | null;
  /** What stands below a line. */
  readonly below: (line: DiffLine) => Html | null;
}

export interface FileBody {
  readonly body: Html;
  /** Lines of code in it. */
  readonly lines: number;
}

/** Lines that one click on a gap brings. */
const MORE_AROUND = 20;

export async function fileBody(call: PageCall, request: FileBodyRequest): Promise<FileBody> {
  const { file, skip, most, subject } = request;
  const { around } = subject;
  const diff = await readFileDiff(call.workspace, { file, around, skip, most });
  if (diff.kind !== 'text')
    return { body: html`<p class="file-note">${noteOf(file, diff)}</p>`, lines: 1 };
  if (diff.hunks.length === 0)
    return { body: html`<p class="file-note">${EMPTY_NOTES[file.status]}</p>`, lines: 1 };
  const colours = await coloursOf(call, file);
  const lines = diff.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  return {
    body: html`${colours.said}${tableOf(request, diff, colours)}${rest(request, diff)}`,
    lines,
  };
}

const EMPTY_NOTES: Readonly<Record<ChangedFile['status'], string>> = {
  added: 'A new file with nothing in it.',
  deleted: 'It was empty, and is gone.',
  changed: 'Its contents are the same.',
  renamed: 'Its contents are the same.',
};

function tableOf(
  { file, subject, target, below, skip }: FileBodyRequest,
  { hunks }: DiffPage,
  colours: Colours,
): Html {
  const change = file.status === 'changed' || file.status === 'renamed';
  return hunkTable({
    path: file.path,
    hunks,
    layout: subject.layout,
    colours,
    target,
    below,
    gap: (gap) => (change ? gapLink(subject, file, gap) : null),
    after: skip === 0 ? { old: 0, new: 0 } : before(hunks),
  });
}

/** A piece in the middle begins where the one before ended: what lies between is not known here, and not asked for. */
function before(hunks: readonly DiffHunk[]): { readonly old: number; readonly new: number } {
  const lines = hunks[0]?.lines ?? [];
  const old = lines.find((line) => line.old !== null)?.old ?? 1;
  const made = lines.find((line) => line.new !== null)?.new ?? 1;
  return { old: old - 1, new: made - 1 };
}

function gapLink(subject: DiffSubject, file: ChangedFile, gap: Gap): Html {
  const { old, new: made } = gap;
  const href = fileLink({ ...subject, around: subject.around + MORE_AROUND }, file.path);
  const piece = pieceLink(subject, 'lines', {
    path: file.path,
    from: String(made.from),
    to: made.to === null ? null : String(made.to),
    shift: String(old.from - made.from),
  });
  return html`<a class="expand" href="${href}" data-expand="${piece}">Show</a>`;
}

function rest({ file, subject, skip }: FileBodyRequest, { next }: DiffPage): Html {
  if (next === null) return nothing;
  const more = { path: file.path, skip: String(next) };
  return html`<div class="more" data-load="${pieceLink(subject, 'piece', more)}">
    <a href="${fileLink(subject, file.path, { skip: String(next) })}"
      >${skip === 0 ? 'The rest of this file' : 'More of this file'}</a
    >
  </div>`;
}

interface Colours {
  readonly old: ColouredLines | null;
  readonly new: ColouredLines | null;
  /** Where there are none though its language is known. */
  readonly said: Html;
}

export async function coloursOf({ workspace }: PageCall, file: ChangedFile): Promise<Colours> {
  const [old, made] = await Promise.all(
    [
      { blob: file.oldBlob, path: file.from ?? file.path },
      { blob: file.newBlob, path: file.path },
    ].map(async ({ blob, path }) => {
      if (blob === null) return { kind: 'plain' } as const;
      const text = await readSide(workspace, blob, MOST_COLOURED_BYTES);
      return text === null ? ({ kind: 'too-much' } as const) : colourLines({ path, text });
    }),
  );
  const said = [old, made].some((one) => one?.kind === 'too-much');
  return {
    old: old?.kind === 'coloured' ? old.lines : null,
    new: made?.kind === 'coloured' ? made.lines : null,
    said: said ? html`<p class="file-note quiet">Too large for colours.</p>` : nothing,
  };
}

function noteOf(file: ChangedFile, diff: Exclude<FileDiff, DiffPage>): Html {
  switch (diff.kind) {
    case 'binary':
      return html`Not text: ${sizes(diff.old, diff.new)}.`;
    case 'large':
      return html`${formatBytes(diff.bytes)}: too large to be shown. <code>git diff</code> shows it in
        a terminal.`;
    case 'link':
      return html`A
      link${diff.old !== null && html` that led to ${code(diff.old)}`}${
        diff.new !== null && html`${diff.old === null ? ' to ' : '; now to '}${code(diff.new)}`
      }${diff.new === null && '; it is gone'}.`;
    case 'submodule':
      return html`A
      submodule${diff.old !== null && html`, was at ${code(diff.old.slice(0, 12))}`}${
        diff.new === null ? ', is gone' : html`, now at ${code(diff.new.slice(0, 12))}`
      }.
      What is in it is not looked at here.`;
    case 'same':
      return html`${file.status === 'renamed' ? 'Renamed' : 'Its mode changed'}; not one line is
      different.`;
    default:
      return assertNever(diff);
  }
}

function code(text: string): Html {
  return html`<code>${trusted(visibleText(text.slice(0, 500)))}</code>`;
}

function sizes(old: number | null, made: number | null): string {
  if (old === null) return `${formatBytes(made ?? 0)}, new`;
  if (made === null) return `it had ${formatBytes(old)}`;
  return `${formatBytes(old)} before, ${formatBytes(made)} now`;
}
