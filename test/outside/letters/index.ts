/** `letters`: tickets as a service has them. All that it needs is in this folder. */
import type {
  SourceReading,
  SourceRequest,
} from '../../../src/collectors/tickets/sources/contract.ts';
import type { Connector } from '../../../src/connectors/contract.ts';
import { isRecord } from '../../../src/platform/json.ts';
import { AppError } from '../../../src/words/errors.ts';
import { ask, type PlainConnection } from '../ask.ts';
import { plainForm, type Written } from '../plain-connection.ts';

interface LettersConnection extends PlainConnection {
  readonly kind: 'letters';
}

declare module '../../../src/words/connection.ts' {
  interface Connections {
    readonly letters: LettersConnection;
  }
}

export const letters: Connector<LettersConnection, Written> = {
  connection: {
    ...plainForm,
    kind: 'letters',
    about: 'Letters that people wrote: tickets.',
    toConnection: (written, name) => ({ ...written, kind: 'letters', name }),
  },
  tickets: {
    mapped: false,
    open: async (request) => ({
      identity: `letters ${request.connection.url}`,
      asked: `letters of ${request.connection.name}`,
      read: async () => read(request),
    }),
  },
};

async function read({
  connection,
  outside,
}: SourceRequest<LettersConnection>): Promise<SourceReading> {
  const asked = await ask(connection, outside.env, { path: '/letters' });
  if (asked.kind !== 'said')
    throw new AppError('failed', { code: 'no-letters', message: asked.why, hint: '' });
  const found = Array.isArray(asked.value) ? asked.value.filter((one) => isRecord(one)) : [];
  return {
    records: found.map((value, index) => ({ source: `letter ${index + 1}`, value })),
    problems: [],
    repeated: 0,
    since: null,
    next: null,
    counts: { pages: 1, requests: 1 },
    cut: null,
  };
}
