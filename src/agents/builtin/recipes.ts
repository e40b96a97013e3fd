import { AppError } from '../../domain/errors.ts';
import { BUILTIN_RECIPES, type BuiltinRecipe } from '../../domain/routine.ts';
import { digestFacts } from './facts-digest/digest-facts.ts';
import type { Recipe } from './recipe.ts';
import { sweepTodos } from './todo-sweep/sweep-todos.ts';

const RECIPES: Readonly<Record<BuiltinRecipe, Recipe>> = {
  'todo-sweep': sweepTodos,
  facts: digestFacts,
};

/** Throws when there is no recipe of that name. */
export function findRecipe(name: string | null): Recipe {
  const known = BUILTIN_RECIPES.find((candidate) => candidate === name);
  if (known !== undefined) return RECIPES[known];
  throw new AppError('invalid-definition', {
    code: 'unknown-recipe',
    message: name === null ? 'the brief names no recipe' : `there is no recipe named ${name}`,
    hint: `agent.builtin is one of: ${BUILTIN_RECIPES.join(', ')}`,
  });
}
