/** Which deployment was checked, and by which run. Pure. */
import type { ReleaseNotesFacts } from '../../domain/facts.ts';
import type { RememberRequest } from '../remember-facts.ts';

export function rememberRelease(request: RememberRequest<ReleaseNotesFacts>): unknown {
  return request.facts.deployment ?? undefined;
}
