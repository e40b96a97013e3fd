/** What differs between two contents of one file, as hunks. Pure data; texts are hostile. */

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  /** Without its line end; cut where it is very long. */
  readonly text: string;
  /** Characters that were cut off. */
  readonly cut: number;
  /** From 1, in the old and in the new content; `null`: it is not there. */
  readonly old: number | null;
  readonly new: number | null;
  /** It is the last one, and nothing ends it. */
  readonly unended: boolean;
}

export interface DiffHunk {
  /** What git found above it: the function that it is in. */
  readonly section: string;
  readonly lines: readonly DiffLine[];
}

/** A piece of the difference between two texts. */
export interface DiffPage {
  readonly kind: 'text';
  readonly hunks: readonly DiffHunk[];
  /** Lines of the diff to pass over for the next piece; `null`: there is none. */
  readonly next: number | null;
}

export type FileDiff =
  | DiffPage
  /** Not text; bytes of each side, `null`: it is not there. */
  | { readonly kind: 'binary'; readonly old: number | null; readonly new: number | null }
  /** Where the link leads. */
  | { readonly kind: 'link'; readonly old: string | null; readonly new: string | null }
  /** The commits of another repository. */
  | { readonly kind: 'submodule'; readonly old: string | null; readonly new: string | null }
  /** Too many bytes to be shown. */
  | { readonly kind: 'large'; readonly bytes: number }
  /** Its contents are the same: only its name or its mode changed. */
  | { readonly kind: 'same' };

/** A file that differs between two commits. */
export interface ChangedFile {
  readonly path: string;
  /** Of a rename; else `null`. */
  readonly from: string | null;
  readonly status: 'added' | 'changed' | 'deleted' | 'renamed';
  /** `null`: not text. */
  readonly insertions: number | null;
  readonly deletions: number | null;
  /** `null`: it is not there. */
  readonly oldBlob: string | null;
  readonly newBlob: string | null;
  /** Octal; `120000` is a link, `160000` a submodule, `000000`: it is not there. */
  readonly oldMode: string;
  readonly newMode: string;
}
