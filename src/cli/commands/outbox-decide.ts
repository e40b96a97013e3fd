import { findProposal } from '../../connections/requests/decide-proposals.ts';
import { decideRequests } from '../../inbox/decisions/decide.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { Command, CommandCall } from '../command.ts';
import { neededReason } from '../confirm.ts';
import { requireNamedOrAll } from '../named-routines.ts';
import { toOutboxView } from '../output/outbox-view.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export const outboxApproveCommand: Command = (call) => decide(call, 'approve');

export const outboxDeclineCommand: Command = (call) => decide(call, 'decline');

export const outboxRetryCommand: Command = (call) => decide(call, 'retry');

/** 1 when something that was approved could not be done. */
async function decide(call: CommandCall, kind: 'approve' | 'decline' | 'retry'): Promise<number> {
  if (kind !== 'retry') requireNamedOrAll(call, { noun: 'request', example: `${kind} P-4k2v9x-1` });
  const workspace = await openWorkspace(call);
  const decided = await decideRequests(workspace, {
    words: call.words,
    wholeRuns: call.options.flag('all'),
    kind,
    reason: kind === 'decline' ? await neededReason(call) : (call.options.text('reason') ?? ''),
    by: call.actor,
    ...(await seenBy(call, workspace)),
  });
  const exitCode = decided.some(({ state }) => state === 'failed') ? 1 : 0;
  if (call.json) {
    writeJson(call.terminal, decided.map(toOutboxView));
    return exitCode;
  }
  const page = openPage(call.terminal);
  if (decided.length === 0)
    page.line(
      kind === 'retry'
        ? 'Nothing to try again.'
        : 'Nothing was approved: what waits belongs to snoozed findings.',
    );
  for (const one of decided) {
    page.line(`${one.state} ${one.id}  ${oneLine(one.summary, 120)}`);
    const outcome = one.applying?.outcome ?? '';
    if (outcome !== '') page.line(`  ${oneLine(outcome, 500)}`);
    if (one.state === 'failed')
      page.line(
        one.applying?.asks === true
          ? `  Do it all the same: roundsman approve ${one.id}`
          : `  Try again: roundsman requests retry ${one.id}`,
      );
  }
  return exitCode;
}

/** A hash says of one proposal what it is to be. */
async function seenBy(
  call: CommandCall,
  workspace: Awaited<ReturnType<typeof openWorkspace>>,
): Promise<{ readonly seen?: Readonly<Record<string, string>> }> {
  const hash = call.options.text('hash');
  if (hash === null) return {};
  const [word, ...more] = call.words;
  if (word === undefined || more.length > 0 || call.options.flag('all')) {
    throw new AppError('usage', {
      code: 'hash-of-several',
      message: '--hash belongs to one request, and you named several',
      hint: 'Approve it by itself.',
    });
  }
  const { id } = findProposal(await workspace.proposals.list(), word);
  return { seen: { [id]: hash } };
}
