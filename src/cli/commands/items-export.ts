import { dirname, resolve } from 'node:path';

import {
  EXPORT_FORMATS,
  exportItems,
  type ExportFormat,
} from '../../context/items/export-items.ts';
import { listItems } from '../../context/items/list-items.ts';
import { createExclusively, inspectPath } from '../../platform/files.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function itemsExportCommand(call: CommandCall): Promise<number> {
  const { options, terminal } = call;
  const out = options.text('out');
  const format = formatOf(options.text('format'), call.json && out === null);
  const workspace = await openWorkspace(call);
  const { items } = await listItems(workspace, {
    all: options.flag('all'),
    staleOnly: options.flag('stale'),
    routine: options.text('routine'),
  });
  const text = exportItems(items, format);
  if (out === null) {
    if (format === 'json') writeJson(terminal, items);
    else terminal.out(text);
    return 0;
  }
  const path = resolve(call.standing, out);
  await writeNew(path, text, out);
  if (call.json) writeJson(terminal, { path, format, items: items.length });
  else openPage(terminal).line(`wrote ${plural(items.length, 'item')} to ${oneLine(path, 300)}`);
  return 0;
}

function formatOf(text: string | null, json: boolean): ExportFormat {
  if (text === null) return json ? 'json' : 'markdown';
  const format = EXPORT_FORMATS.find((one) => one === text);
  if (format !== undefined && (!json || format === 'json')) return format;
  throw new AppError('usage', {
    code: 'bad-format',
    message:
      format === undefined
        ? `--format ${oneLine(text, 40)} is none that items can be written in`
        : `--json and --format ${format} exclude each other`,
    hint: `Write ${EXPORT_FORMATS.join(', ')}.`,
  });
}

/** Never over something that is there. */
async function writeNew(path: string, text: string, typed: string): Promise<void> {
  if ((await inspectPath(dirname(path)))?.kind !== 'folder') {
    throw new AppError('missing', {
      code: 'folder-missing',
      message: `--out ${oneLine(typed, 200)}: there is no such folder`,
      hint: 'Make it first, or name a file in one that is there.',
    });
  }
  const there = await inspectPath(path);
  if (there === null && (await createExclusively(path, text, 0o644))) return;
  throw new AppError('refused', {
    code: 'out-exists',
    message: `--out ${oneLine(typed, 200)}: something is there already`,
    hint: 'Name another file, or remove that one.',
  });
}
