import { findRun } from '../../routines/find-run.ts';
import { discardWork } from '../../runtime/gc/discard-work.ts';
import { runGc } from '../../runtime/gc/run-gc.ts';
import { AppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { CommandCall } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { discardDocument, writeDiscarded } from '../output/discard-view.ts';
import { gcDocument, writeGc } from '../output/gc-view.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

/** A person waits: as fast as it goes. */
const AT_ONCE = { batch: 1_000, restMs: 0, most: Infinity, mayGoOn: async () => true };

export async function gcCommand(call: CommandCall): Promise<number> {
  const { options } = call;
  const dryRun = options.flag('dryRun');
  const run = options.text('run');
  if ((run !== null) !== options.flag('discardWork')) throw halfSaid(run);
  const workspace = await openAttended(call);
  if (run !== null) {
    if (dryRun) throw noDryDiscard();
    return discard(call, workspace, run);
  }
  const report = await runGc(workspace, {
    dryRun,
    setAside: options.flag('setAside'),
    pace: AT_ONCE,
  });
  if (call.json) {
    writeJson(call.terminal, gcDocument(report));
    return 0;
  }
  const now = call.clock.now();
  writeGc(openPage(call.terminal), report, { now, all: options.flag('all') });
  for (const notice of report.notices) call.terminal.err(`note: ${notice}\n`);
  return 0;
}

async function discard(call: CommandCall, workspace: Workspace, text: string): Promise<number> {
  const { id } = await findRun(workspace, text);
  const because = `${call.actor} discarded it`;
  const discarded = await discardWork(workspace, { id, pace: AT_ONCE, because });
  if (call.json) writeJson(call.terminal, discardDocument(discarded));
  else writeDiscarded(openPage(call.terminal), discarded);
  for (const notice of discarded.notices) if (!call.json) call.terminal.err(`note: ${notice}\n`);
  return 0;
}

function halfSaid(run: string | null): AppError {
  const message =
    run === null
      ? '--discard-work was given without the run that it is about'
      : '--run was given without --discard-work';
  return usage(
    message,
    'Name the run and say what is meant: roundsman gc --run RUN --discard-work',
  );
}

function noDryDiscard(): AppError {
  return usage(
    '--discard-work cannot be tried with --dry-run',
    'The plan shows what each worktree holds: roundsman gc --dry-run --all',
  );
}

function usage(message: string, hint: string): AppError {
  return new AppError('usage', { code: 'usage', message, hint });
}
