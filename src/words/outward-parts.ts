/** Values that connections, messages, trackers and forges are described by. */
import { z } from 'zod';

import { MAIL_ADDRESS } from './mail-address.ts';

/** A port that stands with it is told to stand by itself. */
export const serverHost = z
  .string()
  .regex(/^[A-Za-z0-9_.:[\]-]{1,253}$/)
  .meta({ title: 'a name of a host, or an address' });

/** Where a secret is. What stands there is never repeated in a problem: it may be the secret itself. */
export const credential = z
  .string()
  .regex(
    /^(env:[A-Za-z_][A-Za-z0-9_]{0,127}|file:(~\/|\/)(?!(.*\/)?\.\.(\/|$))[^\0\n]{1,1000}|command:\S[^\n]{0,1999})$/,
  )
  .meta({
    title:
      '`env:` and a variable, `file:` and an absolute path, or `command:` and a command that prints it; never a secret itself',
  });

/** An http or https address, or where one is that is a secret. Never repeated in a problem. */
export const secretUrl = z
  .string()
  .regex(
    /^(https?:\/\/[^\s@]{1,2000}|env:[A-Za-z_][A-Za-z0-9_]{0,127}|file:(~\/|\/)(?!(.*\/)?\.\.(\/|$))[^\0\n]{1,1000}|command:\S[^\n]{0,1999})$/,
  )
  .meta({
    title: 'an http or https URL, or `env:`, `file:` or `command:` where one is that is secret',
  });

export const webUrl = z
  .string()
  .regex(/^https?:\/\/[^\s@?#]{1,2000}$/)
  .meta({ title: 'an http or https URL without user, query or fragment' });

export const connectionName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
  .meta({ title: 'a name in kebab-case, such as `support-mail`' });

export const repositoryName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,100}(\/[A-Za-z0-9_.-]{1,100}){1,9}$/)
  .meta({ title: 'owner and name, such as `acme/billing`' });

/** Without comments, groups or line ends: `a@b.example` or `Name <a@b.example>`. */
export const mailAddress = z
  .string()
  .regex(MAIL_ADDRESS)
  .meta({ title: 'a mail address, such as `team@example.com` or `Team <team@example.com>`' });

export const timeOfDay = z
  .string()
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/)
  .meta({ title: 'a time of day, such as "07:00"' });

export const timeSpan = z
  .string()
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$/)
  .meta({ title: 'a span of the day, such as "22:00-07:00"' });

/** Without `{`, which is ours. */
export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/)
  .meta({ title: 'the name of a header' });

export const headerValue = z
  .string()
  .regex(/^[\x20-\x7e]{0,2000}$/)
  .meta({ title: 'the value of a header, in ASCII' });

export const label = z
  .string()
  .regex(/^[^\s,][^\n,]{0,49}$/)
  .meta({ title: 'a label, such as `todo`' });
