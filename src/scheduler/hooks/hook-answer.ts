/** What senders of webhooks are answered: a status, and small JSON that says why. */
import type { IntakeResult } from '../contract.ts';

export interface HookAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, string | number>>;
  readonly retryAfterSeconds?: number;
}

export const hookAnswer = {
  /** All routines that a deployment is for have the same keys; their names are not disclosed. */
  taken(results: readonly IntakeResult[]): HookAnswer {
    const [first] = results;
    if (first === undefined) return hookAnswer.ignored('no routine listens to this deployment');
    if (results.some(({ outcome }) => outcome === 'accepted'))
      return { status: 202, body: { status: 'accepted', slot: first.key } };
    if (first.outcome === 'replayed')
      return refusal(409, `the same body came before, as ${first.key}`);
    return { status: 200, body: { status: 'known', slot: first.key } };
  },
  ignored(reason: string): HookAnswer {
    return { status: 200, body: { status: 'ignored', reason } };
  },
  pong(): HookAnswer {
    return { status: 200, body: { status: 'pong' } };
  },
  malformed(reason: string): HookAnswer {
    return refusal(400, reason);
  },
  forged(): HookAnswer {
    return refusal(401, 'no hook of this name takes what this signature proves');
  },
  stale(reason: string): HookAnswer {
    return refusal(401, reason);
  },
  noSuchPath(): HookAnswer {
    return refusal(404, 'hooks are at /hooks/<routine>');
  },
  wrongMethod(): HookAnswer {
    return refusal(405, 'hooks are posted to');
  },
  tooLarge(maxBytes: number): HookAnswer {
    return refusal(413, `a body may have ${maxBytes} bytes`);
  },
  wrongType(): HookAnswer {
    return refusal(415, 'the body has to be JSON in UTF-8, and its Content-Type application/json');
  },
  noSecret(): HookAnswer {
    return later('the secret of this hook is not set where Roundsman runs');
  },
  notStored(): HookAnswer {
    return later('it could not be stored');
  },
} as const;

function refusal(status: number, reason: string): HookAnswer {
  return { status, body: { status: 'refused', reason } };
}

function later(reason: string): HookAnswer {
  return { status: 503, body: { status: 'unavailable', reason }, retryAfterSeconds: 60 };
}
