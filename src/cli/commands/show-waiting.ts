/** A run that no worker has taken yet: nothing is known of it but what its slot and its place in the queue say. */
import { whyItWaits } from '../../daemon/fleet/read-fleet.ts';
import { hostTimezone } from '../../platform/environment.ts';
import type { WaitingRun } from '../../store/dispatch-port.ts';
import { shortIdOf } from '../../words/ids.ts';
import { localTime, relativeTime } from '../../words/local-time.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function showWaiting(
  call: CommandCall,
  { dispatch, slots }: Pick<Workspace, 'dispatch' | 'slots'>,
  { run, routine, key, runsOn, queuedAt }: WaitingRun,
): Promise<number> {
  const record = await slots.read(routine, key);
  const why = whyItWaits(runsOn, (await dispatch?.workers.list()) ?? []);
  if (call.json) {
    const { slot = { key }, event = null, inputs = {} } = record ?? {};
    const found = { id: run, routine, slot, event, inputs, state: 'queued', runsOn, queuedAt, why };
    writeJson(call.terminal, found);
    return 0;
  }
  const page = openPage(call.terminal);
  const zone = hostTimezone();
  const id = shortIdOf(run);
  page.line(`${page.paint('strong', routine)}  waits for a worker`);
  page.line();
  page.fields([
    ['run', run],
    [
      'slot',
      record === null
        ? key
        : `${record.slot.trigger}, for ${localTime(record.slot.scheduledFor, zone)}`,
    ],
    ['event', record?.event ? oneLine(record.event.summary) : null],
    ['queued', `${localTime(queuedAt, zone)} (${relativeTime(queuedAt, call.clock.now())})`],
    ['runs on', runsOn.map((label) => oneLine(label)).join(' ')],
    ['why', oneLine(why, 300)],
  ]);
  page.line();
  page.fields([
    ['workers', 'roundsman fleet'],
    ['cancel', `roundsman cancel ${id}`],
  ]);
  return 0;
}
