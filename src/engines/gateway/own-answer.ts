/** What the gateway itself says to an agent, in the words of its wire format, so that engines show it. */
import { Buffer } from 'node:buffer';

import type { StreamedReply } from '../../platform/serve-streams.ts';
import type { WireFormat } from '../../words/gateway-plan.ts';

export interface OwnAnswer {
  readonly status: number;
  /** What went wrong, for people. */
  readonly line: string;
}

const TYPES: Readonly<Record<number, readonly [anthropic: string, gemini: string]>> = {
  400: ['invalid_request_error', 'FAILED_PRECONDITION'],
  401: ['authentication_error', 'UNAUTHENTICATED'],
  404: ['not_found_error', 'NOT_FOUND'],
  426: ['invalid_request_error', 'FAILED_PRECONDITION'],
  502: ['api_error', 'UNAVAILABLE'],
};

/** The whole answer. */
export function sendOwnAnswer(
  reply: StreamedReply,
  api: WireFormat,
  { status, line }: OwnAnswer,
): void {
  const message = `roundsman: ${line}`;
  const [type, word] = TYPES[status] ?? ['api_error', 'UNKNOWN'];
  const body = JSON.stringify(
    api === 'anthropic'
      ? { type: 'error', error: { type, message } }
      : api === 'gemini'
        ? { error: { code: status, message, status: word } }
        : { error: { message, type, param: null, code: null } },
  );
  reply
    .begin(status, [
      ['content-type', 'application/json'],
      // What we say no to is not to be tried again.
      ['x-should-retry', status === 502 ? 'true' : 'false'],
      ['content-length', String(Buffer.byteLength(body))],
    ])
    .end(body);
}
