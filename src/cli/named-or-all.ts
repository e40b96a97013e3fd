import type { CommandCall } from './command.ts';
import { usageFailure } from './usage-failure.ts';

/** Throws `usage` when nothing was named and not all is meant either. */
export function requireNamedOrAll(
  { words, options }: Pick<CommandCall, 'words' | 'options'>,
  { noun, example }: { readonly noun: string; readonly example: string },
): void {
  if (words.length > 0 || options.flag('all')) return;
  const [command = ''] = example.split(' ');
  throw usageFailure(
    `which ${noun}?`,
    `For example: roundsman ${example}   Or all that wait: roundsman ${command} --all`,
  );
}
