/** The key `page.people` of roundsman.yaml. */
import { z } from 'zod';

import * as outward from '../../words/outward-parts.ts';
import * as part from '../../words/schema-parts.ts';

/** No line breaks or other controls: it stands in records and lists. */
const name = z
  .string()
  .regex(/^[^\s\p{C}]([^\p{C}]{0,198}[^\s\p{C}])?$/u)
  .meta({ title: 'a name or mail address, or `group:` and a group' });

const header = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]{1,99}$/)
  .meta({ title: 'the name of a header, such as X-Forwarded-User' });

const address = z
  .string()
  .regex(/^([0-9]{1,3}(\.[0-9]{1,3}){3}|[0-9A-Fa-f:]{2,39})$/)
  .meta({ title: 'an IP address' });

const origin = z
  .string()
  .regex(
    /^https?:\/\/([A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])(:[1-9][0-9]{0,4})?$/,
  )
  .meta({ title: 'an http or https URL without a path' });

const oidc = z
  .strictObject({
    issuer: outward.webUrl
      .describe('The provider, as it names itself. https, unless it is on this machine.')
      .meta({ examples: ['https://id.example'] }),
    'client-id': part.line.describe('Of Roundsman at the provider.').meta({
      examples: ['roundsman'],
    }),
    'client-secret': part.environmentSecret
      .nullable()
      .default(null)
      .describe('A variable of the daemon that holds it. Without one: a public client.')
      .meta({ examples: ['env:ROUNDSMAN_OIDC_SECRET'] }),
    claim: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_.:/-]{0,99}$/)
      .meta({ title: 'the name of a claim' })
      .default('email')
      .describe(
        'The claim of the ID token that is the person’s name. `email` counts only with `email_verified`; other choices are `preferred_username` and `sub`.',
      ),
  })
  .nullable()
  .default(null)
  .describe('Log in by OpenID Connect. The provider must allow the address URL/login/return.');

const people = z.array(name).max(1_000).default([]);

export const pagePeople = z
  .strictObject({
    url: origin
      .nullable()
      .default(null)
      .describe('What people open. Needed for `oidc`; https, unless it is on this machine.')
      .meta({ examples: ['https://roundsman.example'] }),
    header: header
      .nullable()
      .default(null)
      .describe(
        'The header in which a proxy says who asks. The page must listen on a loopback or private address.',
      )
      .meta({ examples: ['X-Forwarded-User'] }),
    proxies: z
      .array(address)
      .max(50)
      .default([])
      .describe('Addresses that may send `header`, besides those of this machine.')
      .meta({ examples: [['10.0.0.5']] }),
    oidc,
    roles: z
      .strictObject({
        viewer: people.describe('Sees everything but the audit list.'),
        reviewer: people.describe('Decides, comments, answers and lands.'),
        operator: people.describe('Runs, cancels, retries and pauses.'),
        admin: people.describe(
          'Does everything: also writes and enables routines, and reads the audit list.',
        ),
      })
      .prefault({})
      .describe(
        'Who may do what. A person may have several roles; who has none is refused. With `oidc`, `group:NAME` stands for a group in the claim `groups`.',
      )
      .meta({ examples: [{ reviewer: ['ada@example.com'], admin: ['group:platform'] }] }),
  })
  .nullable()
  .default(null)
  .describe('Several people at one page, each with a name and roles. Default: one person.');
