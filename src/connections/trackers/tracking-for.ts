import { trackerKinds, trackerOf } from '../../connectors/registry.ts';
import { gitIn } from '../../git/git-call.ts';
import { pushUrls } from '../../git/remote-urls.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { Tracking } from '../../ledger/requests/proposals-of-lines.ts';
import type { Connection } from '../../words/connection.ts';
import { asAppError } from '../../words/errors.ts';
import type { OutputRules } from '../../words/routine.ts';

/** Where a routine files: looked up when it is proposed, and approved as that. */
export async function trackingFor(
  { tracker, labels = [], expiresMs }: NonNullable<OutputRules['fileItem']>,
  connections: readonly Connection[],
  repository: GitContext,
): Promise<Tracking> {
  const connection = connections.find(({ name }) => name === tracker);
  const role = connection === undefined ? null : trackerOf(connection);
  if (connection === undefined || role === null)
    return {
      kind: 'none',
      why: `outputs.file-item.tracker is ${tracker}, and roundsman.yaml has no ${trackerKinds()} connection of that name`,
    };
  try {
    const [origin = null] = await pushUrls(gitIn(repository), 'origin');
    return {
      kind: 'place',
      place: {
        connection: tracker,
        repository: await role.placeOf(connection, origin),
        labels,
        ...(expiresMs === undefined ? {} : { expiresMs }),
      },
    };
  } catch (thrown) {
    return { kind: 'none', why: asAppError(thrown).message };
  }
}
