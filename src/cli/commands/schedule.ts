/** Sets the schedule of a routine in its file. */
import { join } from 'node:path';

import { writeText } from '../../platform/files.ts';
import {
  invalidDefinition,
  readCatalog,
  readContext,
  readSource,
} from '../../routines/definitions.ts';
import { findEntry } from '../../routines/find-routine.ts';
import { nextOfRoutine } from '../../routines/next-slots.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { localTime } from '../output/relative-time.ts';
import { writeJson } from '../output/write-json.ts';

const SHOWN = 3;

export async function scheduleCommand(call: CommandCall): Promise<number> {
  const [id = '', ...words] = call.words;
  if (words.length === 0) {
    const { nextCommand } = await import('./next.ts');
    return nextCommand({ ...call, words: [id] });
  }
  const workspace = await openWorkspace(call);
  const { file, was, schedule } = await writeSchedule(workspace, id, words.join(' '));
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
  if (active !== 'same') page.line(`Next: commit ${file}   Or use it now: roundsman enable ${id}`);
  return 0;
}

/* oxlint-disable-next-line eslint/max-params -- where, of which routine, and to what */
async function writeSchedule(
  workspace: Workspace,
  id: string,
  wanted: string,
): Promise<{ readonly file: string; readonly was: string | null; readonly schedule: string }> {
  const { file } = findEntry(await readCatalog(workspace), id);
  const { bytes } = await readSource(workspace, file);
  const [{ editSchedule }, { parseRoutine }, { readYaml }, { context }] = await Promise.all([
    import('../../routines/edit-schedule.ts'),
    import('../../routines/parse-routine.ts'),
    import('../../routines/read-yaml.ts'),
    readContext(workspace),
  ]);
  const read = readYaml(file, bytes);
  if (read.kind === 'problems') throw invalidDefinition(file, read.problems);
  const edited = editSchedule(new TextDecoder().decode(bytes), wanted);
  const after = parseRoutine({ file, bytes: new TextEncoder().encode(edited.text) }, context);
  if (after.kind === 'problems') {
    const [first] = after.problems;
    throw new AppError('usage', {
      code: first?.code ?? 'invalid-definition',
      message: `nothing was changed: ${after.problems.map(({ message }) => message).join('; ')}`,
      hint: [...new Set(after.problems.map(({ hint }) => hint))].join(' '),
    });
  }
  await writeText(join(workspace.location.root, file), edited.text);
  return { file, was: edited.was, schedule: edited.schedule };
}
