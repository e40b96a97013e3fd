/** `hand-back`: the agent's work becomes a branch of the user's repository; or what was opened is given back. */
import { asAppError } from '../../words/errors.ts';
import type { StepOutcome } from '../../words/run.ts';
import { dropPins } from '../../worktrees/drop-pins.ts';
import { handBack } from '../../worktrees/hand-back.ts';
import { removeRunRepository } from '../../worktrees/release-run-repository.ts';
import { leaveKeptWork } from '../../worktrees/reopen-run-repository.ts';
import { noteAccount } from './note-account.ts';
import { openedBaseIfAny } from './opened-base.ts';
import { takePlace, type PlaceTaken } from './replace-predecessors.ts';
import { done, type StepContext } from './step-context.ts';
import { worktreeRequest } from './worktree-request.ts';

export async function handBackWork(context: StepContext): Promise<StepOutcome> {
  // Whatever the disk says to that: the work is brought home.
  const account = await noteAccount(context).catch(() => []);
  const place = takePlace(context);
  const outcome = await bringHome(context, place.compose);
  const { notices = [], branch = null, head = null } = outcome.patch;
  const told = branch === null || head === null ? [] : await place.replace({ branch, tip: head });
  return { ...outcome, patch: { ...outcome.patch, notices: [...account, ...notices, ...told] } };
}

async function bringHome(
  context: StepContext,
  compose: PlaceTaken['compose'],
): Promise<StepOutcome> {
  const opened = openedBaseIfAny(context);
  const request = { ...worktreeRequest(context), compose };
  const isKept = (context.spec.follows?.kept ?? null) !== null;
  if (isKept) await leaveKeptWork(request);
  if (opened !== null) {
    let told: readonly string[] = [];
    try {
      return done(await handBack(request, opened, (notices) => (told = notices)));
    } catch (thrown) {
      // Nothing was handed back, and not because there was nothing: the reason is part of the result.
      const failure = asAppError(thrown).toFailure();
      const changes = { kind: 'refused', reason: failure.code } as const;
      return { kind: 'failed', failure, patch: { changes, notices: told } };
    }
  }
  if (isKept) {
    const left = await dropPins(request);
    return done({ changes: { kind: 'none' }, notices: left === null ? [] : [left] });
  }
  // `open` was cut short, maybe before it noted what it made: that is taken back.
  const notices = await removeRunRepository(request);
  return done({ changes: { kind: 'none' }, notices });
}
