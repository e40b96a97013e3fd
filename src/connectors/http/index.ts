import type { HttpConnection, HttpPages } from '../../words/connection.ts';
import type { Connector } from '../contract.ts';
import { hostOfUrl } from '../format-address.ts';
import { addressBreaches } from '../rules/address-rules.ts';
import { headerBreaches } from '../rules/header-rules.ts';
import { toOptionalCredential } from '../to-credential.ts';
import { httpBreaches } from './http-rules.ts';
import { httpSettings, type Written } from './settings.ts';

const MARKED = {
  marks: ['{secret}'],
  hint: 'Put it into `token`, and write {secret} in its place.',
};

export const httpConnector: Connector<HttpConnection, Written> = {
  connection: {
    kind: 'http',
    about: 'A list of tickets as JSON, of any service. docs/connections-recipes.md has recipes.',
    settings: httpSettings,
    toConnection: ({ 'since-form': sinceForm, pages, ...rest }, name) => ({
      ...rest,
      name,
      token: toOptionalCredential(rest.token),
      sinceForm,
      pages: toPages(pages),
    }),
    breaches: (written, path) => [
      ...addressBreaches([...path, 'url'], { ...written, carries: written.token !== null }),
      ...httpBreaches(written, path),
      ...headerBreaches(path, written.headers, MARKED),
    ],
    where: ({ url }) => hostOfUrl(url),
    leadsTo: ({ url }) => ({ kind: 'text', text: url }),
    connect: async (one, { clock, ...surroundings }) => {
      const { inspectList } = await import('../../collectors/inspect-list.ts');
      return inspectList(one, { ...surroundings, now: clock.now() });
    },
  },
  tickets: {
    mapped: true,
    open: async (request) =>
      (await import('../../collectors/tickets/sources/http/open-http.ts')).openHttp(request),
  },
};

function toPages(pages: Written['pages']): HttpPages {
  if (pages === 'none' || pages === 'link') return { kind: pages };
  if ('url' in pages) return { kind: 'url', at: pages.url, last: pages.last };
  if ('cursor' in pages) {
    const { cursor, parameter, more, last } = pages;
    return { kind: 'cursor', at: cursor, parameter, more, last };
  }
  return { kind: 'number', ...pages };
}
