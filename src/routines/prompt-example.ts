/** A prompt that could stand in a routine, made from what the routine has: its collectors, paths and checks. */
import { writtenKinds } from '../collectors/registry.ts';
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
  const [first] = writtenKinds(entry);
  return first === undefined ? null : first[0].promptExample(first[1]);
}
