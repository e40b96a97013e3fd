import type { EndReason } from '../../words/agent-event.ts';

/** Of a failed turn: Codex has a status in its words, or none at all. */
export function reasonOfMessage(message: string): EndReason {
  const status = /\bstatus:? (\d{3})\b/.exec(message)?.[1];
  switch (status) {
    case '401':
    case '403':
      return 'unauthorized';
    case '429':
      return 'limit';
    case undefined:
      return reasonInWords(message);
    default:
      return 'error';
  }
}

/** Of log-ins with an account. */
function reasonInWords(message: string): EndReason {
  if (/usage limit|quota exceeded|rate limit/i.test(message)) return 'limit';
  return /not logged in|codex login|refresh token|access token could not be refreshed/i.test(
    message,
  )
    ? 'unauthorized'
    : 'error';
}
