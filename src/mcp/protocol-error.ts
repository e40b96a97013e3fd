import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';

import { asAppError } from '../words/errors.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import { stripControls } from '../words/text.ts';
import { bounded } from './answer.ts';

/** What resources and prompts fail with: unlike calls of tools they have no answer that says so. */
export function protocolError(thrown: unknown, redactor: Redactor): McpError {
  if (thrown instanceof McpError) return thrown;
  const { message, hint } = asAppError(thrown);
  const text = hint === '' ? message : `${message}. ${hint}`;
  return new McpError(ErrorCode.InvalidParams, bounded(stripControls(text), redactor));
}
