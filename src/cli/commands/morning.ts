/** The walk through what needs a person. Without a terminal it is listed, as by `inbox`. */
import type { InboxEntry } from '../../inbox/inbox-entry.ts';
import { inbox } from '../../inbox/inbox.ts';
import { inspectSets } from '../../inbox/morning/act-on-step.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { CommandCall } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { writeInbox } from '../output/inbox-view.ts';
import { writeJson } from '../output/write-json.ts';

const MOST = 1_000;

export async function morningCommand(call: CommandCall): Promise<number> {
  const workspace = await openAttended(call);
  const found = await inbox(workspace, { limit: MOST, look: inspectSets });
  const { terminal } = call;
  if (call.json) {
    writeJson(terminal, found);
    return 0;
  }
  for (const problem of found.problems) terminal.err(`note: ${oneLine(problem, 300)}\n`);
  const canWalk = terminal.inIsTerminal && terminal.outIsTerminal && !call.options.flag('list');
  if (canWalk && found.entries.length > 0) return walk(call, workspace, found.entries);
  writeInbox({ terminal, now: call.clock.now(), all: false, routine: null }, found);
  return 0;
}

async function walk(
  call: CommandCall,
  workspace: Workspace,
  entries: readonly InboxEntry[],
): Promise<number> {
  const { walkThrough } = await import('../walk-through.ts');
  return walkThrough(call, workspace, entries);
}
