/** Telling a monitor that we are there: a GET, of whose answer only the status counts. */
import { systemErrorCode } from './system-error.ts';

export type PingResult =
  | { readonly kind: 'answered'; readonly status: number }
  /** Without the URL: it may hold a secret. */
  | { readonly kind: 'failed'; readonly reason: string };

export interface PingRequest {
  /** http or https. */
  readonly url: URL;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Redirects are not followed. Never throws. */
export async function ping({ url, timeoutMs, signal }: PingRequest): Promise<PingResult> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    // Loaded on first use: most daemons ping nobody.
    const { request } =
      url.protocol === 'https:' ? await import('node:https') : await import('node:http');
    const status = await new Promise<number>((resolve, reject) => {
      const asked = request(url, {
        // No connection is kept: the next ping is a minute away.
        agent: false,
        headers: { 'user-agent': 'roundsman' },
        signal: AbortSignal.any([signal, limit]),
      });
      asked.once('error', reject);
      asked.once('response', (answer) => {
        // What more there is to it is not read; that this ends the connection is no error.
        asked.on('error', () => undefined);
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      });
      asked.end();
    });
    return { kind: 'answered', status };
  } catch (thrown) {
    if (limit.aborted) return { kind: 'failed', reason: `no answer within ${timeoutMs / 1_000} s` };
    return { kind: 'failed', reason: systemErrorCode(thrown) ?? 'it cannot be reached' };
  }
}
