/** Recipe `release-check`: what the notes say against what was done, and a proposed edit. */
import type { RecipeRequest, RecipeResult } from '../recipe.ts';

export async function checkReleaseNotes({ brief }: RecipeRequest): Promise<RecipeResult> {
  const reason = brief.date;
  return { report: reason, findings: [], proposals: [], coverage: {}, noop: { reason } };
}
