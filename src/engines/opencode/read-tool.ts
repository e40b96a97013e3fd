import { isAbsolute, relative } from 'node:path';

import type { AgentEvent } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';
import { countAt, textAt, valueAt } from '../stream/fields.ts';
import { networkLine, writeLine } from '../stream/permission-line.ts';
import { toolSummary } from '../stream/tool-summary.ts';

/** How it tells its model that a rule of its settings forbids something. */
const FORBIDDEN = 'rule which prevents you from using this specific tool call';

/** Told when it is over: begun and ended in one. `null`: not what a tool's part looks like. `folder`: where it works. */
export function toolEvents(part: unknown, folder: string | null): readonly AgentEvent[] | null {
  const name = textAt(part, 'tool');
  const status = textAt(part, 'state', 'status');
  if (name === null || status === null) return null;
  const id = textAt(part, 'callID');
  const summary = toolSummary(valueAt(part, 'state', 'input'));
  const exitCode = countAt(part, 'state', 'metadata', 'exit') ?? 0;
  return [
    { kind: 'tool-start', id, name, summary },
    { kind: 'tool-end', id, name, ok: status === 'completed' && exitCode === 0 },
    ...(isForbidden(part)
      ? [
          {
            kind: 'denied',
            what: oneLine(`${name} ${summary}`.trim(), 200),
            line: permittingLine(valueAt(part, 'state', 'input'), folder),
          } as const,
        ]
      : []),
  ];
}

function isForbidden(part: unknown): boolean {
  return textAt(part, 'state', 'error')?.includes(FORBIDDEN) === true;
}

/** What it changes it names by its whole path; `write` is about the repository. */
function permittingLine(input: unknown, folder: string | null): string | null {
  const url = textAt(input, 'url');
  if (url !== null) return networkLine(url);
  const path = textAt(input, 'filePath');
  if (path === null) return null;
  const inside = isAbsolute(path) ? (folder === null ? '' : relative(folder, path)) : path;
  if (inside === '' || inside === '..' || inside.startsWith('../')) return null;
  return writeLine(inside);
}
