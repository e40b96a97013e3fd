import { decideProposals } from '../../app/decide-proposals.ts';
import { openWorkspace } from '../../app/open-workspace.ts';
import { oneLine } from '../../domain/text.ts';
import { userName } from '../../platform/environment.ts';
import type { Command, CommandCall } from '../command.ts';
import { toOutboxView } from '../output/outbox-view.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export const outboxApproveCommand: Command = (call) => decide(call, 'approve');

export const outboxDeclineCommand: Command = (call) => decide(call, 'decline');

async function decide(call: CommandCall, kind: 'approve' | 'decline'): Promise<number> {
  const workspace = await openWorkspace(call);
  const decided = await decideProposals(workspace, {
    words: call.words,
    wholeRuns: call.options.flag('all'),
    kind,
    reason: call.options.text('reason') ?? '',
    by: userName(call.env),
  });
  if (call.json) {
    writeJson(call.terminal, decided.map(toOutboxView));
    return 0;
  }
  const page = openPage(call.terminal);
  for (const one of decided) {
    page.line(`${one.state} ${one.id}  ${oneLine(one.summary, 120)}`);
  }
  return 0;
}
