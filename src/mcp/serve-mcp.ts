/** Serves one client, until it goes away. */
import { userName } from '../platform/environment.ts';
import { packageVersion } from '../platform/package.ts';
import { openRunRecords } from '../runtime/told/run-records.ts';
import type { RunId } from '../words/ids.ts';
import { makeRedactor } from '../words/redaction/redactor.ts';
import { secretsOfEnvironment } from '../words/redaction/run-secrets.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { Desk } from './contract.ts';
import { lineTransport, type LineStreams } from './line-transport.ts';
import { makeServer } from './make-server.ts';

export interface Serving {
  readonly workspace: Workspace;
  /** `null`: a person's own session. */
  readonly run: RunId | null;
  readonly streams: LineStreams;
}

/** Throws AppError before the first message: no such run, or one whose agent does not work. */
export async function serveMcp({ workspace, run, streams }: Serving): Promise<void> {
  const server = makeServer(await openDesk(workspace, run), packageVersion());
  const closed = new Promise<void>((resolve) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a server of the SDK has none
    server.server.onclose = () => resolve();
  });
  await server.connect(lineTransport(streams));
  await closed;
}

export async function openDesk(workspace: Workspace, id: RunId | null): Promise<Desk> {
  const run = id === null ? null : await openRunRecords(workspace, id);
  const redactor = run?.place.redactor ?? makeRedactor(secretsOfEnvironment(workspace.env));
  const by = run === null ? userName(workspace.env) : `run ${run.spec.id}`;
  return { workspace, run, redactor, by };
}
