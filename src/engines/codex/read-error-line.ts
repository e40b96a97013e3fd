import type { AgentEvent } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';

/** Said of every start with a stdin that is no terminal, and of every worktree with settings of its own. */
const USUAL = /^Reading (?:additional input|prompt) from stdin|^warning: Untrusted project-local/;

const REJECTED = 'error=patch rejected: ';

export interface ErrorLine {
  readonly events: readonly AgentEvent[];
  /** Worth telling should nothing else come; `null` when not. */
  readonly words: string | null;
}

/** A patch that its sandbox refuses is told of on stderr alone. */
export function readErrorLine(text: string): ErrorLine {
  const line = text.slice(0, 5000);
  const at = line.indexOf(REJECTED);
  if (at !== -1) {
    const why = oneLine(line.slice(at + REJECTED.length).replace(/; rejected by .*$/, ''), 200);
    return { events: [{ kind: 'denied', what: `a patch: ${why}`, line: null }], words: null };
  }
  const words = oneLine(line, 500);
  return { events: [], words: words === '' || USUAL.test(words) ? null : words };
}
