import type { RoutineDiagnosis } from '../../daemon/doctor/routine/contract.ts';
import { diagnoseRoutine } from '../../daemon/doctor/routine/diagnose-routine.ts';
import { runDoctor } from '../../daemon/doctor/run-doctor.ts';
import { oneLine } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { writeDiagnosis, writeRoutineDiagnosis } from '../output/diagnosis.ts';
import { writeJson } from '../output/write-json.ts';
import { withProgress } from '../with-progress.ts';

export async function doctorCommand(call: CommandCall): Promise<number> {
  if (call.options.flag('night')) {
    const { rehearseCommand } = await import('./rehearse.ts');
    return rehearseCommand(call);
  }
  const id = call.options.text('routine');
  if (id !== null) return doctorOfRoutine(call, id);
  const diagnosis = await runDoctor(await openWorkspace(call));
  if (call.json) writeJson(call.terminal, diagnosis);
  else writeDiagnosis(call, diagnosis);
  return diagnosis.ready ? 0 : 5;
}

async function doctorOfRoutine(call: CommandCall, id: string): Promise<number> {
  const diagnosis = await watch(call, id);
  if (call.json) writeJson(call.terminal, diagnosis);
  else writeRoutineDiagnosis(call, diagnosis);
  return diagnosis.ready ? 0 : 1;
}

/** Ctrl-C takes back what rendering the brief made so far. */
async function watch(call: CommandCall, id: string): Promise<RoutineDiagnosis> {
  const workspace = await openWorkspace(call);
  return withProgress(call, ({ signal, show, now }) =>
    diagnoseRoutine(workspace, {
      id,
      signal,
      progress: (text) => show({ kind: 'progress', at: now(), text: oneLine(text) }),
    }),
  );
}
