import { nextOfCron, nextOfRoutine } from '../../app/next-slots.ts';
import { openWorkspace } from '../../app/open-workspace.ts';
import { AppError } from '../../domain/errors.ts';
import { hostTimezone } from '../../platform/environment.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { localTime, relativeTime } from '../output/relative-time.ts';
import { writeJson } from '../output/write-json.ts';
import { readCount } from '../read-count.ts';

export async function nextCommand(call: CommandCall): Promise<number> {
  const count = readCount(call.options, { name: 'count', byDefault: 5, most: 1_000 });
  const from = readInstant(call);
  const cron = call.options.text('cron');
  const routine = call.words[0];
  if ((cron === null) === (routine === undefined)) {
    throw usage('give either a routine or --cron', 'For example: roundsman next todo-sweep');
  }
  const zone = call.options.text('timezone');
  if (zone !== null && cron === null) {
    throw usage('--timezone goes with --cron only', 'A routine says its zone itself.');
  }
  const slots =
    cron === null
      ? await nextOfRoutine(await openWorkspace(call), { id: routine ?? '', from, count })
      : await nextOfCron({ expression: cron, timezone: zone ?? hostTimezone(), from, count });
  if (call.json) {
    writeJson(
      call.terminal,
      slots.map((slot) => slot.instant),
    );
    return 0;
  }
  const page = openPage(call.terminal);
  if (slots.length === 0) {
    page.line(
      routine === undefined
        ? 'No slot in sight: this line never comes true.'
        : `${routine} has no schedule ahead: it runs by hand, with \`roundsman run ${routine}\`.`,
    );
    return 0;
  }
  const now = call.clock.now();
  page.table(
    [
      { title: 'local', text: (slot) => localTime(slot.instant, slot.timezone) },
      { title: 'utc', text: (slot) => slot.instant },
      { title: 'when', text: (slot) => relativeTime(slot.instant, now) },
    ],
    slots,
  );
  return 0;
}

function readInstant(call: CommandCall): Date {
  const text = call.options.text('from');
  if (text === null) return call.clock.now();
  const instant = new Date(text);
  if (/^[0-9]{4}-/.test(text) && !Number.isNaN(instant.getTime())) return instant;
  throw usage(`--from ${text} is not an instant`, 'Write it as in 2026-12-01T09:00:00Z.');
}

function usage(message: string, hint: string): AppError {
  return new AppError('usage', { code: 'usage', message, hint });
}
