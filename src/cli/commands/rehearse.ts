import { openWorkspace } from '../../app/open-workspace.ts';
import type { Rehearsal, RehearsalRequest } from '../../app/rehearse/contract.ts';
import { rehearseNight } from '../../app/rehearse/rehearse-night.ts';
import { AppError } from '../../domain/errors.ts';
import { oneLine } from '../../domain/text.ts';
import { onSignals } from '../../platform/signals.ts';
import type { CommandCall } from '../command.ts';
import { openProgress } from '../output/progress-writer.ts';
import { rehearsalJson, writeRehearsal } from '../output/rehearsal.ts';
import { writeJson } from '../output/write-json.ts';
import { readCount } from '../read-count.ts';

export async function rehearseCommand(call: CommandCall): Promise<number> {
  const hours = readCount(call.options, { name: 'hours', byDefault: 24, most: 744 });
  const rehearsal = await watch(call, {
    hours,
    from: readFrom(call),
    quick: call.options.flag('quick'),
  });
  if (call.json) writeJson(call.terminal, rehearsalJson(rehearsal));
  else writeRehearsal(call, rehearsal);
  return rehearsal.ok ? 0 : 5;
}

/** Ctrl-C takes back what a preview made so far. */
async function watch(
  call: CommandCall,
  night: Pick<RehearsalRequest, 'hours' | 'from' | 'quick'>,
): Promise<Rehearsal> {
  const { terminal, clock, options } = call;
  const workspace = await openWorkspace(call);
  const progress = openProgress({ terminal, clock, verbose: options.flag('verbose') });
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  const unlisten = onSignals({ SIGINT: abort, SIGTERM: abort, SIGHUP: abort });
  try {
    return await rehearseNight(workspace, {
      ...night,
      signal: stop.signal,
      progress: (text) =>
        progress.show({ kind: 'progress', at: clock.now().toISOString(), text: oneLine(text) }),
    });
  } finally {
    unlisten();
    progress.close();
  }
}

function readFrom({ options }: CommandCall): Date | null {
  const text = options.text('from');
  if (text === null) return null;
  const instant = new Date(text);
  if (/^[0-9]{4}-/.test(text) && !Number.isNaN(instant.getTime())) return instant;
  throw new AppError('usage', {
    code: 'usage',
    message: `--from ${oneLine(text, 60)} is not an instant`,
    hint: 'Write it as in 2026-12-01T22:00:00Z.',
  });
}
