/** Which names nobody pushes to from the outbox, and how addresses of remotes are shown. Pure. */
import { isBranchName } from './ids.ts';

/** Branches that people build, release and deploy from, by the names that they commonly have. */
const PROTECTED =
  /^(?:main|master|trunk|head|develop|development|dev|default|next|stable|staging|production|prod|live|gh-pages|(?:release|releases|hotfix|support|env|environment|deploy)(?:[/-].*)?|v?\d+(?:\.[\dx]+)*)$/i;

/** `null`: it may be pushed to, as far as the name tells. @param defaults branches that something starts from or lands on */
export function whyNotPushed(ref: string, defaults: readonly string[]): string | null {
  if (!isBranchName(ref) || /^refs\//i.test(ref))
    return `${JSON.stringify(ref)} is no name for a branch`;
  if (PROTECTED.test(ref)) return `${ref} is a protected name`;
  const lower = ref.toLowerCase();
  if (defaults.some((one) => one.toLowerCase() === lower))
    return `${ref} is a branch that work starts from or lands on`;
  return null;
}

/** Without user and password; of ssh the user stays, who is part of the address. */
export function withoutCredentials(url: string): string {
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)([^/@\s]*)@(.*)$/is.exec(url);
  if (parts === null) return url;
  const [, scheme = '', who = '', rest = ''] = parts;
  const [user = ''] = who.split(':');
  return /^(?:git\+)?ssh/i.test(scheme) ? `${scheme}${user}@${rest}` : `${scheme}${rest}`;
}

/** What of an address nobody is to read, longest first. */
export function credentialsIn(url: string): readonly string[] {
  const who = /^[a-z][a-z0-9+.-]*:\/\/([^/@\s]*)@/i.exec(url)?.[1] ?? '';
  const [user = '', ...rest] = who.split(':');
  const password = rest.join(':');
  const secrets = /^ssh/i.test(url) ? [password] : [who, password, user];
  return secrets.flatMap((one) => [one, decoded(one)]).filter((one) => one.length > 3);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
