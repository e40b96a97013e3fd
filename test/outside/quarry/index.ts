/** `quarry`: a forge whose pull requests are stones. All that it needs is in this folder. */
import type { Connector } from '../../../src/connectors/contract.ts';
import type { Answered, Forge, ForgePullRequest } from '../../../src/forges/contract.ts';
import { isTrueAt, listAt, numberAt, rawTextAt, textAt } from '../../../src/forges/read-fields.ts';
import type { Environment } from '../../../src/platform/environment.ts';
import { ask, type PlainConnection } from '../ask.ts';
import { plainForm, type Written } from '../plain-connection.ts';

interface QuarryConnection extends PlainConnection {
  readonly kind: 'quarry';
}

declare module '../../../src/words/connection.ts' {
  interface Connections {
    readonly quarry: QuarryConnection;
  }
}

export const quarry: Connector<QuarryConnection, Written> = {
  connection: {
    ...plainForm,
    kind: 'quarry',
    about: 'A quarry: stones.',
    toConnection: (written, name) => ({ ...written, kind: 'quarry', name }),
  },
  forge: {
    request: 'stone',
    sign: '~',
    place: 'pit',
    gitUser: 'mason',
    of: ({ url }) => ({ api: url, repository: 'acme/nest', token: null }),
    webOrigin: (api) => new URL(api).origin,
    open: (connection, _repository, { env }) => Promise.resolve(forgeAt(connection, env)),
  },
};

function forgeAt(connection: QuarryConnection, env: Environment): Forge {
  const answered = async <Value>(
    asked: { readonly path: string; readonly body?: object },
    read: (value: unknown) => Value,
  ): Promise<Answered<Value>> => {
    const answer = await ask(connection, env, asked);
    return answer.kind === 'said' ? { kind: 'answer', value: read(answer.value) } : answer;
  };
  const said = <Value>(value: Value): Promise<Answered<Value>> =>
    Promise.resolve({ kind: 'answer', value });
  return {
    shown: (number) => `stone ~${number} of acme/nest`,
    whoami: () => said({ login: 'wren', can: 'cut', defaultBranch: 'main' }),
    find: (head) =>
      answered({ path: '/stones' }, (value) =>
        listAt(value, 'stones')
          .filter((one) => textAt(one, 'head') === head)
          .map(stoneOf),
      ),
    open: (body) => answered({ path: '/stones', body }, stoneOf),
    update: (number, body) => answered({ path: `/stones/${number}`, body }, stoneOf),
    askReviewers: () => said([]),
    read: (number) => answered({ path: `/stones/${number}` }, stoneOf),
    checks: () => said({ standing: 'passed', failed: [] }),
    remarks: () => said([]),
  };
}

function stoneOf(value: unknown): ForgePullRequest {
  const number = numberAt(value, 'number') ?? 0;
  return {
    number,
    url: `https://quarry.example/${number}`,
    state: 'open',
    draft: isTrueAt(value, 'draft'),
    title: textAt(value, 'title'),
    body: rawTextAt(value, 'body'),
    base: textAt(value, 'base'),
    head: null,
    labels: [],
    mergeable: true,
    endedBy: '',
    isEndedByBot: false,
    endedAt: null,
  };
}
