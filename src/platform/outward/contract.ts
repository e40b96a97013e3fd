import { systemErrorCode } from '../system-error.ts';

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

// What went wrong on the way, for people: without addresses, paths or anything of what was sent.
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it takes no connections there',
  ECONNRESET: 'it broke the connection off',
  EPIPE: 'it broke the connection off',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'no way leads there',
  ENETUNREACH: 'no way leads there',
  EADDRNOTAVAIL: 'no way leads there',
  HPE_HEADER_OVERFLOW: 'its answer begins with too many headers',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by an unknown authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an unknown authority',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there',
  EPROTO: 'it does not speak TLS there',
};

export function formatFailure(thrown: unknown): string {
  const code = systemErrorCode(thrown);
  if (code === null) return 'it does not answer as it should';
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (code.startsWith('HPE_')) return `it does not speak HTTP there (${code})`;
  return /^[A-Z0-9_]{1,60}$/.test(code)
    ? `it does not answer (${code})`
    : 'it does not answer as it should';
}
