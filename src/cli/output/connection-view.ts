/** What `connect` shows: the list, and what was seen of one. */
import type { KnownConnection, KnownCredential } from '../../daemon/connect/known-connections.ts';
import type { ConnectReport } from '../../forges/connect-report.ts';
import { NO_CONNECTIONS } from '../../words/connection.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from './page.ts';

export function writeConnections(
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

export function writeConnection(
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
export function connectionDocument(
  { connection, where, usedBy, credentials }: KnownConnection,
  report: ConnectReport | null,
): object {
  const { name, kind } = connection;
  return { name, kind, where, usedBy, credentials, ...(report === null ? {} : { report }) };
}
