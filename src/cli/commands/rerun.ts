/** One name for doing a run again: which of three commands it is depends on its options. */
import type { Command, CommandOptions } from '../command.ts';
import { usageFailure } from '../usage-failure.ts';

/** What only one of the three takes; the key is the option's name in camelCase. */
const RETRY_ONLY = { message: '--message', fresh: '--fresh' };
const REPLAY_ONLY = { replay: '--replay', same: '--same', set: '--set' };
const BACKFILL_ONLY = {
  from: '--from',
  to: '--to',
  dryRun: '--dry-run',
  again: '--again',
  max: '--max',
};

export const rerunCommand: Command = async (call) => {
  const backfill = given(call.options, BACKFILL_ONLY);
  const replay = given(call.options, REPLAY_ONLY);
  const retry = given(call.options, RETRY_ONLY);
  const [first, second] = [backfill[0], replay[0], retry[0]].filter((flag) => flag !== undefined);
  if (first !== undefined && second !== undefined) {
    throw usageFailure(
      `${first} and ${second} exclude each other`,
      'See `roundsman help rerun`: a retry, a replay and a backfill have options of their own.',
    );
  }
  if (backfill.length > 0) return (await import('./backfill.ts')).backfillCommand(call);
  if (replay.length > 0) return (await import('./replay.ts')).replayCommand(call);
  return (await import('./retry.ts')).retryCommand(call);
};

function given(
  options: CommandOptions,
  flags: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.entries(flags)
    .filter(
      ([name]) =>
        options.flag(name) || options.text(name) !== null || options.list(name).length > 0,
    )
    .map(([, flag]) => flag);
}
