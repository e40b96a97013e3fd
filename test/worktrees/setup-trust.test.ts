/** Whose code set-up runs, where the branch of a run was pushed by a name like a person's. */
import { expect, it } from 'vitest';

import type { BaseChoice } from '../../src/git/choose-base.ts';
import { gitIn } from '../../src/git/git-call.ts';
import { gitEnvironment } from '../../src/git/git-environment.ts';
import { fileProposalStore } from '../../src/store/files/file-ledger-stores.ts';
import type { ProposalState, PushBranchProposal } from '../../src/words/proposal.ts';
import { decideSetupTrust, type SetupTrust } from '../../src/worktrees/setup-trust.ts';
import { commitId } from '../kit/collect-request.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { runSpec } from '../kit/report-source.ts';

const TRACKING = 'refs/remotes/origin/fix/typo';

interface Case {
  readonly choice: Pick<BaseChoice, 'ref'> | 'remote';
  readonly pushed: ProposalState | null;
  /** Of the push; default: what was fetched back. */
  readonly tip?: string;
}

/** A commit that only the fetched branch holds, and the local branches that were made from it and beside it. */
async function trustOf({ choice, pushed, tip: asked }: Case): Promise<SetupTrust> {
  const repo = gitRepo({ a: '' });
  const made = repo.git('commit-tree', '-p', 'HEAD', '-m', 'Theirs', 'HEAD^{tree}').trim();
  repo.git('update-ref', TRACKING, made);
  repo.git('remote', 'add', 'origin', 'https://git.example/it');
  if (choice !== 'remote') repo.git('branch', '--track', 'fix/typo', 'origin/fix/typo');
  const proposals = fileProposalStore(temporaryFolder());
  const tip = commitId(made);
  if (pushed !== null) await proposals.create(proposal(pushed, commitId(asked ?? tip)));
  const spec = runSpec(1);
  const shown = { shown: '', notices: [] };
  const chosen: BaseChoice =
    choice === 'remote'
      ? {
          ...shown,
          kind: 'remote',
          ref: TRACKING,
          remote: 'origin',
          remoteRef: 'refs/heads/fix/typo',
          local: null,
        }
      : { ...shown, kind: 'local', ref: choice.ref, commit: tip };
  return decideSetupTrust(
    { spec, proposals },
    gitIn({ cwd: repo.path, env: gitEnvironment(process.env) }),
    { choice: chosen, base: tip },
  );
}

function proposal(
  state: ProposalState,
  tip: PushBranchProposal['payload']['tip'],
): PushBranchProposal {
  const record = {
    id: 'P-abc123-1',
    run: 'r',
    routine: 'tidy',
    type: 'push-branch',
    state,
    hash: 'h',
    createdAt: '2026-01-01T00:00:00.000Z',
    payload: { branch: 'roundsman/tidy/1', tip, remote: 'origin', ref: 'fix/typo', url: '' },
    applying: { tries: 1, lastAt: '2026-01-01T00:00:00.000Z', outcome: '' },
  };
  return JSON.parse(JSON.stringify(record));
}

const CHOICES = ['remote', { ref: 'refs/heads/fix/typo' }, { ref: 'fix/typo' }] as const;

it.each(CHOICES)('a branch that no run pushed is a person’s, by %j', async (choice) => {
  expect((await trustOf({ choice, pushed: null })).trusted).toBe(true);
});

it.each(CHOICES)('a branch that a run pushed is not a person’s, by %j', async (choice) => {
  expect((await trustOf({ choice, pushed: 'applied' })).trusted).toBe(false);
});

it('a push that failed counts where its commit arrived all the same', async () => {
  expect((await trustOf({ choice: 'remote', pushed: 'failed' })).trusted).toBe(false);
});

it('a push that failed says nothing of a branch that never got its commit', async () => {
  const tip = 'f'.repeat(40);
  expect((await trustOf({ choice: 'remote', pushed: 'failed', tip })).trusted).toBe(true);
});
