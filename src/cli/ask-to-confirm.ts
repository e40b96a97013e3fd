/** The question before something runs that is checked out and not active: asked once for each content, as `enable` asks. */
import type { ArmedPart } from '../routines/armed-settings.ts';
import { describeActivation } from '../routines/enable/describe-activation.ts';
import type { LoadedRoutine, RoutineRequest } from '../routines/load-routine.ts';
import { confirmParts, trustedSettings } from '../routines/trust/trusted-settings.ts';
import { inspectToRun, loadToRun, notConfirmed } from '../runtime/load-to-run.ts';
import { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { CommandCall } from './command.ts';
import { canAsk, confirm } from './confirm.ts';
import { activationFields } from './output/activation-view.ts';

/** Throws like `loadToRun`; on a terminal it asks before. */
export async function loadConfirmed(
  call: CommandCall,
  workspace: Workspace,
  { command, ...request }: RoutineRequest & { readonly command: 'brief' | 'run' },
): Promise<LoadedRoutine> {
  const { loaded, unconfirmed } = await inspectToRun(workspace, request);
  if (unconfirmed.length === 0) return loaded;
  const { id } = loaded.routine;
  if (!(await askToConfirm(call, workspace, { unconfirmed, routine: id })))
    throw notConfirmed(unconfirmed, `${command} ${id}`);
  // What changed since it was shown is not confirmed.
  return loadToRun(workspace, request);
}

export interface Question {
  readonly unconfirmed: readonly ArmedPart[];
  /** That is to run; `null`: none is. */
  readonly routine: string | null;
}

/** False when no user can be asked. Throws `refused` for a no. */
export async function askToConfirm(
  call: CommandCall,
  workspace: Workspace,
  { unconfirmed, routine }: Question,
): Promise<boolean> {
  if (!call.options.flag('yes')) {
    if (call.json || !canAsk(call.terminal)) return false;
    for (const line of await linesOf(workspace, { unconfirmed, routine }))
      call.terminal.err(`${line}\n`);
    if (!(await confirm(call.terminal, 'Use them?'))) throw declined();
  }
  await confirmParts(workspace, unconfirmed);
  return true;
}

/** Nothing of it is cut: what is cut off might be what matters. */
async function linesOf(
  workspace: Workspace,
  { unconfirmed, routine }: Question,
): Promise<readonly string[]> {
  const lines = ['These settings differ from the default branch:'];
  for (const { key, content } of unconfirmed) {
    if (routine === null || !key.startsWith('routines/')) {
      lines.push(`  ${whole(key)}: ${whole(content)}`);
      continue;
    }
    lines.push(`  ${whole(key)}`);
    for (const [label, value] of activationFields(await describeActivation(workspace, routine)))
      if (value !== null) lines.push(`    ${label}: ${value.replaceAll('\n', '\n      ')}`);
  }
  return lines;
}

function whole(text: string): string {
  return oneLine(text, Number.MAX_SAFE_INTEGER);
}

function declined(): AppError {
  return new AppError('refused', {
    code: 'declined',
    message: 'it was not confirmed, and nothing was started',
    hint: '',
  });
}

// Settings of `review` that start programs: asked about before a command uses those of the working tree.
export interface NeededSetting {
  readonly key: 'review.checks' | 'review.judge' | 'review.editor';
  /** The verb of `review` that uses it. */
  readonly verb: string;
}

/** Throws `refused` where it is not confirmed, and `invalid-definition` where roundsman.yaml is broken. */
export async function requireReviewSetting(
  call: CommandCall,
  workspace: Workspace,
  { key, verb }: NeededSetting,
): Promise<void> {
  const all = (await trustedSettings(workspace)).unconfirmed;
  const unconfirmed = all.filter((part) => part.key === key);
  if (unconfirmed.length === 0) return;
  if (!(await askToConfirm(call, workspace, { unconfirmed, routine: null })))
    throw notConfirmed(unconfirmed, `review ${verb} ${call.words.join(' ')}`);
}
