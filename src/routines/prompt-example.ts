/** A prompt that could stand in a routine, made from what the routine has: its collectors, paths and checks. */
import type { WrittenRoutine } from './schema/routine-schema.ts';

export function promptExample({ agent, collect, workspace }: WrittenRoutine, asks: Asks): string {
  const own = (agent.prompt ?? '').trim().split(/[.!?]\s|\n/)[0] ?? '';
  const first = collect.map(orderFor).find((order) => order !== null) ?? null;
  const keepsOwn = asks.hasPlace && own.length <= 120;
  const order = keepsOwn
    ? `${own.replace(/[.!?]$/, '')}.`
    : (first ??
      (asks.asksForChanges
        ? 'Look through src/, pick the one place that needs it most, and change that alone.'
        : 'Look through src/ for functions that nothing calls.'));
  const check = workspace.checks[0];
  const done = asks.asksForChanges
    ? `\`${check ?? asks.command ?? 'npm test'}\` must pass.`
    : 'Change nothing.';
  return `${order} ${done} Report each place with file and line; if there is none, say so.`;
}

interface Asks {
  readonly hasPlace: boolean;
  readonly asksForChanges: boolean;
  readonly command: string | null;
}

function orderFor(entry: WrittenRoutine['collect'][number]): string | null {
  if (entry.todos !== undefined) {
    return `Go through facts/todos.json${under(entry.todos.paths)}, the oldest first, and say of each in one line whether it still holds.`;
  }
  if (entry.commits !== undefined) {
    return `Read facts/commits.json${under(entry.commits.paths)} and name each commit that users will notice.`;
  }
  if (entry.tickets !== undefined) {
    return 'Read facts/tickets.json, name each theme with its number of tickets, and quote one.';
  }
  if (entry['release-notes'] !== undefined) {
    return 'Read facts/release-notes.json and name each entry that no commit backs.';
  }
  return entry.command === undefined
    ? null
    : `Go through facts/${entry.command.name}.json and say of each line what is to be done.`;
}

function under(paths: readonly string[]): string {
  return paths.length === 0 ? '' : ` (${paths.slice(0, 3).join(', ')})`;
}
