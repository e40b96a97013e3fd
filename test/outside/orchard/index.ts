/** `orchard`: a tracker that is no GitHub. All that it needs is in this folder. */
import type { Connector } from '../../../src/connectors/contract.ts';
import type { Told, TrackedIssue, Tracker } from '../../../src/connectors/tracker.ts';
import { listAt, numberAt, rawTextAt, textAt } from '../../../src/forges/read-fields.ts';
import type { Environment } from '../../../src/platform/environment.ts';
import { ask, type PlainConnection } from '../ask.ts';
import { plainForm, type Written } from '../plain-connection.ts';

interface OrchardConnection extends PlainConnection {
  readonly kind: 'orchard';
}

declare module '../../../src/words/connection.ts' {
  interface Connections {
    readonly orchard: OrchardConnection;
  }
}

export const orchard: Connector<OrchardConnection, Written> = {
  connection: {
    ...plainForm,
    kind: 'orchard',
    about: 'An orchard: items.',
    toConnection: (written, name) => ({ ...written, kind: 'orchard', name }),
  },
  tracker: {
    placeOf: () => Promise.resolve('orchard/grove'),
    open: (connection, _repository, { env }) => Promise.resolve(trackerAt(connection, env)),
  },
};

function trackerAt(connection: OrchardConnection, env: Environment): Tracker {
  const told = async <Value>(
    asked: { readonly path: string; readonly body?: object },
    read: (value: unknown) => Value,
  ): Promise<Told<Value>> => {
    const answer = await ask(connection, env, asked);
    return answer.kind === 'said' ? { kind: 'told', value: read(answer.value) } : answer;
  };
  const unsaid = { kind: 'refused', why: 'an orchard says nothing' } as const;
  return {
    me: () => told({ path: '/me' }, (value) => textAt(value, 'login')),
    ours: () =>
      told({ path: '/issues' }, (value) => ({
        issues: listAt(value, 'issues').map(issueOf),
        more: false,
      })),
    read: (number) => told({ path: `/issues/${number}` }, issueOf),
    create: (body) => told({ path: '/issues', body }, issueOf),
    change: (number, body) => told({ path: `/issues/${number}`, body }, issueOf),
    comments: () => Promise.resolve({ kind: 'told', value: [] }),
    comment: () => Promise.resolve(unsaid),
  };
}

function issueOf(value: unknown): TrackedIssue {
  const number = numberAt(value, 'number') ?? 0;
  return {
    number,
    nodeId: `tree-${number}`,
    url: `https://orchard.example/${number}`,
    repository: 'orchard/grove',
    title: textAt(value, 'title'),
    body: rawTextAt(value, 'body'),
    state: 'open',
    author: 'wren',
    labels: [],
    isTaken: false,
    comments: 0,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    closedAt: null,
    closedBy: null,
    isClosedByBot: false,
  };
}
