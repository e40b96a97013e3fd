/** A workspace whose routine files its items at a loopback GitHub. */
import { decideProposals } from '../../../src/connections/requests/decide-proposals.ts';
import { recordProposals } from '../../../src/connections/requests/record-proposals.ts';
import { lookAfterTrackers } from '../../../src/connections/trackers/keep-trackers.ts';
import type { ProposalLine } from '../../../src/engines/agent-contract.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { Finding } from '../../../src/words/finding.ts';
import type { Proposal } from '../../../src/words/proposal.ts';
import type { OutboxMode, OutputRules } from '../../../src/words/routine.ts';
import type { Workspace } from '../../../src/workspace/contract.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../git-repo.ts';
import { overwriteFindings } from '../overwrite.ts';
import { routineNamed } from '../routine.ts';
import { stillClock } from '../still-clock.ts';
import { storeEndedRun } from '../stored-run.ts';
import { githubEnv } from './github-connection.ts';
import { githubServer, type GithubCheck, type GithubServer } from './github-server.ts';
import { githubState } from './github-state.ts';

export interface TrackerWorld {
  readonly server: GithubServer;
  readonly workspace: Workspace;
  /** Moves the clock of both sides. */
  readonly move: (ms: number) => void;
  /** A run that proposes; of `file-item` the key is filled in. */
  readonly propose: (
    lines: readonly (
      | ProposalLine
      | {
          readonly type: 'new';
          readonly title: string;
          readonly body?: string;
          readonly findings?: readonly string[];
        }
    )[],
    change?: Partial<OutputRules>,
  ) => Promise<readonly Proposal[]>;
  readonly approve: (proposal: Proposal) => Promise<Proposal>;
  readonly retry: (proposal: Proposal) => Promise<Proposal>;
  /** A look of the daemon: what it said, and its problems. */
  readonly look: () => Promise<{
    readonly said: readonly string[];
    readonly problems: readonly string[];
  }>;
  /** Adds one to the ledger of `sweep`. */
  readonly report: (fingerprint: string, title: string) => Promise<void>;
}

export async function trackerWorld(
  options: {
    readonly check?: GithubCheck;
    readonly clock?: Clock;
    readonly expiresMs?: number;
  } = {},
): Promise<TrackerWorld> {
  const still = stillClock(new Date().toISOString());
  const clock = options.clock ?? still;
  const server = await githubServer({
    state: githubState({ now: () => clock.now() }),
    ...(options.check === undefined ? {} : { check: options.check }),
  });
  const repo = gitRepo({
    'roundsman.yaml': `connections:
  github:
    kind: github
    repository: harbour/lamps
    api: ${server.api}
    token: env:GITHUB_TOKEN
    private: true
`,
  });
  const env = { ...process.env, ...githubEnv, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const workspace = await openWorkspace({ actor: 'ada', folder: repo.path, env, clock });
  const mode: OutboxMode = 'review';
  const outputs: OutputRules = {
    ...routineNamed('sweep').outputs,
    fileItem: {
      mode,
      tracker: 'github',
      max: 9,
      maxOpen: 3,
      labels: ['roundsman'],
      ...(options.expiresMs === undefined ? {} : { expiresMs: options.expiresMs }),
    },
    comment: { mode, max: 3 },
    updateItem: { mode, max: 3 },
    closeItem: { mode, max: 3 },
  };
  const decide = async (proposal: Proposal, kind: 'approve' | 'retry'): Promise<Proposal> => {
    const request = { words: [proposal.id], wholeRuns: false, kind, reason: '', by: 'ada' };
    const [decided] = await decideProposals(workspace, request);
    return decided ?? proposal;
  };
  return {
    server,
    workspace,
    move: (ms) => still.move(ms),
    approve: (proposal) => decide(proposal, 'approve'),
    retry: (proposal) => decide(proposal, 'retry'),
    look: async () => {
      const said: string[] = [];
      const problems = await lookAfterTrackers(workspace, (text) => said.push(text));
      return { said, problems };
    },
    report: (fingerprint, title) => report(workspace, fingerprint, title),
    propose: async (asked, change = {}) => {
      const at = clock.now().toISOString();
      const { id } = await storeEndedRun(workspace, { at });
      const routine = routineNamed('sweep', { outputs: { ...outputs, ...change } });
      const count = asked.filter(({ type }) => type === 'new').length;
      const keys = [
        ...(await workspace.items.reserve({ count, routine: routine.id, run: id, now: at })),
      ];
      const lines = asked.map((one, index) => ({ line: index + 1, value: lineOf(one, keys) }));
      const labels = outputs.fileItem?.labels ?? [];
      const { expiresMs } = options;
      const place = {
        connection: 'github',
        repository: 'harbour/lamps',
        labels,
        ...(expiresMs === undefined ? {} : { expiresMs }),
      };
      return recordProposals({
        ...workspace,
        exclusively: (work) => work(),
        spec: { id, routine },
        lines,
        tracking: { kind: 'place', place },
        now: at,
      });
    },
  };
}

type Asked = Parameters<TrackerWorld['propose']>[0][number];

function lineOf(asked: Asked, keys: string[]): ProposalLine {
  if (asked.type !== 'new') return asked;
  const { title, body = '', findings = [] } = asked;
  return { type: 'file-item', key: keys.shift() ?? '', title, body, findings: [...findings] };
}

async function report(workspace: Workspace, fingerprint: string, title: string): Promise<void> {
  const { id: routine } = routineNamed('sweep');
  const ledger = await workspace.findings.read(routine);
  const at = workspace.clock.now().toISOString();
  const finding: Finding = {
    id: `F-${fingerprint.padEnd(10, '0').slice(0, 10)}`,
    routine,
    fingerprint,
    title,
    body: '',
    severity: 'low',
    location: { path: 'src/a.ts', line: 3, symbol: null },
    item: null,
    state: 'new',
    firstSeen: at,
    lastSeen: at,
    resolvedAt: null,
    runs: [],
    verdict: null,
  };
  await overwriteFindings(workspace, {
    ...ledger,
    routine,
    findings: [...ledger.findings, finding],
  });
}
