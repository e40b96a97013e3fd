/** The contract of a stream reader: from the lines that one process prints to events. Pure, and small: supervisors load it. */
import type { AgentEvent } from '../words/agent-event.ts';
import type { Usage } from '../words/usage.ts';

export interface StreamReader {
  /** One line of stdout without its newline, whatever is in it. Never throws. */
  line(text: string): readonly AgentEvent[];
  /** One line of stderr; most engines say nothing there that counts. */
  errorLine(text: string): readonly AgentEvent[];
  /** When the process has ended: the rest, and exactly one `end`, last. */
  end(exit: ProcessOutcome): readonly AgentEvent[];
}

/** How it ended: whatever the exit code says, without a terminal event that says success it did not succeed. */
export interface ProcessOutcome {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface ReaderOptions {
  /** What the session had used before this process, for engines that count over the whole of it. */
  readonly usageBefore: Usage | null;
  /** Absolute: where it works. Engines that do not say it themselves name files by their whole paths all the same. */
  readonly folder?: string;
}

export type OpenReader = (options: ReaderOptions) => StreamReader;
