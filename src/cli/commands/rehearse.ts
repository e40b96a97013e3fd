import type { Rehearsal, RehearsalRequest } from '../../daemon/rehearse/contract.ts';
import { rehearseNight } from '../../daemon/rehearse/rehearse-night.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { rehearsalJson, writeRehearsal } from '../output/rehearsal.ts';
import { writeJson } from '../output/write-json.ts';
import { readCount } from '../read-count.ts';
import { withProgress } from '../with-progress.ts';

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
  const workspace = await openWorkspace(call);
  return withProgress(call, ({ signal, show, now }) =>
    rehearseNight(workspace, {
      ...night,
      signal,
      progress: (text) => show({ kind: 'progress', at: now(), text: oneLine(text) }),
    }),
  );
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
