import type { WantedSend } from '../../connectors/connect-surroundings.ts';
import { connectionForms, formOf } from '../../connectors/registry.ts';
import { inspectConnection } from '../../daemon/connect/inspect-connection.ts';
import {
  connectionNamed,
  knownConnections,
  type KnownConnection,
  type KnownConnections,
} from '../../daemon/connect/known-connections.ts';
import type { ConnectReport } from '../../forges/connect-report.ts';
import { trustedSettings } from '../../routines/trust/trusted-settings.ts';
import { notConfirmed } from '../../runtime/load-to-run.ts';
import type { Connection } from '../../words/connection.ts';
import { AppError } from '../../words/errors.ts';
import { listWords } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import { askToConfirm } from '../ask-to-confirm.ts';
import type { CommandCall } from '../command.ts';
import {
  connectionDocument,
  writeConnection,
  writeConnections,
} from '../output/connection-view.ts';
import { writeJson } from '../output/write-json.ts';

/** Without a name it lists the connections, and contacts none. */
export async function connectCommand(call: CommandCall): Promise<number> {
  const [name] = call.words;
  const all = call.options.flag('all');
  const send = wantedSend(call);
  if (name !== undefined && all)
    throw usageFailure('a name and --all were given', 'Give one of them.');
  if (send !== null && name === undefined)
    throw usageFailure(
      '--send wants the name of a connection',
      'Write it before: roundsman connect NAME --send [ADDRESS]',
    );
  const workspace = await openWorkspace(call);
  const known = await knownConnections(workspace);
  if (name === undefined && !all) return list(call, known);
  const chosen = name === undefined ? known.connections : [connectionNamed(name, known)];
  if (send !== null) for (const { connection } of chosen) refuseSend(connection, send);
  await requireConfirmed(call, workspace, chosen);
  const seen: Seen[] = [];
  for (const one of chosen) {
    const report = await inspectConnection(workspace, one, { timezone: known.timezone, send });
    seen.push({ ...one, report });
    if (!call.json) writeConnection(call, { ...one, report });
  }
  if (call.json) {
    const documents = seen.map((one) => connectionDocument(one, one.report));
    writeJson(call.terminal, name === undefined ? documents : documents[0]);
  } else if (chosen.length === 0) writeConnections(call, []);
  return seen.every(({ report }) => report.reached && report.problems.length === 0) ? 0 : 1;
}

/** Its credentials are read and sent to where it leads. */
/* oxlint-disable-next-line eslint/max-params -- who asks, where, and which are to be looked at */
async function requireConfirmed(
  call: CommandCall,
  workspace: Workspace,
  chosen: readonly KnownConnection[],
): Promise<void> {
  const keys = new Set(chosen.map(({ connection }) => `connections.${connection.name}`));
  const all = (await trustedSettings(workspace)).unconfirmed;
  const unconfirmed = all.filter(({ key }) => keys.has(key));
  if (unconfirmed.length === 0) return;
  if (!(await askToConfirm(call, workspace, { unconfirmed, routine: null })))
    throw notConfirmed(unconfirmed, `connect ${call.words[0] ?? '--all'}`);
}

function wantedSend({ options }: CommandCall): WantedSend | null {
  const to = options.text('send');
  return to === null && !options.flag('send') ? null : { to };
}

/* oxlint-disable-next-line eslint/max-params -- over which, and to whom */
function refuseSend({ kind, name }: Connection, { to }: WantedSend): void {
  const { testMessage } = formOf({ kind });
  if (testMessage === undefined) {
    const over = connectionForms().flatMap((one) => one.testMessage?.over ?? []);
    throw usageFailure(
      `--send is for ${listWords(over, 'and')}, and ${name} is of the kind ${kind}`,
      'Leave it out.',
    );
  }
  const refusal = testMessage.refusal(name, to);
  if (refusal !== null) throw usageFailure(refusal.message, refusal.hint);
}

type Seen = KnownConnection & { readonly report: ConnectReport };

function list(call: CommandCall, { connections }: KnownConnections): number {
  if (call.json)
    writeJson(
      call.terminal,
      connections.map((one) => connectionDocument(one, null)),
    );
  else writeConnections(call, connections);
  return 0;
}

function usageFailure(message: string, hint: string): AppError {
  return new AppError('usage', { code: 'usage', message, hint });
}
