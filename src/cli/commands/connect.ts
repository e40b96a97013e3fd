import {
  connectionNamed,
  knownConnections,
  type KnownConnection,
  type KnownConnections,
} from '../../app/connect/known-connections.ts';
import { lookAtConnection } from '../../app/connect/look-at-connection.ts';
import { openWorkspace } from '../../app/open-workspace.ts';
import type { ConnectReport } from '../../domain/connect-report.ts';
import { AppError } from '../../domain/errors.ts';
import { parseMailAddress } from '../../domain/mail-address.ts';
import { oneLine } from '../../domain/text.ts';
import type { CommandCall } from '../command.ts';
import {
  connectionDocument,
  writeConnection,
  writeConnections,
} from '../output/connection-view.ts';
import { writeJson } from '../output/write-json.ts';

/** Without a name it lists, and asks nobody. */
export async function connectCommand(call: CommandCall): Promise<number> {
  const [name] = call.words;
  const all = call.options.flag('all');
  const sendTo = call.options.text('send');
  if (name !== undefined && all)
    throw usageFailure('a name and --all were given', 'Give one of them.');
  if (sendTo !== null && name === undefined)
    throw usageFailure(
      '--send wants the name of a connection',
      'Write it before: roundsman connect NAME --send ADDRESS',
    );
  if (sendTo !== null && parseMailAddress(sendTo) === null)
    throw usageFailure(
      `--send: ${oneLine(sendTo, 100)} is no mail address`,
      'Write one such as me@example.com.',
    );
  const workspace = await openWorkspace(call);
  const known = await knownConnections(workspace);
  if (name === undefined && !all) return list(call, known);
  const chosen = name === undefined ? known.connections : [connectionNamed(name, known)];
  const wrong = chosen.find(({ connection }) => sendTo !== null && connection.kind !== 'smtp');
  if (wrong !== undefined)
    throw usageFailure(
      `--send is for mail servers, and ${wrong.connection.name} is of the kind ${wrong.connection.kind}`,
      'Leave it out.',
    );
  const seen: Seen[] = [];
  for (const one of chosen) {
    const report = await lookAtConnection(workspace, one, { timezone: known.timezone, sendTo });
    seen.push({ ...one, report });
    if (!call.json) writeConnection(call, { ...one, report });
  }
  if (call.json) {
    const documents = seen.map((one) => connectionDocument(one, one.report));
    writeJson(call.terminal, name === undefined ? documents : documents[0]);
  } else if (chosen.length === 0) writeConnections(call, []);
  return seen.every(({ report }) => report.reached && report.problems.length === 0) ? 0 : 1;
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
