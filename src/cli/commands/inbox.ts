/** What waits for a person, as a list. */
import { inbox } from '../../inbox/inbox.ts';
import { inspectSets } from '../../inbox/morning/act-on-step.ts';
import { oneLine } from '../../words/text.ts';
import type { Command } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { writeInbox } from '../output/inbox-view.ts';
import { writeJson } from '../output/write-json.ts';

const MOST = 1_000;

export const inboxCommand: Command = async (call) => {
  const workspace = await openAttended(call);
  const [routine = null] = call.words;
  const found = await inbox(workspace, { limit: MOST, look: inspectSets });
  const entries = found.entries.filter((entry) => routine === null || entry.routine === routine);
  if (call.json) {
    writeJson(call.terminal, { ...found, entries });
    return 0;
  }
  for (const problem of found.problems) call.terminal.err(`note: ${oneLine(problem, 300)}\n`);
  const look = {
    terminal: call.terminal,
    now: call.clock.now(),
    all: call.options.flag('all'),
    routine,
  };
  writeInbox(look, { ...found, entries });
  return 0;
};
