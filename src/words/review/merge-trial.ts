/** What came of trying a merge without a checkout. A conflict is an answer; an error is none, and says so. */
export interface MergeTrial {
  /** Names of branches, or a branch and its target. */
  readonly a: string;
  readonly b: string;
  /** `clean`: also where nothing was to be done. */
  readonly kind: 'clean' | 'conflict' | 'error';
  /** Of a conflict, each path once, sorted. */
  readonly files: readonly ConflictFile[];
  /** Of an error: git's words, one line; else empty. */
  readonly detail: string;
}

export interface ConflictFile {
  readonly path: string;
  /** As git tells it: `contents`, `modify/delete`, `rename/rename`, … */
  readonly kind: string;
}
