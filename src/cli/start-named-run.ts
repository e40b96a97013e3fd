/** From the words of `run` to a run that is on its way, or to a slot in the queue. */
import type { ForItem } from '../context/items/item-for-run.ts';
import { inputRules, readInputs } from '../routines/inputs.ts';
import type { Problem } from '../routines/rules/problem.ts';
import { startRun } from '../runtime/start-run.ts';
import { AppError } from '../words/errors.ts';
import type { Routine } from '../words/routine.ts';
import type { Handover } from '../words/session.ts';
import type { SlotRecord } from '../words/slot.ts';
import { plural } from '../words/text.ts';
import type { RunHandle, Workspace } from '../workspace/contract.ts';
import { openWorkspace } from '../workspace/open-workspace.ts';
import { loadConfirmed } from './ask-to-confirm.ts';
import type { CommandCall } from './command.ts';

export type NamedRun =
  | { readonly kind: 'started'; readonly workspace: Workspace; readonly handle: RunHandle }
  | { readonly kind: 'queued'; readonly workspace: Workspace; readonly record: SlotRecord };

export async function startNamedRun(call: CommandCall): Promise<NamedRun> {
  const { options } = call;
  const [queue, anyway] = [options.flag('queue'), options.flag('anyway')];
  if (queue) refuseBesideQueue(options);
  const workspace = await openWorkspace(call);
  const loaded = await loadConfirmed(call, workspace, {
    command: 'run',
    id: call.words[0] ?? '',
    overrides: options.list('set'),
  });
  const { warnings, ...definition } = loaded;
  const { routine } = definition;
  const inputs = readInputs(inputRules(routine.triggers), options.list('input'));
  if (!routine.enabled && !call.json) {
    call.terminal.err(
      `note: ${routine.id} is \`enabled: false\`; run by hand it runs all the same\n`,
    );
  }
  if (warnings.length > 0 && !call.json) call.terminal.err(`note: ${warningNote(warnings)}\n`);
  const forItem = await itemOf(options, workspace);
  const { supervisor } = call;
  const handover = await handoverOf(call, { workspace, routine });
  if (queue) {
    supervisor?.dismiss();
    const { queueRun } = await import('../scheduler/queue-run.ts');
    const record = await queueRun({ workspace, ...definition, inputs, handover, ...forItem });
    return { kind: 'queued', workspace, record };
  }
  const warm = supervisor === null ? {} : { supervisor };
  const handle = await startRun({
    workspace,
    ...definition,
    inputs,
    handover,
    ...forItem,
    ...warm,
    anyway,
  });
  return { kind: 'started', workspace, handle };
}

/** Made before anything is admitted: an id that means nothing leaves no run. */
async function handoverOf(
  { options }: CommandCall,
  { workspace, routine }: { readonly workspace: Workspace; readonly routine: Routine },
): Promise<Handover | null> {
  const session = options.text('with');
  if (session === null) return null;
  const { engine } = routine.agent;
  if (engine === 'builtin') {
    throw new AppError('refused', {
      code: 'builtin-reads-nothing',
      message: `${routine.id} works with the built-in engine, which cannot continue with a session`,
      hint: `Give it an engine for this run: roundsman run ${routine.id} --with … --set agent.engine=claude`,
    });
  }
  const { takeOver } = await import('../context/sessions/hand-off.ts');
  return takeOver(workspace, session, engine);
}

async function itemOf(
  options: CommandCall['options'],
  workspace: Workspace,
): Promise<Partial<ForItem>> {
  const item = options.text('item');
  if (item === null) return {};
  const { itemForRun } = await import('../context/items/item-for-run.ts');
  return itemForRun(workspace, item);
}

/** A slot is pinned to a definition in a file, and starts unattended. */
function refuseBesideQueue(options: CommandCall['options']): void {
  const other = ['anyway', 'detach'].find((name) => options.flag(name));
  const refused = options.list('set').length > 0 ? 'set' : other;
  if (refused === undefined) return;
  throw new AppError('usage', {
    code: 'usage',
    message: `--queue and --${refused} exclude each other`,
    hint:
      refused === 'set'
        ? 'What waits in the queue has the definition of its file. Without --queue it starts now.'
        : 'With --queue it waits for its turn; without, it starts now.',
  });
}

/** One line: the first of them, and where to read the rest with what to write instead. */
function warningNote([first, ...others]: readonly Problem[]): string {
  const more = others.length === 0 ? '' : `, and ${plural(others.length, 'more warning')}`;
  return `${first?.message ?? ''}${more}: roundsman validate`;
}
