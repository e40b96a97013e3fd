/** Progress on stderr: a redrawn line on a terminal; in a pipe one plain line a step, and every 10 s what a step does. */
import type { Clock } from '../../platform/clock.ts';
import type { Terminal } from '../../platform/terminal.ts';
import { formatDuration } from '../../words/duration.ts';
import type { RunEvent } from '../../words/run-event.ts';
import { oneLine } from '../../words/text.ts';
import { fitText } from './display-width.ts';
import { foldEvent, NO_PROGRESS, type ProgressLine, type RunProgressView } from './run-progress.ts';
import { paintFor } from './style.ts';

export interface ProgressWriter {
  show(event: RunEvent): void;
  /** A line of our own between the others. */
  say(text: string): void;
  /** Draws the elapsed time anew; does nothing in a pipe. */
  tick(): void;
  /** Takes the redrawn line away. */
  close(): void;
}

const ERASE = '\r\u001b[2K';
const STEP_WIDTH = 9;
const PIPE_LINE_MS = 10_000;

export interface ProgressPlace {
  readonly terminal: Terminal;
  readonly clock: Clock;
  /** Every step gets its line, also those that had nothing to do. */
  readonly verbose: boolean;
}

export function openProgress({ terminal, clock, verbose }: ProgressPlace): ProgressWriter {
  const live = terminal.errIsTerminal;
  const paint = paintFor(terminal.colour && live);
  let view: RunProgressView = NO_PROGRESS;
  let drawn = false;
  let lastLine = clock.now().getTime();

  const erase = (): void => {
    if (drawn) terminal.err(ERASE);
    drawn = false;
  };
  const draw = (): void => {
    if (!live || view.current === null) return;
    const elapsed = Math.max(0, clock.now().getTime() - Date.parse(view.current.since));
    const text = `  … ${view.current.step.padEnd(STEP_WIDTH)} ${elapsedWords(elapsed)}  ${oneLine(view.doing)}`;
    terminal.err(`${ERASE}${paint('faint', fitText(text, terminal.columns - 1))}`);
    drawn = true;
  };
  const print = (text: string): void => {
    erase();
    terminal.err(`${text}\n`);
    lastLine = clock.now().getTime();
    draw();
  };
  const printInPipe = (event: RunEvent): void => {
    if (live || view.current === null || event.kind !== 'progress') return;
    if (clock.now().getTime() - lastLine < PIPE_LINE_MS) return;
    print(`  … ${view.current.step.padEnd(STEP_WIDTH)} ${oneLine(view.doing)}`);
  };
  const describe = (line: ProgressLine): string => {
    if (line.kind === 'notice') return `${paint('warn', 'note:')} ${oneLine(line.text, 1_000)}`;
    const mark = line.failed ? paint('bad', '✗') : paint('good', '✓');
    return `  ${mark} ${line.step.padEnd(STEP_WIDTH)} ${paint('faint', formatDuration(line.ms))}`;
  };
  return {
    show: (event) => {
      const folded = foldEvent(view, event);
      view = folded.view;
      const { line } = folded;
      if (line !== null && (line.kind === 'notice' || line.notable || verbose))
        print(describe(line));
      else if (view.current === null) erase();
      else draw();
      printInPipe(event);
    },
    say: print,
    tick: draw,
    close: erase,
  };
}

/** Whole seconds: a line that is redrawn should be calm. */
function elapsedWords(ms: number): string {
  return ms < 60_000 ? `${Math.floor(ms / 1_000)} s` : formatDuration(ms);
}
