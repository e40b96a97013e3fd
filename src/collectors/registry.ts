/** The collectors there are. One line here and one folder beside this file make a new one. */
import type { Facts } from '../words/facts.ts';
import type { Collector, Routine } from '../words/routine.ts';
import { commandKind } from './command/index.ts';
import { commitsKind } from './commits/index.ts';
import type { CollectorKind } from './kind.ts';
import { releaseNotesKind } from './release-notes/index.ts';
import { ticketsKind } from './tickets/index.ts';
import { todosKind } from './todos/index.ts';

const KINDS: CollectorKind[] = [todosKind, commitsKind, ticketsKind, releaseNotesKind, commandKind];

/** For tests: a collector of theirs, before anything asks which there are. */
export function registerCollector(kind: CollectorKind): void {
  KINDS.push(kind);
}

export function collectorKinds(): readonly CollectorKind[] {
  return KINDS;
}

/** Of a rule, or of facts. */
export function kindOf({ kind }: Pick<Collector | Facts, 'kind'>): CollectorKind {
  const found = KINDS.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`there is no collector ${kind}`);
  return found;
}

/** The collectors that an entry of `collect` names, each with its settings. */
export function writtenKinds(
  entry: Readonly<Record<string, unknown>>,
): readonly (readonly [kind: CollectorKind, settings: unknown])[] {
  return KINDS.flatMap((kind) => {
    const settings = entry[kind.kind];
    return settings === undefined ? [] : [[kind, settings] as const];
  });
}

/** Names of the facts that entries of `collect` leave, in order. */
export function factsNames(
  collect: readonly Readonly<Record<string, unknown>>[],
): readonly string[] {
  return collect.flatMap((entry) =>
    writtenKinds(entry).map(([kind, settings]) => kind.nameOf?.(settings) ?? kind.kind),
  );
}

/**
 * Whether a routine leaves a path out: all of its collectors do. Where an agent judges, it may find anything anywhere, and so
 * may a collector that does not look at paths.
 */
export function leftOutBy({
  agent,
  collect,
}: Pick<Routine, 'agent' | 'collect'>): (path: string) => boolean {
  if (agent.engine !== 'builtin') return () => false;
  const each = collect.map((rule) => kindOf(rule).leavesOut?.(rule) ?? null);
  const all = each.flatMap((one) => one ?? []);
  return (path) => all.length > 0 && all.length === each.length && all.every((one) => one(path));
}

/** Names the facts file and the key in the brief. */
export function collectorName(rule: Collector): string {
  return kindOf(rule).programOf?.(rule).name ?? rule.kind;
}
