import { onTestFinished } from 'vitest';

import { githubForge } from '../../src/forges/github/github-forge.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { makeRedactor } from '../../src/words/redaction/redactor.ts';
import { githubConnection, githubEnv } from '../kit/github/github-connection.ts';
import { githubServer, type GithubCheck } from '../kit/github/github-server.ts';
import { githubState, timeOf } from '../kit/github/github-state.ts';
import { commentOn } from '../kit/github/issue-acts.ts';
import { githubPulls } from '../kit/github/pull-routes.ts';
import type { ForgeBench } from './forge-suite.ts';

const CLOCK = { ...systemClock, sleep: () => Promise.resolve() };

/** @param check GitHub's description held against each request and answer; `null`: nothing is */
export async function githubBench(check: GithubCheck | null): Promise<ForgeBench> {
  const sha = 'a'.repeat(40);
  const pulls = githubPulls((branch) => (branch === 'gone' ? null : sha));
  const state = githubState();
  const server = await githubServer({
    state,
    routes: pulls.routes,
    ...(check === null ? {} : { check }),
  });
  onTestFinished(async () => {
    await server.close();
    if (server.problems.length > 0) throw new Error(server.problems.join('\n'));
  });
  const forge = await githubForge({
    connection: githubConnection(server),
    repository: 'harbour/lamps',
    env: githubEnv,
    clock: CLOCK,
    retryMs: 1,
    learn: makeRedactor([]).learn,
  });
  const opening = { method: 'POST', path: /\/pulls$/ } as const;
  const pullOf = (number: number) => {
    const pull = pulls.pulls.find(({ issue }) => issue.number === number);
    if (pull === undefined) throw new Error('none');
    return pull;
  };
  return {
    forge,
    head: { ref: 'roundsman/mend', sha },
    loseNextOpening: () => server.fail({ ...opening, how: { kind: 'close-after' } }),
    failNextOpening: (status, headers = {}) =>
      server.fail({ ...opening, how: { kind: 'answer', status, headers } }),
    expireToken: () => {
      for (const [value, token] of state.tokens)
        state.tokens.set(value, { ...token, expiresAt: new Date(0) });
    },
    count: () => pulls.pulls.length,
    end: (number, how, by) => {
      const pull = pullOf(number);
      pull.issue.state = 'closed';
      pull.issue.closedBy = by;
      pull.issue.closedAt = timeOf(state);
      if (how !== 'merged') return;
      pull.mergedAt = timeOf(state);
      pull.mergedBy = by;
    },
    check: (name, how, said) => {
      // The newest of a name is the one that counts.
      pulls.checks.splice(0, pulls.checks.length, {
        id: state.nextId(),
        sha,
        name,
        status: how === 'running' ? 'in_progress' : 'completed',
        conclusion: how === 'running' ? null : how === 'passed' ? 'success' : 'failure',
        summary: '',
        annotations: [{ level: 'failure', message: said }],
      });
    },
    say: (number, by, text) => void commentOn(state, pullOf(number).issue, { by, body: text }),
    manyRemarks: 130,
    detailsAsked: () => server.asked('GET', /\/annotations/).length,
    wasConditional: () => server.log.some(({ status }) => status === 304),
  };
}
