/** Lands what waited for a checkout to be clean. Called by the daemon now and then, and quick while nothing has changed. */
import { dirtyPaths } from '../git/dirty-paths.ts';
import { gitIn } from '../git/git-call.ts';
import { asAppError } from '../words/errors.ts';
import type { Landing } from '../words/review/landing.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { isOfHere } from './fleet/machine-of.ts';
import { carryLanding } from './landing/carry-landing.ts';
import { alone, openDesk, type Desk } from './landing/desk.ts';
import { pathsInTheWay } from './landing/inspect-checkout.ts';
import { placeOfTarget } from './landing/place-of-target.ts';
import { planNamed } from './landing/plan-named.ts';
import { recoverAll } from './landing/recover-all.ts';

/** Oldest first. */
export async function listQueued({
  review,
}: Pick<Workspace, 'review'>): Promise<readonly Landing[]> {
  return (await review.landings.list()).filter(({ state }) => state.kind === 'queued');
}

/** Sentences on what landed, and on what cannot land any more. */
export async function landQueued(workspace: Workspace): Promise<readonly string[]> {
  const told: string[] = [];
  const desk = openDesk(workspace);
  for (const queued of await listQueued(workspace)) {
    if (!isOfHere(workspace, queued)) continue;
    if (!(await isFree(desk, queued))) continue;
    const words = await alone(workspace, () => land(desk, queued.id));
    if (words !== null) told.push(words);
  }
  return told;
}

async function land(desk: Desk, id: string): Promise<string | null> {
  await recoverAll(desk);
  const { review, clock } = desk.workspace;
  const landing = await review.landings.read(id);
  if (landing?.state.kind !== 'queued') return null;
  const what = landing.set ?? landing.steps[0]?.branch ?? '';
  try {
    const seen = Object.fromEntries(landing.steps.map(({ branch, tip }) => [branch, tip]));
    const plan = await planNamed(desk, { what, seen, anyway: landing.anyway ?? false });
    const steps = plan.branches.map(({ branch, tip }) => ({ branch, tip, commit: null }));
    const branches = plan.branches.map(({ branch, tip, runId: run, routine }) => ({
      branch,
      tip,
      run,
      routine,
    }));
    const ended = await carryLanding(desk, {
      landing: { ...landing, steps },
      branches,
      whenClean: true,
    });
    return ended.state.kind === 'landed' ? `landed ${what} on ${landing.target}` : null;
  } catch (thrown) {
    const why = oneLine(asAppError(thrown).message, 500);
    const now = await review.landings.read(id);
    if (now?.state.kind === 'queued') {
      const endedAt = clock.now().toISOString();
      await review.landings.replace(now, { ...now, state: { kind: 'refused', why }, endedAt });
    }
    return `${what} is no longer queued for ${landing.target}: ${why}`;
  }
}

/** Whether what kept it out may be gone. Reads only. */
async function isFree(desk: Desk, { target, state }: Landing): Promise<boolean> {
  if (state.kind !== 'queued') return false;
  try {
    const { checkout } = await placeOfTarget(desk, target);
    if (checkout === null || state.paths.length === 0) return true;
    const context = { cwd: checkout.folder, env: desk.workspace.gitEnv };
    if (pathsInTheWay(state.paths, await dirtyPaths(context)).length > 0) return false;
    const { stdout } = await gitIn(context)(['ls-files', '-z', '--others', '--', ...state.paths], {
      env: { GIT_LITERAL_PATHSPECS: '1' },
    });
    return stdout === '';
  } catch (thrown) {
    // A target that is gone is told by the landing itself.
    return asAppError(thrown).code === 'not-found';
  }
}
