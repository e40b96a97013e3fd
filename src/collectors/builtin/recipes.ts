import { AppError } from '../../words/errors.ts';
import { BUILTIN_RECIPES, type BuiltinRecipe } from '../../words/routine.ts';
import type { Recipe } from './recipe.ts';

/** Each is loaded when a run asks for it. */
const RECIPES: Readonly<Record<BuiltinRecipe, () => Promise<Recipe>>> = {
  'todo-sweep': async () => (await import('./todo-sweep/sweep-todos.ts')).sweepTodos,
  'ticket-digest': async () => (await import('./ticket-digest/digest-tickets.ts')).digestTickets,
  'release-check': async () =>
    (await import('./release-check/check-release-notes.ts')).checkReleaseNotes,
  facts: async () => (await import('./facts-digest/digest-facts.ts')).digestFacts,
};

/** Throws when there is no recipe of that name. */
export async function findRecipe(name: string | null): Promise<Recipe> {
  const known = BUILTIN_RECIPES.find((candidate) => candidate === name);
  if (known !== undefined) return RECIPES[known]();
  throw new AppError('invalid-definition', {
    code: 'unknown-recipe',
    message: name === null ? 'the brief names no recipe' : `there is no recipe named ${name}`,
    hint: `agent.builtin is one of: ${BUILTIN_RECIPES.join(', ')}`,
  });
}
