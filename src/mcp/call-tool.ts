/** One call, to an answer: whatever goes wrong is told with the next step, and ends nothing. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

import { AppError, asAppError } from '../words/errors.ts';
import { oneLine, stripControls } from '../words/text.ts';
import { bounded } from './answer.ts';
import type { Desk } from './contract.ts';
import { findTool, toolsFor } from './tools/all-tools.ts';

export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
}

export async function callTool(desk: Desk, { name, input }: ToolCall): Promise<CallToolResult> {
  try {
    const tool = findTool(name);
    if (tool === null) throw unknownTool(desk, name);
    return answer(bounded(await tool.call(desk, input), desk.redactor), false);
  } catch (thrown) {
    const { message, hint } = asAppError(thrown);
    const text = hint === '' ? message : `${message}\n${hint}`;
    return answer(bounded(stripControls(text), desk.redactor), true);
  }
}

function unknownTool(desk: Desk, name: string): AppError {
  const names = toolsFor(desk).map((one) => one.name);
  return new AppError('usage', {
    code: 'tool-unknown',
    message: `there is no tool "${oneLine(name, 80)}"`,
    hint: `There are: ${names.join(', ')}.`,
  });
}

function answer(text: string, isError: boolean): CallToolResult {
  return { content: [{ type: 'text', text }], ...(isError ? { isError } : {}) };
}
