/** While a command says nothing for a second, one redrawn line on the terminal says that it is at work; its first word ends that. */
import type { Clock } from '../../platform/clock.ts';
import type { Terminal } from '../../platform/terminal.ts';
import { fitText } from './display-width.ts';
import { elapsedWords } from './progress-writer.ts';
import { paintFor } from './style.ts';

const QUIET_MS = 1_000;
const ERASE = '\r\u001b[2K';

export interface WaitingLine {
  /** To be given to the command instead of the terminal. */
  readonly terminal: Terminal;
  /** Takes the line away. */
  readonly close: () => void;
}

/** Does nothing where no person looks on. `name` is the command's, as it was typed. */
export function waitingLine(terminal: Terminal, clock: Clock, name: string): WaitingLine {
  if (!terminal.errIsTerminal || !terminal.outIsTerminal)
    return { terminal, close: () => undefined };
  const over = new AbortController();
  let drawn = false;
  const close = (): void => {
    over.abort();
    if (drawn) terminal.err(ERASE);
    drawn = false;
  };
  void redraw();
  return {
    terminal: {
      ...terminal,
      get columns() {
        return terminal.columns;
      },
      out: (text) => {
        close();
        terminal.out(text);
      },
      err: (text) => {
        close();
        terminal.err(text);
      },
    },
    close,
  };

  async function redraw(): Promise<void> {
    const paint = paintFor(terminal.colour);
    const begun = clock.monotonic();
    for (;;) {
      await clock.sleep(QUIET_MS, over.signal);
      if (over.signal.aborted) return;
      const line = `  … ${name}  ${elapsedWords(clock.monotonic() - begun)}`;
      terminal.err(`${ERASE}${paint('faint', fitText(line, terminal.columns - 1))}`);
      drawn = true;
    }
  }
}
