/** Telling a monitor that we are there: a GET, of whose answer only the status counts. */
import type { OutwardRequest, OutwardResult, Reach } from './contract.ts';
import { outwardRequest } from './outward-request.ts';

export type PingResult =
  | { readonly kind: 'answered'; readonly status: number }
  /** Without the URL: it may hold a secret. */
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string };

export interface PingRequest {
  readonly url: string;
  readonly reach: Reach;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Redirects are not followed. Never throws. */
export async function ping(
  { url, reach, headers = {}, timeoutMs, signal }: PingRequest,
  ask: (request: OutwardRequest) => Promise<OutwardResult> = outwardRequest,
): Promise<PingResult> {
  const result = await ask({
    url,
    method: 'GET',
    headers,
    reach,
    timeoutMs,
    maxBytes: 0,
    answer: 'beginning',
    redirects: 'told',
    signal,
  });
  if (result.kind === 'answer') return { kind: 'answered', status: result.answer.status };
  return result.kind === 'refused' ? result : { kind: 'failed', why: result.why };
}
