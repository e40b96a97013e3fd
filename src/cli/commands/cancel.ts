import { findRunOrWaiting } from '../../routines/find-run.ts';
import { cancelRun } from '../../runtime/watch-run.ts';
import { cancelSlots } from '../../scheduler/cancel-slots.ts';
import type { WaitingRun } from '../../store/dispatch-port.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf } from '../../words/ids.ts';
import { plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { CommandCall } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function cancelCommand(call: CommandCall): Promise<number> {
  const workspace = await openAttended(call);
  const reason = call.options.text('reason') ?? `cancelled by ${call.actor}`;
  if (call.options.flag('all')) return cancelAll(call, workspace, reason);
  if (call.options.flag('queued')) return cancelQueued(call, workspace, reason);
  if (call.words.length > 1)
    throw new AppError('usage', {
      code: 'usage',
      message: 'a slot was named without --queued',
      hint: 'Add --queued, or name only the run.',
    });
  const [named] = call.words;
  if (named === undefined)
    throw new AppError('usage', {
      code: 'usage',
      message: 'which run?',
      hint: 'Name it or its routine: roundsman cancel todo-sweep   All that run: roundsman cancel --all',
    });
  const found = await findRunOrWaiting(workspace, named);
  if (found.kind === 'waiting') return cancelWaiting(call, workspace, { ...found.waiting, reason });
  const { run } = found;
  await cancelRun(workspace, run.id, reason);
  if (call.json) {
    writeJson(call.terminal, { run: run.id, reason });
    return 0;
  }
  const id = shortIdOf(run.id);
  const page = openPage(call.terminal);
  page.line(`Asked run ${id} of ${run.routine} to stop. What its agent did so far is kept.`);
  page.line(`See it end: roundsman show ${id}`);
  return 0;
}

/** What runs or waits for an answer now; slots in the queue stay there. */
async function cancelAll(call: CommandCall, workspace: Workspace, reason: string): Promise<number> {
  if (call.words.length > 0 || call.options.flag('queued'))
    throw new AppError('usage', {
      code: 'usage',
      message: '--all is every run, and more was named',
      hint: 'Leave the rest out: roundsman cancel --all',
    });
  const runs = (await workspace.runs.listUnfinished()).map(({ spec }) => spec.id);
  for (const run of runs) await cancelRun(workspace, run, reason);
  if (call.json) writeJson(call.terminal, { runs, reason });
  else
    openPage(call.terminal).line(
      runs.length === 0
        ? 'Nothing runs.'
        : `Asked ${plural(runs.length, 'run')} to stop. What their agents did so far is kept: roundsman runs`,
    );
  return 0;
}

/** Nothing of it has begun: its slot says that it was skipped. */
async function cancelWaiting(
  call: CommandCall,
  workspace: Workspace,
  { run, routine, key, reason }: WaitingRun & { readonly reason: string },
): Promise<number> {
  try {
    await cancelSlots(workspace, { routine, key, reason });
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.reason !== 'slot-unknown') throw thrown;
    throw new AppError('refused', {
      code: 'run-taken',
      message: `a worker has just taken run ${shortIdOf(run)} of ${routine}`,
      hint: 'Give the command again: the worker then stops it.',
    });
  }
  if (call.json) writeJson(call.terminal, { run, reason });
  else
    openPage(call.terminal).line(
      `Took run ${shortIdOf(run)} of ${routine} out of the queue; its slot stays on record as skipped.`,
    );
  return 0;
}

/** The words are a routine and, when only one of its slots is meant, that slot's key. */
async function cancelQueued(
  call: CommandCall,
  workspace: Workspace,
  reason: string,
): Promise<number> {
  const [routine = '', key = null] = call.words;
  const ended = await cancelSlots(workspace, { routine, key, reason });
  if (call.json) {
    writeJson(call.terminal, { routine, slots: ended.map(({ slot }) => slot.key), reason });
    return 0;
  }
  openPage(call.terminal).line(
    `Took ${plural(ended.length, 'slot')} of ${routine} out of the queue; each stays on record as skipped.`,
  );
  return 0;
}
