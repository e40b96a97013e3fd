/** Sets what starts a routine in its file: times, or an event. */
import { join } from 'node:path';

import { readCatalog } from '../../routines/definitions.ts';
import type { SettingChange } from '../../routines/edit-settings.ts';
import { nextOfRoutine } from '../../routines/next-slots.ts';
import { AppError } from '../../words/errors.ts';
import { localTime } from '../../words/local-time.ts';
import { oneLine } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import { changeRoutine, nextLines } from '../change-settings.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

const SHOWN = 3;

/** What else a routine starts on, by the setting that says so; of pushes without the branch. */
const EVENTS: readonly (readonly [form: RegExp, setting: string])[] = [
  [/\bdeploy(?:ment|ments|s)?\b/i, 'on.deployment=production'],
  [/\b(?:tags?|releases?)\b/i, 'on.git.tags=v*'],
  [/\b(?:push(?:es)?|commits?|merges?)\b/i, 'on.git.branches='],
];

/** With a time in it, or for what needs more than one word, it takes a person to say what is meant. */
function eventSetting(id: string, text: string): string | null {
  const [, setting] = EVENTS.find(([form]) => form.test(text)) ?? [];
  const isWebhook = /\bwebhooks?\b/i.test(text);
  if (!isWebhook && (setting === undefined || !/\d/.test(text))) return setting ?? null;
  const line = isWebhook ? "'on.webhook={ … }' (docs/triggers.md)" : `'${withBranch(setting)}'`;
  throw new AppError('usage', {
    code: 'no-time',
    message: `nothing was changed: "${oneLine(text, 80)}" is no time`,
    hint: `Start it on that: roundsman edit ${oneLine(id, 80)} --set ${line}`,
  });
}

function withBranch(setting: string | undefined, branch: string | null = null): string {
  return `${setting ?? ''}${setting?.endsWith('=') === true ? (branch ?? 'main') : ''}`;
}

/** The times that it has stay, and are told. */
async function scheduleOnEvent(call: CommandCall, setting: string): Promise<number> {
  const [id = ''] = call.words;
  const workspace = await openWorkspace(call);
  const [{ changeSettings }, { defaultTarget }] = await Promise.all([
    import('../change-settings.ts'),
    import('../../review/default-target.ts'),
  ]);
  const settings = [withBranch(setting, await defaultTarget(workspace))];
  const { file, changed, lines } = await changeSettings(workspace, { id, settings });
  if (call.json) {
    writeJson(call.terminal, { id, file, path: join(workspace.location.root, file), changed });
    return 0;
  }
  const page = openPage(call.terminal);
  for (const line of lines) page.line(line);
  const entry = (await readCatalog(workspace)).entries.find((one) => one.id === id);
  const triggers = entry?.kind === 'routine' ? entry.routine.triggers : [];
  const [change] = changed;
  if (triggers.some(({ kind }) => kind === 'schedule') && change !== undefined)
    page.line(`It still starts at its times, too. Only on that: ${await onlyOn(id, change)}`);
  return 0;
}

/** The command that leaves no other start: `on.git.branches` as `on={git: {branches: …}}`. */
async function onlyOn(id: string, { key, now }: SettingChange): Promise<string> {
  const { yamlValue } = await import('../../routines/edit-yaml.ts');
  const inside = key
    .split('.')
    .slice(1)
    .reduceRight((text, name) => `{ ${name}: ${text} }`, yamlValue(now));
  return `roundsman edit ${id} --set 'on=${inside}'`;
}

export async function scheduleCommand(call: CommandCall): Promise<number> {
  const [id = '', ...words] = call.words;
  if (words.length === 0) {
    const { nextCommand } = await import('./next.ts');
    return nextCommand({ ...call, words: [id] });
  }
  const setting = eventSetting(id, words.join(' '));
  if (setting !== null) return scheduleOnEvent(call, setting);
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
  if (active !== 'same') for (const line of nextLines(id, file, enabled)) page.line(line);
  return 0;
}
