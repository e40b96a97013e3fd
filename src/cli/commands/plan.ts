import { findItem } from '../../context/items/update-item.ts';
import type { PlanOverlap } from '../../ledger/item-plan.ts';
import {
  planSituation,
  planToDecide,
  type PlanView,
  showPlan,
} from '../../runtime/plans/current-plan.ts';
import { startPlan } from '../../runtime/plans/start-plan.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { ItemPlan } from '../../words/item.ts';
import { exitCodeOfRun } from '../../words/run-outcome.ts';
import { oneLine, plural, stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { followRun } from '../follow-run.ts';
import { openPage, type Page } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

/** The plan as a person decides on it. All words of it are hostile. */
function writePlan(page: Page, plan: PlanView): void {
  const by = plan.run === null ? 'by where its findings are' : `by ${plan.engine}`;
  const state = plan.state === 'proposed' ? '' : `, ${plan.state}`;
  page.line(
    `Plan of ${page.paint('strong', plan.item)}, ${by}: ${plural(plan.tasks.length, 'sub-item')}${state}`,
  );
  for (const task of plan.tasks) {
    page.line();
    const made = task.made === null ? '' : `  ${page.paint('good', task.made)}`;
    page.line(`${page.paint('strong', `${task.number}.`)} ${oneLine(task.title, 200)}${made}`);
    page.fields([
      ['   files', task.files.map((file) => oneLine(file, 200)).join(', ')],
      ['   after', task.dependsOn.join(', ')],
      ['   what', firstLines(task.body)],
    ]);
  }
  writeList(page, 'Overlaps', plan.overlaps.map(overlapWords));
  writeList(page, 'Left out', plan.problems);
  if (plan.state !== 'proposed') return;
  page.line();
  page.line(
    `Take it: roundsman plan accept ${plan.item}   some of it: … ${plan.item} 1 2   with runs: --run <routine>`,
  );
  page.line(`Or not: roundsman plan decline ${plan.item}`);
}

const BODY_LINES = 6;

function firstLines(body: string): string {
  const lines = stripControls(body).trim().split('\n');
  const shown = lines.slice(0, BODY_LINES).map((line) => oneLine(line, 300));
  return [...shown, ...(lines.length > BODY_LINES ? ['…'] : [])].join('\n');
}

function writeList(page: Page, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  page.line();
  page.line(page.paint('strong', title));
  for (const line of lines.slice(0, 40)) page.line(`  ${oneLine(line, 300)}`);
  if (lines.length > 40) page.line(`  … and ${lines.length - 40} more: --json`);
}

function overlapWords({ task, with: other, ours, theirs }: PlanOverlap): string {
  const name =
    other.kind === 'task' ? `${other.number}` : other.kind === 'branch' ? other.name : other.key;
  const where = ours === theirs ? ours : `${ours} and ${theirs}`;
  return `${task} and ${name} touch the same files: ${where}`;
}

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
