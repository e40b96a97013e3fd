export interface BundledProgram {
  /** Below `staged`; the program is `main.js` in it. */
  readonly folder: string;
  /** Relative to `root`. */
  readonly source: string;
}

export function bundlePrograms(request: {
  readonly root: string;
  readonly staged: string;
  /** Default: those that ship. */
  readonly programs?: readonly BundledProgram[];
}): Promise<void>;
