import type { Environment } from '../../platform/environment.ts';
import { sourceStack } from '../../platform/source-stack.ts';
import type { Terminal } from '../../platform/terminal.ts';
import type { AppError } from '../../words/errors.ts';
import { makeRedactor, type Redactor } from '../../words/redaction/redactor.ts';
import { secretsOfEnvironment } from '../../words/redaction/secret.ts';
import { stripControls } from '../../words/text.ts';
import { paintFor } from './style.ts';
import { wrapLine, wrapWords } from './text-width.ts';
import { writeJson } from './write-json.ts';

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
    const width = terminal.errIsTerminal ? terminal.columns : null;
    terminal.err(`${paint('bad', 'error:')} ${behindLabel('error: ', error.message, width)}\n`);
    if (error.hint !== '')
      terminal.err(`${paint('faint', 'hint:')} ${behindLabel('hint: ', error.hint, width)}\n`);
  }
  if (format.verbose) terminal.err(stripControls(stackOf(error)));
}

/** Wrapped between words where there is a width: the first line behind its label, the others as they are indented. */
function behindLabel(label: string, text: string, width: number | null): string {
  const clean = stripControls(text);
  if (width === null) return clean;
  const [first = '', ...others] = clean.split('\n');
  const lines = wrapWords(first, Math.max(20, width - label.length));
  const begin = lines.join(`\n${' '.repeat(label.length)}`);
  return [begin, ...others.map((line) => wrapLine(line, width))].join('\n');
}

function stackOf(error: AppError): string {
  const own = `${sourceStack(error)}\n`;
  const cause = error.cause instanceof Error ? `caused by ${sourceStack(error.cause)}\n` : '';
  return own + cause;
}

const NOTE = 'note: ';
const ESCAPE = '\u001b';

/** Lines and questions, between words; what moves the cursor is written as it is. */
function wrappedLines({ errIsTerminal, columns }: Terminal, text: string): string {
  if (!errIsTerminal || text.length <= columns || /\r/.test(text) || text.includes(ESCAPE))
    return text;
  if (text.startsWith(NOTE))
    return `${NOTE}${behindLabel(NOTE, text.slice(NOTE.length).trimEnd(), columns)}\n`;
  const said = text.trimEnd();
  return `${wrapLine(said, columns)}${text.slice(said.length)}`;
}

/**
 * A terminal that shows no secret: errors may quote what git or the system said, a remote's address with its password
 * among it. Results hold what was stored, which had none; of them only what is known here is replaced.
 */
export function withoutSecrets(terminal: Terminal, env: Environment): Terminal {
  let made: Redactor | null = null;
  const redactor = (): Redactor => (made ??= makeRedactor(secretsOfEnvironment(env)));
  return {
    ...terminal,
    get columns() {
      return terminal.columns;
    },
    out: (text) => terminal.out(redactor().known(text)),
    err: (text) => terminal.err(wrappedLines(terminal, redactor().text(text))),
  };
}
