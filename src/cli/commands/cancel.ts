import { findRun } from '../../app/find-run.ts';
import { cancelRun } from '../../app/watch-run.ts';
import { shortIdOf } from '../../domain/ids.ts';
import { userName } from '../../platform/environment.ts';
import type { CommandCall } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function cancelCommand(call: CommandCall): Promise<number> {
  const workspace = await openAttended(call);
  const run = await findRun(workspace, call.words[0] ?? null);
  const reason = call.options.text('reason') ?? `cancelled by ${userName(call.env)}`;
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
