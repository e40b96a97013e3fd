import { findMessage } from '../../connections/messages/list-messages.ts';
import { toMessageView } from '../../connections/messages/message-view.ts';
import { wasHeldBack } from '../../connections/messages/plan-messages.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { localTime } from '../../words/local-time.ts';
import type { Message, MessageContent } from '../../words/message.ts';
import { stripControls } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { messageFields } from '../output/message-fields.ts';
import { openPage, type Page } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function messagesShowCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const message = await findMessage(workspace, call.words[0] ?? '');
  if (call.json) {
    writeJson(call.terminal, { ...toMessageView(message), contents: message.contents });
    return 0;
  }
  const page = openPage(call.terminal);
  const zone = hostTimezone();
  page.fields(messageFields(message, { now: call.clock.now(), zone }));
  for (const content of message.contents) {
    page.line();
    writeContent(page, content, zone);
  }
  writeNext(page, message);
  return 0;
}

function writeContent(page: Page, content: MessageContent, zone: string): void {
  const { name, title, at, occasions, run, heldBack } = content;
  page.fields([
    ['tells', `${name}: ${title}`],
    ['for', occasions.join(', ')],
    ['at', localTime(at, zone)],
    ['run', run === null ? null : run.id],
    ['held back', heldBack === 0 ? null : `${heldBack} more by a cooldown`],
  ]);
  const text = stripControls(content.markdown).trim();
  if (text === '') return;
  page.line();
  for (const line of text.split('\n')) page.line(line);
}

function writeNext(page: Page, message: Message): void {
  const { id, state } = message;
  if (state.kind === 'sent' || state.kind === 'sending' || wasHeldBack(message)) return;
  page.line();
  const drop =
    state.kind === 'dropped' ? '' : `   No more: roundsman messages drop ${id} --reason …`;
  page.line(`Send it now: roundsman messages retry ${id}${drop}`);
}
