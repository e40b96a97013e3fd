import type { CheckedOut } from '../../../review/contract.ts';
import { oneLine } from '../../../words/text.ts';
import type { CommandCall } from '../../command.ts';

/** To stderr, before anybody goes there. */
export function tellCheckout({ terminal }: Pick<CommandCall, 'terminal'>, out: CheckedOut): void {
  for (const banner of out.banners) terminal.err(`warning: ${oneLine(banner, 500)}\n`);
  const branch = oneLine(out.branch, 200);
  const how = out.onBranch
    ? `on ${branch}`
    : `at ${branch}, on no branch: that is checked out elsewhere`;
  terminal.err(
    `note: ${out.made ? 'checked out' : 'checked out already'} in ${out.folder}, ${how}\n`,
  );
}
