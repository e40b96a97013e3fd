/** What a view of differences is of, and where its pieces are. Two commits: what was looked at stays what is shown. */
import type { PageCall } from '../../contract.ts';
import { path as linkPath, withQuery } from '../../links.ts';

export type DiffLayout = 'unified' | 'split';

export interface DiffSubject {
  readonly base: string;
  readonly tip: string;
  /** Whose tip it is, and what comments are on; `null`: of nothing that could be talked to. */
  readonly branch: string | null;
  readonly layout: DiffLayout;
  /** Unchanged lines around a change. */
  readonly around: number;
}

/** Lines around a change, unless more are asked for. */
export const AROUND = 3;
const MOST_AROUND = 10_000;

/** Of a call below `/review/diff/:base/:tip`. */
export function diffSubject({ params, query }: Pick<PageCall, 'params' | 'query'>): DiffSubject {
  return {
    base: params['base'] ?? '',
    tip: params['tip'] ?? '',
    branch: query.get('branch'),
    layout: layoutOf(query),
    around: wholeNumber(query.get('around'), AROUND, MOST_AROUND),
  };
}

export function layoutOf(query: URLSearchParams): DiffLayout {
  return query.get('view') === 'split' ? 'split' : 'unified';
}

/** From what is written in a URL: `fallback` for anything that is none. */
export function wholeNumber(text: string | null, fallback: number, most: number): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Math.min(Number(text), most) : fallback;
}

type More = Readonly<Record<string, string | null>>;

/** All files. */
export function diffLink(subject: DiffSubject, more: More = {}): string {
  return withQuery(linkPath('review', 'diff', subject.base, subject.tip), {
    ...queryOf(subject),
    ...more,
  });
}

/** One file as a page of its own. */
export function fileLink(subject: DiffSubject, file: string, more: More = {}): string {
  return below(subject, 'file', { path: file, ...more });
}

/** A line of a file, on that page. */
export function lineLink(
  subject: DiffSubject,
  { file, line }: { readonly file: string; readonly line: number | null },
): string {
  return line === null
    ? fileLink(subject, file)
    : `${fileLink(subject, file, { line: String(line) })}#at`;
}

/** A piece without a frame: lines of one file's diff, files of a long list, lines between two hunks. */
export function pieceLink(
  subject: DiffSubject,
  piece: 'piece' | 'files' | 'lines',
  more: More,
): string {
  return below(subject, piece, more);
}

function below(subject: DiffSubject, name: string, more: More): string {
  return withQuery(linkPath('review', 'diff', subject.base, subject.tip, name), {
    ...queryOf(subject),
    ...more,
  });
}

function queryOf({ branch, layout, around }: DiffSubject): More {
  return {
    branch,
    view: layout === 'split' ? 'split' : null,
    around: around === AROUND ? null : String(around),
  };
}
