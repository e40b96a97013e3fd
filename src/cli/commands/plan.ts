import { findItem } from '../../context/items/find-item.ts';
import { planSituation, planToDecide } from '../../runtime/plans/current-plan.ts';
import { showPlan } from '../../runtime/plans/show-plan.ts';
import { startPlan } from '../../runtime/plans/start-plan.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { ItemPlan } from '../../words/item-plan.ts';
import { exitCodeOfRun } from '../../words/run-outcome.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { followRun } from '../follow-run.ts';
import { openPage } from '../output/page.ts';
import { writePlan } from '../output/plan-view.ts';
import { writeJson } from '../output/write-json.ts';

export async function planCommand(call: CommandCall): Promise<number> {
  const { options } = call;
  const text = call.words[0] ?? '';
  const workspace = await openWorkspace(call);
  if (options.flag('show')) {
    call.supervisor?.dismiss();
    return showStanding(call, workspace, text);
  }
  const started = await startPlan(workspace, {
    item: text,
    engine: options.text('engine'),
    overrides: options.list('set'),
    again: options.flag('again'),
    supervisor: call.supervisor,
  });
  if (started.kind === 'made') return tell(call, workspace, started.plan);
  const { handle, item } = started;
  if (options.flag('detach')) {
    if (call.json) writeJson(call.terminal, { run: handle.id, item: item.key });
    else
      openPage(call.terminal).line(
        `Run ${shortIdOf(handle.id)} makes the plan. See it then: roundsman plan ${item.key} --show`,
      );
    return 0;
  }
  const followed = await followRun(handle, { ...call, verbose: options.flag('verbose') });
  if (followed.kind === 'left') return 1;
  if (followed.run.state !== 'ended') return exitCodeOfRun(followed.run);
  return tell(call, workspace, await planToDecide(workspace, item.key));
}

/** The one to decide on, else the newest there was. */
async function showStanding(
  call: CommandCall,
  workspace: Workspace,
  text: string,
): Promise<number> {
  const { key } = await findItem(workspace, text);
  const { plan, planning, failed } = await planSituation(workspace, key);
  if (planning !== null && !call.json) {
    const id = shortIdOf(planning);
    call.terminal.err(`note: run ${id} is at a plan of ${key}: roundsman logs ${id} -f\n`);
  }
  if (plan !== null) return tell(call, workspace, plan);
  if (failed !== null) throw failed;
  throw new AppError('not-found', {
    code: 'no-plan',
    message: planning === null ? `there is no plan of ${key}` : `there is no plan of ${key} yet`,
    hint: planning === null ? `Have one made: roundsman plan ${key}` : '',
  });
}

async function tell(call: CommandCall, workspace: Workspace, plan: ItemPlan): Promise<number> {
  const view = await showPlan(workspace, plan);
  if (call.json) writeJson(call.terminal, view);
  else writePlan(openPage(call.terminal), view);
  return 0;
}
