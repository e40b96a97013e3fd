/**
 * Requests to the world outside, guarded: names are looked up once and the address that was judged is the one that is
 * dialled; addresses that are not public are refused unless the connection says `private`; metadata services always are.
 * Redirects are followed only within one origin, each hop judged again. Answers are bounded in size and time.
 */
export interface OutwardRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | null;
  readonly reach: Reach;
  /** Default 30 s for the whole of it. */
  readonly timeoutMs?: number;
  /** Of the answer's body, unpacked. Default 20 MB. */
  readonly maxBytes?: number;
  /**
   * Default `whole`: an answer that is longer is refused. `beginning`: for whom the status counts. No more is read than
   * `maxBytes`, and what cannot be read to there is an answer all the same: the other side has said that it has it.
   */
  readonly answer?: 'whole' | 'beginning';
  /** Default `followed`. `told`: a redirect is an answer like any other: a POST that is led on may become a GET. */
  readonly redirects?: 'followed' | 'told';
  readonly signal?: AbortSignal;
}

/** What a connection allows. */
export interface Reach {
  readonly private: boolean;
  /** PEM text of further authorities; `null`: none. */
  readonly ca: string | null;
}

export interface OutwardAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Where it came from in the end. */
  readonly url: string;
}

/** Texts are one line and name host and port alone: a URL may hold a secret. */
export type OutwardFailure =
  /** Not allowed: never tried again. */
  { readonly kind: 'refused'; readonly why: string } | NoAnswer;

export interface NoAnswer {
  readonly kind: 'no-answer';
  readonly why: string;
  /** All of a request that changes something had left: the other side may have it. */
  readonly hadLeft?: true;
}

export type OutwardResult =
  | { readonly kind: 'answer'; readonly answer: OutwardAnswer }
  | OutwardFailure;
