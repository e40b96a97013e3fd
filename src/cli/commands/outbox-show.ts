import { openWorkspace } from '../../app/open-workspace.ts';
import { resolveId } from '../../app/resolve-id.ts';
import type { CommandCall } from '../command.ts';
import { toOutboxView } from '../output/outbox-view.ts';
import { openPage } from '../output/page.ts';
import { relativeTime } from '../output/relative-time.ts';
import { writeJson } from '../output/write-json.ts';

export async function outboxShowCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const proposals = await workspace.proposals.list();
  const id = resolveId({
    noun: 'proposal',
    ids: proposals.map((one) => one.id),
    text: call.words[0] ?? '',
    listedBy: 'roundsman outbox --all',
  });
  const proposal = proposals.find((one) => one.id === id);
  if (proposal === undefined) return 3;
  if (call.json) {
    writeJson(call.terminal, toOutboxView(proposal));
    return 0;
  }
  const { decision, payload } = proposal;
  const page = openPage(call.terminal);
  page.fields([
    ['proposal', proposal.id],
    ['state', proposal.state],
    ['what', `${proposal.type} ${payload.key}`],
    ['title', payload.title],
    ['run', `${proposal.run} of ${proposal.routine}`],
    ['since', relativeTime(proposal.createdAt, call.clock.now())],
    ['findings', payload.findings.length === 0 ? null : String(payload.findings.length)],
    ['duplicates', proposal.duplicates.join(', ')],
    [
      'decided',
      decision === null
        ? null
        : `${proposal.state} by ${decision.by}, ${relativeTime(decision.at, call.clock.now())}`,
    ],
    ['reason', decision?.reason ?? null],
    ['content', proposal.hash],
  ]);
  if (payload.body !== '') {
    page.line();
    page.fields([['body', payload.body]]);
  }
  return 0;
}
