/** `release-notes`: the entries of a range against the commits that make them true. */
import { AppError } from '../../domain/errors.ts';
import type { ReleaseNotesFacts } from '../../domain/facts.ts';
import type { Collector } from '../../domain/routine.ts';
import type { CollectRequest } from '../contract.ts';

export type ReleaseNotesRule = Extract<Collector, { kind: 'release-notes' }>;

export async function collectReleaseNotes(
  request: CollectRequest<ReleaseNotesRule>,
): Promise<ReleaseNotesFacts> {
  throw new AppError('internal', { code: 'unfinished', message: request.rule.tags, hint: '' });
}
