/** Its tools: a command that ends badly is a success to it, and what it may not do an error with a code. */
import type { AgentEvent } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';
import { textAt, valueAt } from '../stream/fields.ts';
import { openTools } from '../stream/open-tools.ts';
import { readLine } from '../stream/permission-line.ts';
import { toolSummary } from '../stream/tool-summary.ts';

export interface ToolReader {
  start(data: unknown): readonly AgentEvent[];
  complete(data: unknown): readonly AgentEvent[];
}

export function readTools(): ToolReader {
  const tools = openTools();
  const said = openTools();
  const paths = openTools();
  return {
    start: (data) => {
      const id = textAt(data, 'toolCallId');
      const name = textAt(data, 'toolName') ?? 'tool';
      const summary = toolSummary(valueAt(data, 'arguments'));
      if (id !== null) {
        tools.begin(id, name);
        said.begin(id, summary);
        const path = textAt(data, 'arguments', 'path');
        // What it may write is the worktree, whatever is permitted; so there is a line for reading alone.
        if (path !== null && name === 'view') paths.begin(id, path);
      }
      return [{ kind: 'tool-start', id, name, summary }];
    },
    complete: (data) => {
      const id = textAt(data, 'toolCallId');
      const name = (id === null ? null : tools.end(id)) ?? 'tool';
      const summary = (id === null ? null : said.end(id)) ?? '';
      const path = id === null ? null : paths.end(id);
      const end: AgentEvent = { kind: 'tool-end', id, name, ok: wentWell(data) };
      if (textAt(data, 'error', 'code') !== 'denied') return [end];
      const line = path === null ? null : readLine(path);
      return [{ kind: 'denied', what: oneLine(`${name} ${summary}`.trim()), line }, end];
    },
  };
}

function wentWell(data: unknown): boolean {
  const exitCode = valueAt(data, 'shellExecution', 'exitCode');
  return valueAt(data, 'success') === true && (exitCode === undefined || exitCode === 0);
}
