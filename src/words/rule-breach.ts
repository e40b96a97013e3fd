/** List positions are numbers, keys are text. */
export type NodePath = readonly (string | number)[];

/** What a rule between values finds, at the value that a person would change. */
export interface RuleBreach {
  readonly path: NodePath;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}
