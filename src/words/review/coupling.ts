/** What ties two branches together, with both places. Pure data; texts are hostile. */

/** Strongest first. `words` is for languages that no parser here knows. */
export const COUPLING_KINDS = [
  'joined',
  'same-hunk',
  'near-hunk',
  'symbol',
  'import',
  'test',
  'migration',
  'lock-file',
  'words',
  'same-file',
] as const;
export type CouplingKind = (typeof COUPLING_KINDS)[number];

export interface Coupling {
  /** Names of branches, `a` before `b`. */
  readonly a: string;
  readonly b: string;
  readonly kind: CouplingKind;
  /** Why, one line for a person: `a renames parseDate, b calls it`. */
  readonly detail: string;
  /** Where in `a`, and where in `b`. */
  readonly places: readonly [CouplingPlace, CouplingPlace];
  /** Whether it joins the two into one change set; a weak coupling is reported, but does not bind. */
  readonly binds: boolean;
  /** Which of the two uses what the other defines, and so lands after it; absent: neither does, or each of the other. */
  readonly user?: 'a' | 'b' | undefined;
}

export interface CouplingPlace {
  readonly path: string;
  /** From 1, in the tip; `null`: the whole file. */
  readonly line: number | null;
  /** That line, cut. */
  readonly text: string;
}
