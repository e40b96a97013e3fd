/** Recipe `ticket-digest`: what people wrote in about, by theme. */
import type { RecipeRequest, RecipeResult } from '../recipe.ts';

export async function digestTickets({ brief }: RecipeRequest): Promise<RecipeResult> {
  const reason = brief.date;
  return { report: reason, findings: [], proposals: [], coverage: {}, noop: { reason } };
}
