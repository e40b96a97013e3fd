/** Waiting for a preview: its steps stand in the progress line as those of a run do. */
import { previewRoutine, type Preview, type PreviewSubject } from '../runtime/preview-brief.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { CommandCall } from './command.ts';
import { withProgress } from './with-progress.ts';

export async function watchPreview(
  call: Pick<CommandCall, 'terminal' | 'clock' | 'options'>,
  workspace: Workspace,
  request: PreviewSubject,
): Promise<Preview> {
  return withProgress(call, ({ signal, show, now }) =>
    previewRoutine(workspace, {
      ...request,
      signal,
      progress: (step, text) => {
        if (text === '') show({ kind: 'step', at: now(), step, phase: 'begun' });
        else show({ kind: 'progress', at: now(), text });
      },
    }),
  );
}
