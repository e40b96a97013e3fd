/** Work of review that goes the way of a run: under a routine that stands in no file. */
import { runSettings } from '../routines/definition-context.ts';
import { readContext } from '../routines/definitions.ts';
import { trustedSettings } from '../routines/trust/trusted-settings.ts';
import { AppError } from '../words/errors.ts';
import type { Routine } from '../words/routine.ts';
import type { Definition, WorkspaceSettings } from '../words/run-spec.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface InternalRoutine {
  readonly routine: Routine;
  readonly definition: Definition;
  readonly settings: WorkspaceSettings;
}

/** @param id of none in `routines/`; @param text a definition, of ours but for values written as JSON */
export async function internalRoutine(
  workspace: Workspace,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<InternalRoutine> {
  const [{ parseRoutine }, { context }] = await Promise.all([
    import('../routines/parse-routine.ts'),
    readContext(workspace),
  ]);
  const file = `${id}.yaml`;
  const reading = parseRoutine({ file, bytes: new TextEncoder().encode(text) }, context);
  if (reading.kind === 'routine') {
    const { routine, hash } = reading;
    const path = `${workspace.location.root}/roundsman.yaml`;
    return {
      routine,
      definition: { path, hash, source: 'working-tree', overrides: [] },
      settings: runSettings((await trustedSettings(workspace)).config),
    };
  }
  const [first] = reading.problems;
  throw new AppError('invalid-definition', {
    code: first?.code ?? 'invalid-definition',
    message: `${id} cannot be made of what roundsman.yaml says: ${first?.message ?? ''}`,
    hint: first?.hint ?? '',
  });
}
