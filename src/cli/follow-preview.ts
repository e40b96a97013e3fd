/** Waiting for a preview: what it does stands in one redrawn line, and Ctrl-C takes all of it back. */
import type { Workspace } from '../app/contract.ts';
import { previewRoutine, type Preview, type PreviewSubject } from '../app/preview-brief.ts';
import { onSignals } from '../platform/signals.ts';
import type { CommandCall } from './command.ts';
import { openProgress } from './output/progress-writer.ts';

export async function watchPreview(
  { terminal, clock, options }: Pick<CommandCall, 'terminal' | 'clock' | 'options'>,
  workspace: Workspace,
  request: PreviewSubject,
): Promise<Preview> {
  const progress = openProgress({ terminal, clock, verbose: options.flag('verbose') });
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  const unlisten = onSignals({ SIGINT: abort, SIGTERM: abort, SIGHUP: abort });
  try {
    return await previewRoutine(workspace, {
      ...request,
      signal: stop.signal,
      progress: (step, text) => {
        const at = clock.now().toISOString();
        if (text === '') progress.show({ kind: 'step', at, step, phase: 'begun' });
        else progress.show({ kind: 'progress', at, text });
      },
    });
  } finally {
    unlisten();
    progress.close();
  }
}
