import { sourceStack } from '../../platform/source-stack.ts';
import type { Terminal } from '../../platform/terminal.ts';
import type { AppError } from '../../words/errors.ts';
import { stripControls } from '../../words/text.ts';
import { paintFor } from './style.ts';
import { wrapWords } from './wrap-words.ts';
import { writeJson } from './write-json.ts';

const INDENT = ' '.repeat('hint: '.length);

export interface ErrorFormat {
  readonly json: boolean;
  readonly verbose: boolean;
}

/** What failed with its value, and the next step: on stderr, or with `--json` as a document on stdout. */
export function writeError(terminal: Terminal, error: AppError, format: ErrorFormat): void {
  if (format.json) {
    writeJson(terminal, { error: error.toFailure() });
  } else {
    const paint = paintFor(terminal.colour && terminal.errIsTerminal);
    terminal.err(`${paint('bad', 'error:')} ${stripControls(error.message)}\n`);
    if (error.hint !== '') {
      const hint = stripControls(error.hint);
      const room = terminal.errIsTerminal ? Math.max(20, terminal.columns - INDENT.length) : null;
      const lines =
        room === null ? [hint] : hint.split('\n').flatMap((line) => wrapWords(line, room));
      terminal.err(`${paint('faint', 'hint:')} ${lines.join(`\n${INDENT}`)}\n`);
    }
  }
  if (format.verbose) terminal.err(stripControls(stackOf(error)));
}

function stackOf(error: AppError): string {
  const own = `${sourceStack(error)}\n`;
  const cause = error.cause instanceof Error ? `caused by ${sourceStack(error.cause)}\n` : '';
  return own + cause;
}
