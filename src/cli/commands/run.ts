import type { CommandCall } from '../command.ts';
import { startNamedRun } from '../start-named-run.ts';

/** What is needed only once the run is on its way is loaded then: the agent waits for the rest. */
export async function runCommand(call: CommandCall): Promise<number> {
  if (call.words.length !== 1 || call.options.flag('all'))
    return (await import('../run-several.ts')).runSeveral(call, runCommand);
  if (call.options.flag('dryRun')) return (await import('./brief.ts')).briefCommand(call);
  const named = await startNamedRun(call);
  if (named.kind === 'queued') {
    const { tellQueued } = await import('../tell-queued.ts');
    return tellQueued(call, named);
  }
  const { stayWithRun } = await import('../stay-with-run.ts');
  return stayWithRun(call, named.workspace, named.handle);
}
