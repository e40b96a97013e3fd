import { dropMessages, retryMessages } from '../../connections/messages/decide-messages.ts';
import { toMessageView } from '../../connections/messages/message-view.ts';
import { pokeDaemon } from '../../scheduler/ask-daemon.ts';
import { AppError } from '../../words/errors.ts';
import type { Message } from '../../words/message.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { messageLine } from '../output/message-fields.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

/** 1 when something could not be sent. */
export async function messagesRetryCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const { words } = call;
  const signal = new AbortController().signal;
  try {
    const { messages, problem } = await retryMessages(workspace, { words, signal });
    // With --json one document stands there: what became of the others `messages --json` says.
    if (problem === null || (!call.json && messages.length > 0))
      tell(call, messages, 'Nothing was given up, and nothing waits for another try.');
    if (problem !== null) throw problem;
    return messages.some(({ state }) => state.kind !== 'sent') ? 1 : 0;
  } finally {
    // What could not be sent is the daemon's again.
    await pokeDaemon(workspace);
  }
}

export async function messagesDropCommand(call: CommandCall): Promise<number> {
  const why = call.options.text('reason') ?? '';
  if (why.trim() === '') {
    throw new AppError('usage', {
      code: 'reason-missing',
      message: 'a message is dropped with a reason, and none was given',
      hint: 'Say why: roundsman messages drop ID --reason "…"',
    });
  }
  const workspace = await openWorkspace(call);
  tell(call, await dropMessages(workspace, { words: call.words, why }), '');
  return 0;
}

function tell(call: CommandCall, messages: readonly Message[], empty: string): void {
  if (call.json) {
    writeJson(call.terminal, messages.map(toMessageView));
    return;
  }
  const page = openPage(call.terminal);
  if (messages.length === 0) page.line(empty);
  for (const message of messages) page.line(messageLine(message));
}
