/** What the gateway itself says to an agent, in the words of its wire format, so that engines show it. Pure. */
import type { WireFormat } from '../../domain/gateway-plan.ts';
import type { HeaderLines } from './headers.ts';

export interface OwnAnswer {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly body: string;
}

const TYPES: Readonly<Record<number, readonly [anthropic: string, gemini: string]>> = {
  400: ['invalid_request_error', 'FAILED_PRECONDITION'],
  401: ['authentication_error', 'UNAUTHENTICATED'],
  404: ['not_found_error', 'NOT_FOUND'],
  426: ['invalid_request_error', 'FAILED_PRECONDITION'],
  502: ['api_error', 'UNAVAILABLE'],
};

/** @param line what went wrong, for people */
export function ownAnswer(api: WireFormat, status: number, line: string): OwnAnswer {
  const message = `roundsman: ${line}`;
  const [type, word] = TYPES[status] ?? ['api_error', 'UNKNOWN'];
  const body =
    api === 'anthropic'
      ? { type: 'error', error: { type, message } }
      : api === 'gemini'
        ? { error: { code: status, message, status: word } }
        : { error: { message, type, param: null, code: null } };
  return {
    status,
    headers: [
      ['content-type', 'application/json'],
      // What we say no to is not to be tried again.
      ['x-should-retry', status === 502 ? 'true' : 'false'],
    ],
    body: JSON.stringify(body),
  };
}
