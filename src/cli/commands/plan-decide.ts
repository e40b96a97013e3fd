import { loadToRun } from '../../runtime/load-to-run.ts';
import { acceptPlan, declinePlan } from '../../runtime/plans/accept-plan.ts';
import { showPlan } from '../../runtime/plans/current-plan.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { Command } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';
import { notifyDaemon } from '../tell-queued.ts';

export const planAcceptCommand: Command = async (call) => {
  const [item = '', ...numbers] = call.words;
  const chosen = numbers.map(readNumber);
  const id = call.options.text('run');
  const workspace = await openWorkspace(call);
  const routine = id === null ? null : await loadToRun(workspace, { id, overrides: [] });
  const accepted = await acceptPlan(workspace, { item, numbers: chosen, routine });
  const { plan, made, queued, waiting } = accepted;
  const daemon = await notifyDaemon(call, workspace, queued.length);
  if (call.json) {
    const view = await showPlan(workspace, plan);
    writeJson(call.terminal, { ...view, accepted: made, queued, waiting, daemon });
    return 0;
  }
  const page = openPage(call.terminal);
  if (made.length === 0) {
    page.line(`All of that was accepted before. See it: roundsman items show ${plan.item}`);
    return 0;
  }
  for (const task of plan.tasks) {
    if (task.made === null || !made.includes(task.made)) continue;
    const run = queued.includes(task.made) ? `  run of ${id ?? ''} queued` : '';
    page.line(`made ${task.made}  ${oneLine(task.title, 120)}${run}`);
  }
  if (waiting.length > 0) {
    const [first = ''] = waiting;
    page.line(
      `No run yet for ${waiting.join(', ')}: ${waiting.length === 1 ? 'it waits' : 'they wait'} for others. Then: roundsman run ${id ?? ''} --item ${first}`,
    );
  }
  const left = plan.tasks.filter((task) => task.made === null).length;
  if (left > 0)
    page.line(`${plural(left, 'sub-item')} of the plan left: roundsman plan ${plan.item} --show`);
  return 0;
};

export const planDeclineCommand: Command = async (call) => {
  const workspace = await openWorkspace(call);
  const plan = await declinePlan(workspace, call.words[0] ?? '', call.options.text('reason') ?? '');
  if (call.json) writeJson(call.terminal, plan);
  else openPage(call.terminal).line(`declined the plan of ${plan.item}`);
  return 0;
};

function readNumber(text: string): number {
  if (/^[1-9][0-9]{0,2}$/.test(text)) return Number(text);
  throw new AppError('usage', {
    code: 'bad-number',
    message: `"${oneLine(text, 40)}" is not the number of a sub-item`,
    hint: 'Write the item, then numbers of the plan: roundsman plan accept RM-3 1 2',
  });
}
