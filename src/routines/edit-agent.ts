/** What goes from `agent`, and comes to it, when a routine gets another engine. Pure. */
import { engineIds, takesProgram } from '../engines/registry.ts';
import { isRecord } from '../platform/json.ts';
import type { BuiltinRecipe } from '../words/routine.ts';

/** A value of `agent`; `null`: the key goes. */
export type AgentChange = readonly [key: string, value: BuiltinRecipe | null];

/**
 * A model is one of its engine: the other one takes its default. The built-in engine gets the recipe for what is collected.
 * @param routine plain, shorthands spelled out, with the new engine @param given keys of `agent` that are set as well
 */
export function changesWithEngine(
  routine: unknown,
  given: ReadonlySet<string>,
): readonly AgentChange[] {
  const agent = isRecord(routine) && isRecord(routine['agent']) ? routine['agent'] : {};
  const engine = engineIds().find((id) => id === agent['engine']);
  const kept = new Set([
    ...given,
    ...(engine === 'builtin' ? ['builtin'] : []),
    ...(engine !== undefined && takesProgram(engine) ? ['command'] : []),
  ]);
  const gone = ['command', 'builtin', 'model'].filter(
    (key) => Object.hasOwn(agent, key) && !kept.has(key),
  );
  const isBare = engine === 'builtin' && !Object.hasOwn(agent, 'builtin');
  const recipe = isBare ? recipeFor(routine) : null;
  return [
    ...gone.map((key) => [key, null] as const),
    ...(recipe === null ? [] : [['builtin', recipe] as const]),
  ];
}

const RECIPES: Readonly<Record<string, BuiltinRecipe>> = {
  todos: 'todo-sweep',
  tickets: 'ticket-digest',
  'release-notes': 'release-check',
};

/** The one that is made for what the routine collects; `null`: none is, or several are. */
function recipeFor(routine: unknown): BuiltinRecipe | null {
  const collect = isRecord(routine) ? routine['collect'] : null;
  if (!Array.isArray(collect)) return null;
  const kinds = collect.flatMap((one: unknown) => (isRecord(one) ? Object.keys(one) : []));
  const made = kinds.flatMap((kind) => RECIPES[kind] ?? []);
  const [first] = made;
  return made.length === 1 ? (first ?? null) : null;
}
