import { findRun } from '../../routines/find-run.ts';
import { replayRun } from '../../runtime/replay-run.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { CommandCall } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { stayWithRun } from '../stay-with-run.ts';

export async function replayCommand(call: CommandCall): Promise<number> {
  const { options } = call;
  const same = options.flag('same');
  const overrides = options.list('set');
  if (same && overrides.length > 0) {
    throw new AppError('usage', {
      code: 'usage',
      message: '--same and --set exclude each other',
      hint: '--same takes the definition that the run had; --set changes the one of today.',
    });
  }
  const workspace = await openAttended(call);
  const run = await findRun(workspace, call.words[0] ?? null);
  const handle = await replayRun({
    workspace,
    run: run.id,
    same,
    overrides,
    anyway: options.flag('anyway'),
    ...(call.supervisor === null ? {} : { supervisor: call.supervisor }),
  });
  if (!call.json) {
    const definition = same ? 'the definition that it had' : 'the definition of today';
    call.terminal.err(
      `note: repeats run ${shortIdOf(run.id)} from its base and window, with ${definition}; later runs ignore it\n`,
    );
  }
  return stayWithRun(call, workspace, handle);
}
