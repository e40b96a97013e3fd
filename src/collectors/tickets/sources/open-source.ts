/** The one place that knows which source serves a rule. Each is loaded when a routine asks for it. */
import type { Connection } from '../../../words/connection.ts';
import { AppError } from '../../../words/errors.ts';
import { oneLine } from '../../../words/text.ts';
import {
  SOURCE_BOUNDS,
  type SourceBounds,
  type TicketsRequest,
  type TicketSource,
} from './contract.ts';

/** Throws an AppError when the connection is not there, or has no tickets. */
export async function openSource(
  request: TicketsRequest,
  bounds: SourceBounds = SOURCE_BOUNDS,
): Promise<TicketSource> {
  const connection = connectionOf(request);
  const { rule } = request;
  if (connection === null) {
    const { openFiles } = await import('./files/open-files.ts');
    return openFiles(rule.path ?? '', request);
  }
  const opened = { ...request, bounds };
  switch (connection.kind) {
    case 'imap': {
      const { openImap } = await import('./imap/open-imap.ts');
      return openImap({ ...opened, connection });
    }
    case 'http':
      return (await import('./http/open-http.ts')).openHttp({ ...opened, connection });
    case 'github':
      return (await import('./github/open-github.ts')).openGithub({ ...opened, connection });
    case 'gitlab':
    case 'smtp':
    case 'webhook':
      throw noTickets(connection);
  }
}

/** The connection that the rule names; `null`: it reads files. Throws an AppError when there is none of that name. */
export function connectionOf({ rule, outside }: TicketsRequest): Connection | null {
  const name = rule.from ?? null;
  if (name === null) return null;
  const found = outside.connections.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = outside.connections.map((one) => one.name).join(', ');
  throw new AppError('invalid-definition', {
    code: 'no-connection',
    message: `\`tickets.from\` names the connection ${oneLine(name, 80)}, which roundsman.yaml does not have`,
    hint:
      names === ''
        ? 'Add it under `connections`, such as `support: { kind: imap, host: imap.example.com, user: you@example.com, password: env:IMAP_PASSWORD }`. All kinds: roundsman schema workspace'
        : `It has: ${names}.`,
  });
}

function noTickets({ name, kind }: Connection): AppError {
  return new AppError('invalid-definition', {
    code: 'no-tickets',
    message: `\`tickets.from\` names ${name}, and a connection of kind ${kind} has no tickets`,
    hint: 'Name one of kind github, imap or http.',
  });
}
