import type { AgentEvent } from '../../words/agent-event.ts';
import { numberField, textField, type Fields } from '../stream-fields.ts';

/** Of `system` lines: known, and of no account here. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'compact_boundary',
  'files_persisted',
  'hook_progress',
  'hook_response',
  'hook_started',
  'local_command_output',
  'status',
  'task_notification',
  'task_progress',
  'task_started',
  'task_updated',
  'ui_invalidate',
]);

/** `null`: a subtype that no rule knows. A `permission_denied` is read where the calls are known. */
export function readSystem(fields: Fields): readonly AgentEvent[] | null {
  const subtype = textField(fields, 'subtype') ?? '';
  switch (subtype) {
    case 'init':
      return [
        {
          kind: 'started',
          sessionId: textField(fields, 'session_id'),
          model: textField(fields, 'model'),
          version: textField(fields, 'claude_code_version'),
        },
      ];
    case 'api_retry':
      return [
        {
          kind: 'retrying',
          reason: retryReason(fields),
          afterMs: numberField(fields, 'retry_delay_ms'),
        },
      ];
    default:
      return PASSED_OVER.has(subtype) ? [] : null;
  }
}

/** `rate_limit (429)`; without a status nothing was answered. */
function retryReason(fields: Fields): string {
  const status = numberField(fields, 'error_status');
  const error = textField(fields, 'error') ?? 'unknown';
  return status === null ? `no whole answer (${error})` : `${error} (${status})`;
}
