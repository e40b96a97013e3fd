import type { WantedSend } from '../../connectors/contract.ts';
import { connectionForms, formOf } from '../../connectors/registry.ts';
import {
  inspectConnection,
  connectionNamed,
  type KnownConnection,
  knownConnections,
  type KnownConnections,
  type KnownCredential,
  type WritableStart,
  writableStart,
} from '../../daemon/connect/known-connections.ts';
import type { ConnectReport } from '../../forges/connect-report.ts';
import { trustedSettings } from '../../routines/trust/trusted-settings.ts';
import { notConfirmed } from '../../runtime/load-to-run.ts';
import { type Connection, NO_CONNECTIONS } from '../../words/connection.ts';
import { AppError } from '../../words/errors.ts';
import { listWords } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import { askToConfirm } from '../ask-to-confirm.ts';
import type { CommandCall } from '../command.ts';
import { canAsk, confirmUsual } from '../confirm.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

// What `connect` shows: the list, and what was seen of one.

function writeConnections(
  { terminal }: CommandCall,
  connections: readonly KnownConnection[],
): void {
  const page = openPage(terminal);
  if (connections.length === 0) {
    page.line(NO_CONNECTIONS);
    return;
  }
  page.table(
    [
      { title: 'connection', text: ({ connection }) => connection.name },
      { title: 'kind', text: ({ connection }) => connection.kind },
      { title: 'where', text: ({ where }) => where, shrinkTo: 20 },
      { title: 'used by', text: ({ usedBy }) => usedBy.join(', ') || '—', shrinkTo: 12 },
      {
        title: 'credentials',
        text: ({ credentials }) => credentials.map(formatCredential).join(', ') || '—',
        style: ({ credentials }) =>
          credentials.some(({ found }) => found === false) ? 'bad' : null,
        shrinkTo: 20,
      },
    ],
    connections,
  );
  page.line();
  page.line('See what one of them can do: roundsman connect NAME');
}

function formatCredential({ place, found }: KnownCredential): string {
  return found === false ? `${place} (not there)` : place;
}

function writeConnection(
  { terminal }: CommandCall,
  { connection, where, usedBy, report }: KnownConnection & { readonly report: ConnectReport },
): void {
  const page = openPage(terminal);
  page.line(`${connection.name}: ${connection.kind}, ${where}`);
  page.fields([
    ['reached', report.reached ? 'yes' : 'no'],
    ['as', report.as],
    ['sees', report.sees.join('\n')],
    ['used by', usedBy.join(', ') || 'no routine'],
  ]);
  for (const { what, answer } of report.can) {
    const style = answer === 'yes' ? 'good' : answer === 'no' ? 'bad' : 'faint';
    page.line(`  ${page.paint(style, answer.padEnd(7))}  ${what}`);
  }
  for (const { what, hint } of report.problems) {
    page.line(`  ${page.paint('bad', 'problem')}  ${what}`);
    if (hint !== '') page.line(`           ${hint}`);
  }
  page.line();
}

/** docs/connections.md tells its fields; they may be added to, not changed. */
function connectionDocument(
  { connection, where, usedBy, credentials }: KnownConnection,
  report: ConnectReport | null,
): object {
  const { name, kind } = connection;
  return { name, kind, where, usedBy, credentials, ...(report === null ? {} : { report }) };
}

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
  const start = name === undefined ? null : writableStart(name, known);
  if (name !== undefined && start !== null && !call.json && canAsk(call.terminal))
    return offerStart(call, workspace, { name, ...start });
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

/** Of a service that roundsman.yaml does not have yet: shown, and written when the user agrees. */
async function offerStart(
  { terminal, env }: CommandCall,
  workspace: Workspace,
  { name, setting, variable }: WritableStart & { readonly name: string },
): Promise<number> {
  const value = setting.slice(setting.indexOf('=') + 1);
  terminal.err(`roundsman.yaml has no connection ${name} yet. It would get:\n\n`);
  terminal.err(`  connections:\n    ${name}: ${value}\n\n`);
  if (!(await confirmUsual(terminal, 'Write it to roundsman.yaml?')))
    throw new AppError('refused', {
      code: 'declined',
      message: 'it was not confirmed, and nothing was written',
      hint: '',
    });
  const { changeSettings } = await import('../change-settings.ts');
  const { file } = await changeSettings(workspace, { id: null, settings: [setting] });
  const page = openPage(terminal);
  const test = `roundsman connect ${name}${value.includes('kind: webhook') ? ' --send' : ''}`;
  page.line(`wrote connections.${name} to ${file}`);
  page.line(
    (env[variable] ?? '') === ''
      ? `Next: set ${variable} here and for the daemon, then test it: ${test}`
      : `Next: test it: ${test}   (${variable} is set here; the daemon needs it too)`,
  );
  page.line(`      and commit ${file}: the daemon reads it on the default branch`);
  return 0;
}

/** Its credentials are read and sent to where it leads. */
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
