/** Mail addresses as definitions write them: `a@b.example` or `Name <a@b.example>`, without comments, groups or lists. */
import { stripControls } from './text.ts';

export const MAIL_ADDRESS =
  /^([^\p{Cc}\p{Zl}\p{Zp}<>"@,;:]{1,100} <[^\s<>"@,;:]{1,64}@[A-Za-z0-9.-]{1,253}>|[^\s<>"@,;:]{1,64}@[A-Za-z0-9.-]{1,253})$/u;

export interface MailAddress {
  /** `''`: none. */
  readonly name: string;
  readonly address: string;
}

/** `null`: it is none, or holds what has no place in a line of a mail's head. */
export function parseMailAddress(text: string): MailAddress | null {
  if (!MAIL_ADDRESS.test(text) || stripControls(text) !== text || text.includes('\t')) return null;
  // An encoded word, which mail programs read as what is in it.
  if (text.includes('=?')) return null;
  const named = /^(.+) <([^<>]+)>$/.exec(text);
  const address = named?.[2] ?? text;
  if (
    !/@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/.test(
      address,
    )
  )
    return null;
  return { name: named?.[1]?.trim() ?? '', address };
}

/** What stands behind its `@`. */
export function domainOf({ address }: MailAddress): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
