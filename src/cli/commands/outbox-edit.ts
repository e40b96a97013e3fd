import { findProposal } from '../../connections/requests/decide-proposals.ts';
import { changeProposal } from '../../connections/requests/edit-proposal.ts';
import { formatChangeFrom, editableWords } from '../../ledger/requests/edit-item-act.ts';
import type { Proposal } from '../../words/proposal.ts';
import { oneLine } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { toOutboxView } from '../output/outbox-view.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';
import { editText, readTextOption } from '../text-from-person.ts';

export async function outboxEditCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const before = findProposal(await workspace.proposals.list(), call.words[0] ?? '');
  const given = await givenChange(call);
  const change =
    Object.keys(given).length === 0 && before.type !== 'push-branch'
      ? await writtenChange(call, before)
      : given;
  const { id, hash } = before;
  const by = call.actor;
  const after = await changeProposal(workspace, { id, seen: hash, change, by });
  if (call.json) {
    writeJson(call.terminal, toOutboxView(after));
    return 0;
  }
  const page = openPage(call.terminal);
  if (after.hash === hash) page.line(`${id} says the same as before.`);
  else
    page.line(
      `edited ${id}  ${oneLine(after.summary, 120)}\n  Not approved yet: roundsman requests show ${id}`,
    );
  return 0;
}

async function givenChange(
  call: CommandCall,
): Promise<{ readonly title?: string; readonly body?: string; readonly ref?: string }> {
  const [title, ref, body] = [
    call.options.text('title'),
    call.options.text('ref'),
    await readTextOption(call),
  ];
  return {
    ...(title === null ? {} : { title }),
    ...(ref === null ? {} : { ref }),
    ...(body === null ? {} : { body }),
  };
}

async function writtenChange(
  call: CommandCall,
  proposal: Proposal,
): Promise<ReturnType<typeof formatChangeFrom>> {
  const before = editableWords(proposal);
  const text = await editText(call, before);
  return text.trimEnd() === before.trimEnd() ? {} : formatChangeFrom(proposal, text);
}
