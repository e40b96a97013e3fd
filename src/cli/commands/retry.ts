import { readCatalog } from '../../routines/definitions.ts';
import { findRun } from '../../routines/find-run.ts';
import { followUpRun } from '../../runtime/follow-ups/follow-up-run.ts';
import { goOnWithRun } from '../../runtime/questions.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf } from '../../words/ids.ts';
import { wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { CommandCall } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { stayWithRun } from '../stay-with-run.ts';

export async function retryCommand(call: CommandCall): Promise<number> {
  const workspace = await openAttended(call);
  const [name] = call.words;
  const run = name === undefined ? await newestFailed(workspace) : await findRun(workspace, name);
  if (run.state === 'parked') {
    refuseMore(call, run);
    const by = call.actor;
    const handle = await goOnWithRun({ workspace, run: run.id, by }, { kind: 'go-on' });
    if (!call.json)
      call.terminal.err(`note: run ${shortIdOf(run.id)} was parked, and continues now\n`);
    return stayWithRun(call, workspace, handle);
  }
  const message = call.options.text('message');
  const handle = await followUpRun({
    workspace,
    run: run.id,
    message,
    by: call.actor,
    fresh: call.options.flag('fresh'),
    anyway: call.options.flag('anyway'),
    ...(call.supervisor === null ? {} : { supervisor: call.supervisor }),
  });
  if (!call.json) {
    call.terminal.err(
      `note: another attempt for the slot of ${shortIdOf(run.id)}, with the definition, window and inputs that it had\n`,
    );
    if (await isEdited(workspace, run)) {
      call.terminal.err(
        `note: the file of ${run.routine} has changed since. To run it as it is now: roundsman run ${run.routine}\n`,
      );
    }
  }
  return stayWithRun(call, workspace, handle);
}

async function isEdited(
  workspace: Workspace,
  { routine, definition: { hash, overrides } }: RunView,
): Promise<boolean> {
  if (overrides.length > 0) return false;
  const { entries } = await readCatalog(workspace);
  return entries.some(
    (entry) => entry.id === routine && (entry.kind !== 'routine' || entry.hash !== hash),
  );
}

async function newestFailed({ runs }: Workspace): Promise<RunView> {
  const { views } = await runs.listViews({});
  const failed = views.find((run) => run.state === 'parked' || !wentWell(run));
  if (failed !== undefined) return failed;
  throw new AppError('not-found', {
    code: 'no-failed-run',
    message: 'no run failed, so there is none to try again',
    hint: 'Run a routine once more: roundsman run ROUTINE',
  });
}

/** A parked run continues with what it was told: nothing more could reach it. */
function refuseMore(call: CommandCall, { id, routine }: RunView): void {
  const fresh = call.options.flag('fresh');
  if (call.options.text('message') === null && !fresh) return;
  const short = shortIdOf(id);
  throw new AppError('refused', {
    code: 'run-parked',
    message: `run ${short} of ${routine} is parked: it continues where it was, and ${fresh ? 'not afresh' : 'takes no message'}`,
    hint: `Let it continue now: roundsman retry ${short}   or end it first: roundsman cancel ${short}`,
  });
}
