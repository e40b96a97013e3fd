/** The checks of a run as values that a template only has to place. All of them are safe Markdown. */
import { codeBlock, inlineCode } from '../words/text.ts';
import type { ReportSource } from './contract.ts';

export interface CheckView {
  readonly name: string;
  readonly outcome: string;
  /** A fenced block of the last lines, empty when it passed or printed nothing. */
  readonly tail: string;
}

export function checkViews({ checks }: ReportSource): readonly CheckView[] {
  return checks.map(({ command, exitCode, tail }) => ({
    name: inlineCode(command),
    outcome: exitCode === null ? 'did not end by itself' : `exit code ${exitCode}`,
    tail: exitCode === 0 || tail.trim() === '' ? '' : codeBlock(tail),
  }));
}
