/** Progress on stderr: a redrawn line on a terminal; in a pipe one plain line a step, and every 10 s what a step does. */
import type { Clock } from '../../platform/clock.ts';
import { type Terminal, onSignals } from '../../platform/terminal.ts';
import { formatDuration } from '../../words/duration.ts';
import type { RunEvent } from '../../words/run-event.ts';
import type { RunStep } from '../../words/run.ts';
import { oneLine } from '../../words/text.ts';
import type { CommandCall } from '../command.ts';
import { paintFor } from './style.ts';
import { fitText } from './text-width.ts';

const NO_PROGRESS: RunProgressView = { current: null, doing: '' };

/** The agent's work and the report are what a run is for. */
const ALWAYS_NOTABLE: ReadonlySet<RunStep> = new Set(['work', 'report']);
const NOTABLE_MS = 1_000;

export interface ProgressWriter {
  show(event: RunEvent): void;
  /** A line of our own between the others. */
  say(text: string): void;
  /** Draws the elapsed time again; does nothing in a pipe. */
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

/** What is known of a running run, folded from its events. Pure. */
interface RunProgressView {
  readonly current: {
    readonly step: RunStep;
    readonly since: string;
    /** It said what it does: a step with nothing to do says nothing. */
    readonly spoke: boolean;
  } | null;
  /** What the step does, or the agent's newest line. */
  readonly doing: string;
}

/** Something worth a line of its own, in a pipe as on a terminal. */
type ProgressLine =
  | {
      readonly kind: 'step';
      readonly step: RunStep;
      readonly ms: number;
      readonly failed: boolean;
      /** False for what passed in a moment and did nothing that a person waits for. */
      readonly notable: boolean;
    }
  | { readonly kind: 'notice'; readonly text: string };

function foldEvent(
  view: RunProgressView,
  event: RunEvent,
): { readonly view: RunProgressView; readonly line: ProgressLine | null } {
  switch (event.kind) {
    case 'step':
      return foldStep(view, event);
    case 'progress':
    case 'agent-line':
      return { view: spoken(view, event.text), line: null };
    case 'notice':
      return { view, line: { kind: 'notice', text: event.text } };
    case 'ended':
      return { view: NO_PROGRESS, line: null };
  }
}

function spoken(view: RunProgressView, text: string): RunProgressView {
  return { current: view.current === null ? null : { ...view.current, spoke: true }, doing: text };
}

function foldStep(
  view: RunProgressView,
  event: Extract<RunEvent, { kind: 'step' }>,
): { readonly view: RunProgressView; readonly line: ProgressLine | null } {
  if (event.phase === 'begun') {
    const current = { step: event.step, since: event.at, spoke: false };
    return { view: { current, doing: '' }, line: null };
  }
  if (event.phase === 'skipped') return { view: NO_PROGRESS, line: null };
  const { step, at } = event;
  const begun = view.current?.step === step ? view.current : { since: at, spoke: false };
  const ms = Math.max(0, Date.parse(at) - Date.parse(begun.since));
  const failed = event.phase === 'failed';
  const notable = failed || begun.spoke || ms >= NOTABLE_MS || ALWAYS_NOTABLE.has(step);
  return { view: NO_PROGRESS, line: { kind: 'step', step, ms, failed, notable } };
}

// While a command says nothing for a second, one redrawn line on the terminal says that it is at work; its first word ends that.
const QUIET_MS = 1_000;

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

// Work that one waits for: what it does stands in one redrawn line, and Ctrl-C takes all of it back.
export interface Watched {
  /** Aborted when the person wants no more of it. */
  readonly signal: AbortSignal;
  readonly show: (event: RunEvent) => void;
  /** ISO 8601, for events. */
  readonly now: () => string;
}

export async function withProgress<Result>(
  { terminal, clock, options }: Pick<CommandCall, 'terminal' | 'clock' | 'options'>,
  work: (watched: Watched) => Promise<Result>,
): Promise<Result> {
  const progress = openProgress({ terminal, clock, verbose: options.flag('verbose') });
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  const unlisten = onSignals({ SIGINT: abort, SIGTERM: abort, SIGHUP: abort });
  try {
    return await work({
      signal: stop.signal,
      show: (event) => progress.show(event),
      now: () => clock.now().toISOString(),
    });
  } finally {
    unlisten();
    progress.close();
  }
}
