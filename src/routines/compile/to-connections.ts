/** From `connections` of roundsman.yaml to the words of the domain. */
import type { Connection, Credential, HttpPages, MailSecurity } from '../../words/connection.ts';
import { assertNever } from '../../words/errors.ts';
import type { WrittenConnections } from '../schema/connections-schema.ts';
import { toCredential, toSecretText } from './to-credential.ts';

type Written = WrittenConnections[string];

export function toConnections(written: WrittenConnections): readonly Connection[] {
  return Object.entries(written).map(([name, one]) => toConnection(name, one));
}

function toConnection(name: string, written: Written): Connection {
  switch (written.kind) {
    case 'github':
    case 'gitlab':
      return { ...written, name, api: bare(written.api), token: secretOf(written.token) };
    case 'imap': {
      const port = written.port ?? USUAL_PORTS.imap[written.security];
      return { ...written, name, port, password: toCredential(written.password) };
    }
    case 'smtp': {
      const { 'reply-to': replyTo, ...rest } = written;
      const port = rest.port ?? USUAL_PORTS.smtp[rest.security];
      return { ...rest, name, port, password: secretOf(rest.password), replyTo };
    }
    case 'http': {
      const { 'since-form': sinceForm, pages, ...rest } = written;
      return { ...rest, name, token: secretOf(rest.token), sinceForm, pages: toPages(pages) };
    }
    case 'webhook':
      return {
        ...written,
        name,
        url: toSecretText(written.url),
        secret: secretOf(written.secret),
      };
    default:
      return assertNever(written);
  }
}

function secretOf(text: string | null): Credential | null {
  return text === null ? null : toCredential(text);
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
