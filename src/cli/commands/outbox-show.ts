import { inspectProposal, type ProposalLook } from '../../connections/requests/inspect-proposal.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { toOutboxView } from '../output/outbox-view.ts';
import { openPage, type Page } from '../output/page.ts';
import { issueFields, proposalFields, pushFields } from '../output/proposal-fields.ts';
import { writeJson } from '../output/write-json.ts';

export async function outboxShowCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const look = await inspectProposal(workspace, call.words[0] ?? '');
  if (call.json) {
    const { proposal, from, duplicates, push, issue } = look;
    writeJson(call.terminal, {
      ...toOutboxView(proposal),
      provenance: from,
      candidates: duplicates,
      push,
      issue,
    });
    return 0;
  }
  const page = openPage(call.terminal);
  page.fields(proposalFields(look, call.clock.now()));
  if (look.push !== null) {
    page.line();
    page.fields(pushFields(look.push));
  }
  if (look.issue !== null) {
    page.line();
    page.fields(issueFields(look.issue));
  }
  writeBody(page, look);
  writeNext(page, look);
  return 0;
}

function writeBody(page: Page, { proposal, issue }: ProposalLook): void {
  if (proposal.type !== 'file-item' && proposal.type !== 'pull-request') return;
  // The text of its issue holds it, as it would be there.
  if (issue !== null || proposal.payload.body === '') return;
  page.line();
  page.fields([['body', proposal.payload.body]]);
}

function writeNext(page: Page, { proposal }: ProposalLook): void {
  const { id, state, hash, applying } = proposal;
  const asks = state === 'failed' && applying?.asks === true;
  if (state === 'held' || asks) {
    page.line();
    page.line(
      `Approve exactly this: roundsman approve ${id} --hash ${hash.slice(0, 12)}   Else: edit ${id} · decline ${id}`,
    );
  }
  if ((state === 'failed' && !asks) || state === 'approved') {
    page.line();
    page.line(`Try again: roundsman requests retry ${id}`);
  }
}
