/** Removes a routine, after saying what goes and what stays. */
import { setRunsAside } from '../../inbox/aside-runs.ts';
import type { InboxEntry } from '../../inbox/inbox-entry.ts';
import { inbox } from '../../inbox/inbox.ts';
import { pokeDaemon } from '../../scheduler/ask-daemon.ts';
import { planRemoval, removeRoutine, type Removal } from '../../scheduler/remove-routine.ts';
import { AppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { canAsk, confirm } from '../confirm.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function removeCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const removal = await planRemoval(workspace, call.words[0] ?? '');
  await agree(call, removal);
  const stands = await removeRoutine(workspace, removal);
  await pokeDaemon(workspace);
  const { id, file, isCommitted } = removal;
  const failed = await failedRuns(workspace, id);
  if (failed.length > 0) await setRunsAside(workspace, failed, { by: call.actor, until: null });
  if (call.json) {
    writeJson(call.terminal, { ...removal, paused: stands !== null });
    return 0;
  }
  const page = openPage(call.terminal);
  page.line(`removed ${file}; its runs, reports, findings and branches are kept`);
  if (stands !== null)
    page.line(`${stands} still has it: ${id} is paused. Next: commit the removal`);
  if (isCommitted) {
    const resume = stands === null ? '' : ` && roundsman resume ${id}`;
    page.line(`Bring it back: git restore ${file}${resume}`);
  }
  return 0;
}

/** They cannot be run again, and ask for nothing any more. */
async function failedRuns(workspace: Workspace, routine: string): Promise<readonly InboxEntry[]> {
  const all = { kinds: ['failed-run'], limit: Infinity, look: null } as const;
  const { entries } = await inbox(workspace, all);
  return entries.filter((entry) => entry.routine === routine);
}

async function agree(call: CommandCall, { id, file, isCommitted }: Removal): Promise<void> {
  if (call.options.flag('yes')) return;
  const lost = isCommitted ? '' : ' Its text is not committed, and is lost.';
  if (!call.json && canAsk(call.terminal)) {
    call.terminal.err(
      `This deletes ${file}.${lost} Runs, reports, findings and branches are kept.\n`,
    );
    if (await confirm(call.terminal, `Remove ${id}?`)) return;
    throw new AppError('refused', { code: 'declined', message: 'nothing was removed', hint: '' });
  }
  throw new AppError('refused', {
    code: 'not-agreed',
    message: `nothing was removed: there is no terminal to ask on.${lost}`,
    hint: `Confirm it: roundsman remove ${id} --yes   Only stop its schedule: roundsman pause ${id}`,
  });
}
