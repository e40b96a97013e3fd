import {
  describeActivations,
  type Activation,
  type Activations,
} from '../../routines/enable/describe-activation.ts';
import {
  disableRoutines,
  enableShown,
  type Disabled,
} from '../../routines/enable/enable-routine.ts';
import { changeLine } from '../../routines/enable/permission-fields.ts';
import { isPlanned, pokeDaemon } from '../../scheduler/ask-daemon.ts';
import { resumeRoutines, type ResumedRoutine } from '../../scheduler/pause-routines.ts';
import { AppError, exitCodeOf } from '../../words/errors.ts';
import { relativeTime } from '../../words/local-time.ts';
import { plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { canAsk, confirm } from '../confirm.ts';
import { chosenRoutines } from '../named-routines.ts';
import { activationFields, activationTitle } from '../output/activation-view.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';
import { formatResumed } from './resume.ts';

export async function enableCommand(call: CommandCall): Promise<number> {
  const chosen = chosenRoutines(call, 'enable');
  const workspace = await openWorkspace(call);
  if (call.options.flag('off')) return takeBack(call, workspace, chosen);
  const activations = await describeActivations(workspace, chosen);
  const wanted = activations.described.filter(({ state }) => state !== 'active');
  if (!call.json) show(call, activations);
  const isAgreed = wanted.length === 0 || (await agree(call, wanted));
  if (isAgreed) await enableShown(workspace, wanted);
  const resumed = isAgreed && chosen !== null ? await resumeNamed(workspace, chosen) : [];
  if (call.json) {
    writeJson(
      call.terminal,
      activations.described.map((one) => toView(one, isAgreed)),
    );
  }
  if (!isAgreed && call.json) return exitCodeOf('refused');
  if (!isAgreed) throw notAgreed(call);
  if (wanted.length > 0 || resumed.length > 0) await tell(call, workspace, { wanted, resumed });
  return activations.broken.length > 0 ? 2 : 0;
}

function show(call: CommandCall, { described, broken }: Activations): void {
  const page = openPage(call.terminal);
  for (const activation of described) {
    if (activation.state === 'active') {
      page.line(activationTitle(activation));
      continue;
    }
    page.line(page.paint('strong', activationTitle(activation)));
    page.fields([
      ...activationFields(activation),
      ['warning', activation.warnings.map(({ message }) => message).join('\n')],
    ]);
    if (activation.changes.length > 0) page.line('  against what is active:');
    for (const change of activation.changes) page.line(`    ${changeLine(change)}`);
    page.line();
  }
  if (described.length === 0 && broken.length === 0) {
    page.line(
      'Nothing to enable: all that is committed here is active. What starts, and when: roundsman list',
    );
  }
  for (const { id, problems } of broken) {
    call.terminal.err(
      `note: left out: ${id} (${plural(problems.length, 'problem')}: roundsman validate)\n`,
    );
  }
}

async function agree(call: CommandCall, wanted: readonly Activation[]): Promise<boolean> {
  if (call.options.flag('yes')) return true;
  if (call.json || !canAsk(call.terminal)) return false;
  const [first] = wanted;
  const what = wanted.length === 1 ? first?.id : plural(wanted.length, 'routine');
  return confirm(call.terminal, `Enable ${what}?`);
}

function notAgreed(call: CommandCall): AppError {
  if (canAsk(call.terminal)) {
    return new AppError('refused', {
      code: 'declined',
      message: 'nothing was enabled',
      hint: '',
    });
  }
  const words = call.options.flag('all') ? '--all' : call.words.join(' ');
  return new AppError('refused', {
    code: 'not-agreed',
    message: 'nothing was enabled: there is no terminal to ask on',
    hint: `Read what it may run, then confirm: roundsman enable ${words} --yes`,
  });
}

interface Enabled {
  readonly wanted: readonly Activation[];
  readonly resumed: readonly ResumedRoutine[];
}

/** `disable` pauses, so what takes it back ends the pause. */
async function resumeNamed(
  workspace: Workspace,
  ids: readonly string[],
): Promise<readonly ResumedRoutine[]> {
  const all = await resumeRoutines(workspace, ids);
  return all.filter(({ outcome }) => outcome === 'resumed');
}

async function tell(
  call: CommandCall,
  workspace: Workspace,
  { wanted, resumed }: Enabled,
): Promise<void> {
  const woken = (await pokeDaemon(workspace)) === 'woken';
  if (call.json) return;
  const page = openPage(call.terminal);
  const now = call.clock.now();
  for (const { id, next } of wanted) {
    const [first] = next;
    const when = first === undefined ? '' : `; next slot ${relativeTime(first.instant, now)}`;
    page.line(`enabled ${id}${when}`);
  }
  for (const one of resumed) page.line(formatResumed(one, now));
  if (!woken && !(await isPlanned(workspace))) {
    call.terminal.err(
      'note: no daemon runs here, so nothing starts by itself until `roundsman start`\n',
    );
  }
}

async function takeBack(
  call: CommandCall,
  workspace: Workspace,
  chosen: readonly string[] | null,
): Promise<number> {
  const taken = await disableRoutines(workspace, chosen);
  await pokeDaemon(workspace);
  if (call.json) {
    writeJson(call.terminal, taken);
    return 0;
  }
  const page = openPage(call.terminal);
  if (taken.length === 0) page.line('Nothing was enabled here.');
  for (const one of taken) page.line(takenWords(one));
  return 0;
}

function takenWords({ id, wasEnabled, active }: Disabled): string {
  if (!wasEnabled) return `${id} was not enabled here; active is the version at ${active?.from}`;
  return active === null
    ? `${id} is not active any more`
    : `${id}: active is the version at ${active.from} again`;
}

function toView(activation: Activation, isAgreed: boolean): object {
  const { next, enabled, settings: _settings, ...rest } = activation;
  return {
    ...rest,
    /** Whether it starts by itself. */
    startsByItself: enabled,
    next: next.map(({ instant }) => instant),
    enabled: isAgreed,
  };
}
