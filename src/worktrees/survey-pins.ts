/** Our refs in the user's repository: whose they are, and whether that run still needs them. */
import { gitIn } from '../git/git-call.ts';
import { inspectPaths } from '../platform/files.ts';
import { readRunFolder } from '../store/run-folder/read-run-folder.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import { isRunId, type RunId } from '../words/ids.ts';
import type { WorkspaceLocation } from '../words/run-spec.ts';
import type { Remains } from './remains.ts';
import { repositoryPaths } from './survey-runs.ts';

export interface PinSurvey {
  readonly workspace: WorkspaceLocation;
  readonly gitEnv: Readonly<Record<string, string>>;
  readonly now: Date;
  /** What is known of a run: whether it may still need its pins, and since when it does not. */
  readonly ownerOf: (id: RunId) => Promise<PinOwner>;
}

export type PinOwner =
  | { readonly kind: 'needs'; readonly why: string }
  /** ISO 8601. */
  | { readonly kind: 'ended'; readonly since: string }
  | { readonly kind: 'unknown' };

const PREFIX = 'refs/roundsman/';

export async function surveyPins(survey: PinSurvey): Promise<readonly Remains[]> {
  const git = gitIn({ cwd: survey.workspace.root, env: survey.gitEnv });
  const listed = await git(['for-each-ref', '--format=%(refname)', PREFIX], {
    okExitCodes: [0, 128],
  });
  const refs = listed.stdout.split('\n').filter((ref) => ref.startsWith(PREFIX));
  return Promise.all(refs.map((ref) => pinOf(survey, ref)));
}

async function pinOf({ ownerOf, now }: PinSurvey, ref: string): Promise<Remains> {
  const run = ref.split('/').find((word) => isRunId(word)) ?? null;
  const owner: PinOwner = run === null ? { kind: 'unknown' } : await ownerOf(run);
  const pin = {
    kind: 'pin' as const,
    at: ref,
    bytes: 0,
    files: 0,
    since: owner.kind === 'ended' ? owner.since : now.toISOString(),
    owner: run === null ? null : { routine: null, run },
  };
  if (owner.kind === 'needs') return { ...pin, facts: { kind: 'needed', why: owner.why } };
  if (owner.kind === 'ended') return { ...pin, facts: { kind: 'left', why: 'its run has ended' } };
  const why = 'no run of this state folder is known that it belongs to';
  return { ...pin, facts: { kind: 'doubtful', why } };
}

/** While anything of its repository is there, or it may still be opened, its pins stay. */
export async function readPinOwner(stateDir: string, id: RunId): Promise<PinOwner> {
  const paths = runPaths(stateDir, id);
  if (inspectPaths(repositoryPaths(paths)).some((facts) => facts !== null))
    return { kind: 'needs', why: 'its worktree is kept' };
  const read = await readRunFolder(stateDir, id);
  const record = read.kind === 'run' ? read.run.record : null;
  if (record === null) return { kind: 'unknown' };
  return record.phase.kind === 'ended'
    ? { kind: 'ended', since: record.phase.endedAt }
    : { kind: 'needs', why: 'its run has not ended' };
}
