/** From `connections` of roundsman.yaml to the words of the domain. */
import type { Connection, HttpPages, MailSecurity } from '../domain/connection.ts';
import { assertNever } from '../domain/errors.ts';
import type { WrittenConnections } from './connections-schema.ts';
import { toCredential, toSecretText } from './to-credential.ts';

type Written = WrittenConnections[string];

export function toConnections(written: WrittenConnections): readonly Connection[] {
  return Object.entries(written).map(([name, one]) => toConnection(name, one));
}

function toConnection(name: string, written: Written): Connection {
  const core = { name, private: written.private, ca: written.ca };
  const secret = (text: string | null) => (text === null ? null : toCredential(text));
  switch (written.kind) {
    case 'github': {
      const { kind, repository, api, token, tickets } = written;
      return { ...core, kind, repository, api: bare(api), token: secret(token), tickets };
    }
    case 'gitlab': {
      const { kind, project, api, token } = written;
      return { ...core, kind, project, api: bare(api), token: secret(token) };
    }
    case 'imap': {
      const { kind, host, security, user, password, folder } = written;
      const port = written.port ?? USUAL_PORTS.imap[security];
      return {
        ...core,
        kind,
        host,
        port,
        security,
        user,
        password: toCredential(password),
        folder,
      };
    }
    case 'smtp': {
      const { kind, host, security, user, password, from } = written;
      const port = written.port ?? USUAL_PORTS.smtp[security];
      const replyTo = written['reply-to'];
      return {
        ...core,
        kind,
        host,
        port,
        security,
        user,
        password: secret(password),
        from,
        replyTo,
      };
    }
    case 'http': {
      const { kind, url, method, headers, token, query, body, pages } = written;
      const sinceForm = written['since-form'];
      return {
        ...core,
        kind,
        url,
        method,
        headers,
        token: secret(token),
        query,
        body,
        sinceForm,
        pages: toPages(pages),
      };
    }
    case 'webhook': {
      const { kind, body, headers } = written;
      return {
        ...core,
        kind,
        url: toSecretText(written.url),
        secret: secret(written.secret),
        body,
        headers,
      };
    }
    default:
      return assertNever(written);
  }
}

const USUAL_PORTS: Readonly<Record<'imap' | 'smtp', Readonly<Record<MailSecurity, number>>>> = {
  imap: { tls: 993, starttls: 143, none: 143 },
  smtp: { tls: 465, starttls: 587, none: 25 },
};

function toPages(pages: Extract<Written, { kind: 'http' }>['pages']): HttpPages {
  if (pages === 'none' || pages === 'link') return { kind: pages };
  if ('url' in pages) return { kind: 'url', at: pages.url, last: pages.last };
  if ('cursor' in pages) {
    const { cursor, parameter, more, last } = pages;
    return { kind: 'cursor', at: cursor, parameter, more, last };
  }
  return { kind: 'number', ...pages };
}

function bare(url: string): string {
  return url.replace(/\/+$/, '');
}
