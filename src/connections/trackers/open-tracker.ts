/** The tracker behind a connection. */
import { trackerKinds, trackerOf } from '../../connectors/registry.ts';
import type { Tracker } from '../../connectors/tracker.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Environment } from '../../platform/environment.ts';
import type { Learn } from '../../platform/outward/read-credential.ts';
import type { Connection } from '../../words/connection.ts';
import { asAppError } from '../../words/errors.ts';
import type { TrackerPlace } from '../../words/item.ts';
import { oneLine } from '../../words/text.ts';

export type OpenedTracker =
  | { readonly kind: 'tracker'; readonly tracker: Tracker }
  /** One line. */
  | { readonly kind: 'none'; readonly why: string };

export type OpenTracker = (
  place: Pick<TrackerPlace, 'connection' | 'repository'>,
) => Promise<OpenedTracker>;

/** Each is opened once. Never throws. */
export function trackerOpener(around: {
  readonly connections: () => Promise<readonly Connection[]>;
  readonly env: Environment;
  readonly clock: Clock;
  /** From the redactor of the code that writes what the tracker says. */
  readonly learn: Learn;
}): OpenTracker {
  const opened = new Map<string, Promise<OpenedTracker>>();
  return ({ connection, repository }) => {
    const key = `${connection} ${repository}`;
    const there = opened.get(key);
    if (there !== undefined) return there;
    const opening = open(around, { connection, repository });
    opened.set(key, opening);
    return opening;
  };
}

async function open(
  { connections, env, clock, learn }: Parameters<typeof trackerOpener>[0],
  { connection: name, repository }: Parameters<OpenTracker>[0],
): Promise<OpenedTracker> {
  try {
    const connection = (await connections()).find((one) => one.name === name);
    const tracker = connection === undefined ? null : trackerOf(connection);
    if (connection === undefined || tracker === null)
      return { kind: 'none', why: `roundsman.yaml has no ${trackerKinds()} connection ${name}` };
    const opened = await tracker.open(connection, repository, { env, clock, learn });
    return { kind: 'tracker', tracker: opened };
  } catch (thrown) {
    return { kind: 'none', why: oneLine(asAppError(thrown).message, 300) };
  }
}
