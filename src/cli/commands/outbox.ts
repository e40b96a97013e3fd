import { fingerprintsOf } from '../../ledger/finding-verdict.ts';
import { isWaiting } from '../../ledger/proposal-rules.ts';
import { shortIdOf } from '../../words/ids.ts';
import { relativeTime } from '../../words/local-time.ts';
import type { Proposal } from '../../words/proposal.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { toOutboxView } from '../output/outbox-view.ts';
import { openPage } from '../output/page.ts';
import type { StyleName } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

export async function outboxCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const every = await workspace.proposals.list();
  const proposals = call.options.flag('all') ? every : every.filter((one) => isWaiting(one.state));
  if (call.json) {
    writeJson(call.terminal, proposals.map(toOutboxView));
    return 0;
  }
  const page = openPage(call.terminal);
  if (proposals.length === 0) {
    page.line(
      every.length === 0
        ? 'No requests yet: no run has asked for anything.'
        : 'Nothing waits. `roundsman requests --all` shows what was decided.',
    );
    return 0;
  }
  page.table(outboxColumns(call.clock.now()), proposals);
  const first = proposals.find((one) => one.state === 'held');
  if (first !== undefined) {
    page.line();
    page.line(`Look: roundsman requests show ${first.id}`);
    page.line(
      `Then: roundsman approve ${first.id}   or all of a run: --all ${shortIdOf(first.run)}`,
    );
    const shown = await countShownAsFindings(workspace, proposals);
    if (shown > 0)
      page.line(
        `The inbox shows ${shown} of them as findings: accepting one approves its request.`,
      );
  }
  const undone = proposals.filter(({ state }) => state === 'failed' || state === 'approved');
  if (undone.length > 0) {
    page.line();
    page.line(`Approved and not done: ${undone.length}. Try again: roundsman requests retry`);
  }
  return 0;
}

/** They wait there with what they are for. */
async function countShownAsFindings(
  { findings }: Workspace,
  proposals: readonly Proposal[],
): Promise<number> {
  const open = (await findings.listAll()).filter(
    ({ verdict, state }) => verdict === null && state !== 'resolved',
  );
  const names = new Set(open.flatMap(fingerprintsOf));
  return proposals.filter(
    (one) =>
      one.state === 'held' &&
      one.type === 'file-item' &&
      one.payload.findings.some((name) => names.has(name)),
  ).length;
}

function outboxColumns(now: Date): readonly Column<Proposal>[] {
  return [
    { title: 'request', text: (one) => one.id },
    { title: 'state', text: (one) => one.state, style: (one) => stateStyle(one) },
    { title: 'what', text: (one) => one.type },
    { title: 'summary', text: (one) => one.summary, shrinkTo: 20 },
    { title: 'routine', text: (one) => one.routine, shrinkTo: 8 },
    { title: 'since', text: (one) => relativeTime(one.createdAt, now) },
  ];
}

function stateStyle(proposal: Proposal): StyleName | null {
  switch (proposal.state) {
    case 'held':
    case 'staged':
    case 'approved':
      return 'warn';
    case 'applied':
      return 'good';
    case 'declined':
      return 'faint';
    case 'refused':
    case 'failed':
      return 'bad';
  }
}
