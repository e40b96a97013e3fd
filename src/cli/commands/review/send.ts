import { sendComments } from '../../../runtime/send-comments.ts';
import type { CommandCall } from '../../command.ts';
import { openAttended } from '../../open-attended.ts';
import { stayWithRun } from '../../stay-with-run.ts';

export async function reviewSendCommand(call: CommandCall): Promise<number> {
  const workspace = await openAttended(call);
  const handle = await sendComments(workspace, {
    what: call.words[0] ?? '',
    by: call.actor,
    ...(call.supervisor === null ? {} : { supervisor: call.supervisor }),
  });
  if (!call.json) call.terminal.err('note: the comments went to the agent that made the branch\n');
  return stayWithRun(call, workspace, handle);
}
