/** What a live look at a connection finds. Texts are one line and hold no secret; the other side wrote parts of them. */
export interface ConnectReport {
  readonly reached: boolean;
  /** The account that the connection uses there; `null`: no particular account, or it is not known. */
  readonly as: string | null;
  /** What can be seen: `acme/billing, private, 12 open issues`. */
  readonly sees: readonly string[];
  readonly can: readonly Ability[];
  readonly problems: readonly ConnectProblem[];
}

export interface Ability {
  /** `read tickets`, `open pull requests`. */
  readonly what: string;
  /** `unknown`: only doing it would show. */
  readonly answer: 'yes' | 'no' | 'unknown';
}

export interface ConnectProblem {
  readonly what: string;
  readonly hint: string;
}

export function unreached(what: string, hint: string): ConnectReport {
  return { reached: false, as: null, sees: [], can: [], problems: [{ what, hint }] };
}
