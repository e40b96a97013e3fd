/** `review` of the working tree's roundsman.yaml. */
import type { ReviewSettings } from '../../domain/review/review-settings.ts';
import type { Workspace } from '../contract.ts';
import { invalidDefinition, readCatalog } from '../definitions.ts';

/** Throws `invalid-definition` where the file is broken: it may say how branches land. Quick while no file changed. */
export async function readReviewSettings(workspace: Workspace): Promise<ReviewSettings> {
  const { workspace: config, workspaceProblems } = await readCatalog(workspace);
  if (workspaceProblems.length > 0) throw invalidDefinition('roundsman.yaml', workspaceProblems);
  return config.review;
}
