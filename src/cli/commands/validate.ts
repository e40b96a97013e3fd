import { join, resolve } from 'node:path';

import { inspectPath } from '../../platform/files.ts';
import { resolveRoutine } from '../../routines/resolve-routine.ts';
import { validateDefinitions, type Validation } from '../../routines/validate-definitions.ts';
import { isRoutineId } from '../../words/ids.ts';
import { plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function validateCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const routine = call.options.text('resolved');
  if (routine !== null) {
    const resolved = await resolveRoutine(workspace, routine);
    if (call.json) writeJson(call.terminal, resolved);
    else call.terminal.out(resolved.text);
    return 0;
  }
  const files = await Promise.all(call.words.map((word) => fileOf(word, call.folder, workspace)));
  const result = await validateDefinitions(workspace, files, async (one) => {
    const { idlePatterns } = await import('../../daemon/rehearse/idle-patterns.ts');
    return idlePatterns(workspace, one);
  });
  if (call.json) {
    writeJson(call.terminal, { ok: result.ok, problems: result.problems });
    return result.ok ? 0 : 2;
  }
  const page = openPage(call.terminal);
  for (const { file, line, column, message, hint, severity } of result.problems) {
    const warning = severity === 'warning' ? 'warning: ' : '';
    page.fields([[`${file}:${line}:${column}`, `${warning}${message}`]]);
    if (hint !== '') page.line(`  ${page.paint('faint', `hint: ${hint}`)}`);
  }
  page.line(summary(result));
  return result.ok ? 0 : 2;
}

/** A path; or, where there is no such file, the id of a routine. */
async function fileOf(word: string, folder: string, { location }: Workspace): Promise<string> {
  const path = resolve(folder, word);
  if (!isRoutineId(word) || (await inspectPath(path)) !== null) return path;
  for (const ending of ['yaml', 'yml']) {
    const named = join(location.root, 'routines', `${word}.${ending}`);
    if ((await inspectPath(named)) !== null) return named;
  }
  return path;
}

/** `3 files: no problems, 1 warning`, `2 problems and 1 warning in 3 files`. */
function summary({ ok, files, problems }: Validation): string {
  const warned = problems.filter(({ severity }) => severity === 'warning').length;
  const warnings = warned === 0 ? '' : plural(warned, 'warning');
  const counted = plural(files, 'file');
  if (ok) return `${counted}: no problems${warnings === '' ? '' : `, ${warnings}`}`;
  const errors = plural(problems.length - warned, 'problem');
  return `${errors}${warnings === '' ? '' : ` and ${warnings}`} in ${counted}`;
}
