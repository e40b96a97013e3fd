/** A list that is cut says so, on stderr: also beside `--json`. */
import type { CommandCall } from './command.ts';

/** `note: 20 of 134; the rest: --all`. With `isCounted: false` there are `total` at least. */
export function tellCut(
  { terminal }: Pick<CommandCall, 'terminal'>,
  {
    shown,
    total,
    more,
    isCounted = true,
  }: {
    readonly shown: number;
    readonly total: number;
    readonly more: string;
    readonly isCounted?: boolean;
  },
): void {
  if (total <= shown) return;
  const [of, all] = [shown, total].map((count) => count.toLocaleString('en-US'));
  terminal.err(`note: ${of} of ${isCounted ? '' : 'at least '}${all}; the rest: ${more}\n`);
}
