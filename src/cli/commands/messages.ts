import { listMessages } from '../../connections/messages/list-messages.ts';
import {
  formatTarget,
  messageTitle,
  formatMessageState,
  toMessageView,
} from '../../connections/messages/message-view.ts';
import { pokeDaemon } from '../../scheduler/ask-daemon.ts';
import { relativeTime } from '../../words/local-time.ts';
import type { Message } from '../../words/message.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { messageStyle } from '../output/message-fields.ts';
import { openPage } from '../output/page.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

export async function messagesCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const routine = call.words[0] ?? null;
  const all = call.options.flag('all');
  const messages = await listMessages(workspace, { all, routine });
  if (call.json) {
    writeJson(call.terminal, messages.map(toMessageView));
    return 0;
  }
  const page = openPage(call.terminal);
  if (messages.length === 0) {
    const some = all ? [] : await listMessages(workspace, { all: true, routine });
    page.line(emptyWords(some, routine));
    return 0;
  }
  page.table(columns(call.clock.now()), messages);
  const gaveUp = messages.filter(({ state }) => state.kind === 'given-up');
  const [first] = gaveUp;
  if (first !== undefined) {
    page.line();
    page.line(
      `Given up: ${gaveUp.length}. Look: roundsman messages show ${first.id}   Try again: roundsman messages retry   Or: roundsman messages drop ${first.id} --reason …`,
    );
  }
  const waiting = messages.filter(({ state }) => state.kind === 'held' || state.kind === 'due');
  if (waiting.length > 0 && (await pokeDaemon(workspace)) === 'no-daemon') {
    const wait = plural(waiting.length, 'message waits', 'messages wait');
    call.terminal.err(`note: no daemon runs here, so ${wait} until one does: roundsman start\n`);
  }
  return 0;
}

/** @param others what was sent or dropped */
function emptyWords(others: readonly Message[], routine: string | null): string {
  const of = routine === null ? '' : ` of ${oneLine(routine, 80)}`;
  if (others.length > 0)
    return `Nothing waits to be sent. \`roundsman messages${routine === null ? '' : ` ${oneLine(routine, 80)}`} --all\` shows what was sent or dropped.`;
  return `No message${of} was made yet. Rules under \`notify\` of a routine make them.`;
}

function columns(now: Date): readonly Column<Message>[] {
  return [
    { title: 'message', text: (one) => one.id },
    {
      title: 'state',
      text: (one) => formatMessageState(one),
      style: (one) => messageStyle(one),
      shrinkTo: 20,
    },
    { title: 'to', text: (one) => formatTarget(one.target), shrinkTo: 12 },
    { title: 'what', text: messageTitle, shrinkTo: 16 },
    { title: 'since', text: (one) => relativeTime(one.createdAt, now) },
  ];
}
