/** The address of a PostgreSQL database: read from the environment, and told without its password. Pure. */
import type { Environment } from '../../platform/environment.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';

export interface StoreAddress {
  /** As it is given to the driver; may hold a password. */
  readonly url: string;
  /** For people: `postgres://ada@db.example:5432/roundsman`. */
  readonly shown: string;
}

/** @param variable a name in `env`. Throws `missing` where it names no database */
export function storeAddress(env: Environment, variable: string): StoreAddress {
  const text = (env[variable] ?? '').trim();
  if (text === '')
    throw new AppError('missing', {
      code: 'store-address-missing',
      message: `the address of the database for records is missing: ${variable} is not set`,
      hint: `Set ${variable} to the address of the database: postgres://USER:PASSWORD@HOST/DATABASE`,
    });
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw new AppError('usage', {
      code: 'store-address',
      message: `${variable} holds no address of a PostgreSQL database`,
      hint: 'Write it as postgres://USER:PASSWORD@HOST/DATABASE.',
    });
  return { url: text, shown: shownAddress(url) };
}

/** The same where it need not be there yet: for people. */
export function shownIn(env: Environment, variable: string): string {
  try {
    return storeAddress(env, variable).shown;
  } catch {
    return `env:${variable}`;
  }
}

/** Without password and parameters, which may hold one too. */
function shownAddress(url: URL): string {
  const user = url.username === '' ? '' : `${url.username}@`;
  return oneLine(`${url.protocol}//${user}${url.host}${url.pathname}`, 200);
}
