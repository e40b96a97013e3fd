/** One thing that has to be right before something lands. */
export const READINESS_NAMES = [
  'checks',
  'conflicts',
  'union',
  'protected',
  'banners',
  'size',
  'findings',
  'questions',
  'base',
  'comments',
  'judgement',
  'worked-on',
] as const;
export type ReadinessName = (typeof READINESS_NAMES)[number];

export interface ReadinessLine {
  readonly name: ReadinessName;
  /** `null`: not known yet, which is not a yes. */
  readonly ok: boolean | null;
  /** One line for a person, with the numbers and, where it is not ok, the next step. */
  readonly detail: string;
  /** Whether landing is refused while it is not ok, unless a person says so outright (`--anyway`). */
  readonly blocks: boolean;
}
