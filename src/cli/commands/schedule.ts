/** Sets the schedule of a routine in its file. */
import { nextOfRoutine } from '../../routines/next-slots.ts';
import { AppError } from '../../words/errors.ts';
import { localTime } from '../../words/local-time.ts';
import { oneLine } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import { changeRoutine, nextLines } from '../change-routine.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

const SHOWN = 3;

/** What else a routine starts on, by the key that says so. */
const EVENTS: readonly (readonly [form: RegExp, setting: string])[] = [
  [/\bdeploy(?:ment|ments|s)?\b/i, 'on.deployment=production'],
  [/\b(?:tags?|releases?)\b/i, "'on.git.tags=v*'"],
  [/\b(?:push(?:es)?|commits?|merges?)\b/i, 'on.git.branches=main'],
  [/\bwebhooks?\b/i, "'on.webhook={ … }' (docs/triggers.md)"],
];

function noTime(id: string, text: string, setting: string): AppError {
  return new AppError('usage', {
    code: 'no-time',
    message: `nothing was changed: "${oneLine(text, 80)}" is no time`,
    hint: `Start it on that: roundsman edit ${oneLine(id, 80)} --set ${setting}`,
  });
}

export async function scheduleCommand(call: CommandCall): Promise<number> {
  const [id = '', ...words] = call.words;
  if (words.length === 0) {
    const { nextCommand } = await import('./next.ts');
    return nextCommand({ ...call, words: [id] });
  }
  const event = EVENTS.find(([form]) => form.test(words.join(' ')));
  if (event !== undefined) throw noTime(id, words.join(' '), event[1]);
  const workspace = await openWorkspace(call);
  const { editSchedule } = await import('../../routines/edit-schedule.ts');
  const { file, was, schedule } = await changeRoutine(workspace, id, (text) =>
    editSchedule(text, words.join(' ')),
  );
  const from = call.clock.now();
  const { slots, active, enabled } = await nextOfRoutine(workspace, { id, from, count: SHOWN });
  if (call.json) {
    writeJson(call.terminal, {
      id,
      file,
      was,
      schedule,
      active,
      next: slots.map(({ instant }) => instant),
    });
    return 0;
  }
  const page = openPage(call.terminal);
  page.line(`${file}: ${was === null ? '' : `${was} → `}${oneLine(schedule, 200)}`);
  page.fields([
    ['next', slots.map(({ instant, timezone }) => localTime(instant, timezone)).join('\n')],
  ]);
  if (!enabled) page.line('It is `enabled: false`: it does not start by itself.');
  if (active !== 'same') for (const line of nextLines(id, file)) page.line(line);
  return 0;
}
