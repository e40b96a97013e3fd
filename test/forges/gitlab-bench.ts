import { gitlabForge } from '../../src/forges/gitlab/gitlab-forge.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { GitlabConnection } from '../../src/words/connection.ts';
import { makeRedactor } from '../../src/words/redaction/redactor.ts';
import { GITLAB_TOKEN, gitlabServer, type GitlabServer } from '../kit/gitlab/gitlab-server.ts';
import type { ForgeBench } from './forge-suite.ts';

export function gitlabConnection(api: string): GitlabConnection {
  return {
    kind: 'gitlab',
    name: 'gitlab',
    private: true,
    ca: null,
    project: 'harbour/lamps',
    api,
    token: { kind: 'env', name: 'GITLAB_TOKEN' },
  };
}

const CLOCK = { ...systemClock, sleep: () => Promise.resolve() };

export async function gitlabBench(): Promise<ForgeBench> {
  const server = await gitlabServer();
  server.pageSize = 20;
  const env = { GITLAB_TOKEN };
  const forge = await gitlabForge(gitlabConnection(server.api), 'harbour/lamps', {
    env,
    clock: CLOCK,
    learn: makeRedactor([]).learn,
  });
  const sha = 'a'.repeat(40);
  const opening = /^POST .*\/merge_requests$/;
  let ids = 100;
  return {
    forge,
    head: { ref: 'roundsman/mend', sha },
    loseNextOpening: () => server.fail(opening, 'cut-after'),
    failNextOpening: (status, headers = {}) => server.fail(opening, { status, headers }),
    expireToken: () => {
      server.expired = true;
    },
    count: () => server.requests.length,
    end: (number, how, by) => {
      const one = server.requests.find(({ iid }) => iid === number);
      if (one === undefined) throw new Error('none');
      one.state = how;
      one.endedBy = by;
      one.endedAt = '2026-11-21T10:00:00.000Z';
    },
    check: (name, how, said) => {
      const id = (ids += 1);
      const status = { running: 'running', passed: 'success', failed: 'failed' }[how];
      server.pipelines.push({ id, sha, status });
      server.jobs.push({ id: id * 10, pipeline: id, name, status, trace: said });
    },
    say: (number, by, text) => sayIn(server, { number, by, text, id: (ids += 1) }),
    manyRemarks: 45,
    detailsAsked: () => server.asked.filter((one) => one.includes('/trace')).length,
    wasConditional: () => server.unchanged > 0,
  };
}

interface Said {
  readonly number: number;
  readonly by: string;
  readonly text: string;
  readonly id: number;
}

function sayIn({ notes, users }: GitlabServer, { number, by, text, id }: Said): void {
  const author = users.find(({ username }) => username === by)?.id ?? 0;
  const at = new Date(Date.UTC(2026, 10, 21, 10, 0, id)).toISOString();
  notes.set(number, [...(notes.get(number) ?? []), { id, by: author, body: text, at }]);
}
