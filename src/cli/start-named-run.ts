/** From the words of `run` to a run that is on its way. */
import type { RunHandle, Workspace } from '../app/contract.ts';
import { loadRoutine } from '../app/load-routine.ts';
import { openWorkspace } from '../app/open-workspace.ts';
import { startRun } from '../app/start-run.ts';
import type { Problem } from '../domain/problem.ts';
import { plural } from '../domain/text.ts';
import type { CommandCall } from './command.ts';

export interface StartedRun {
  readonly workspace: Workspace;
  readonly handle: RunHandle;
}

export async function startNamedRun(call: CommandCall): Promise<StartedRun> {
  const workspace = await openWorkspace(call);
  const loaded = await loadRoutine(workspace, {
    id: call.words[0] ?? '',
    overrides: call.options.list('set'),
  });
  const { warnings, ...definition } = loaded;
  const { routine } = definition;
  if (!routine.enabled && !call.json) {
    call.terminal.err(
      `note: ${routine.id} is \`enabled: false\`; run by hand it runs all the same\n`,
    );
  }
  if (warnings.length > 0 && !call.json) call.terminal.err(`note: ${warningNote(warnings)}\n`);
  const { supervisor } = call;
  const request = { workspace, ...definition, ...(supervisor === null ? {} : { supervisor }) };
  return { workspace, handle: await startRun(request) };
}

/** One line: the first of them, and where to read the rest with what to write instead. */
function warningNote([first, ...others]: readonly Problem[]): string {
  const more = others.length === 0 ? '' : `, and ${plural(others.length, 'more warning')}`;
  return `${first?.message ?? ''}${more}: roundsman validate`;
}
