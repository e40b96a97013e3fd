/** The names that the outbox does not push to, and how addresses of remotes are shown. Pure. */
import { isBranchName } from '../words/ids.ts';
import type { Proposal, PullRequestProposal, PushBranchProposal } from '../words/proposal.ts';

/** Branches that people build, release and deploy from, by the names that they commonly have. */
const PROTECTED =
  /^(?:main|master|trunk|head|develop|development|dev|default|next|stable|staging|production|prod|live|gh-pages|(?:release|releases|hotfix|support|env|environment|deploy)(?:[/-].*)?|v?\d+(?:\.[\dx]+)*)$/i;

/** `null`: it may be pushed to, as far as the name tells. @param defaults branches that something starts from or lands on */
export function whyNotPushed(ref: string, defaults: readonly string[]): string | null {
  if (!isBranchName(ref) || /^refs\//i.test(ref))
    return `${JSON.stringify(ref)} is not a name for a branch`;
  if (PROTECTED.test(ref)) return `${ref} is a protected name`;
  const lower = ref.toLowerCase();
  if (defaults.some((one) => one.toLowerCase() === lower))
    return `${ref} is a branch that work starts from or lands on`;
  return null;
}

/**
 * Without user, password and what stands in a query; of ssh the user stays, who is part of the address. A password may hold
 * an `@`: it goes up to the last one before the path.
 */
export function withoutCredentials(url: string): string {
  const { scheme, who, rest, query } = partsOf(url);
  const shown = `${rest}${query === '' ? '' : '?***'}`;
  if (who === '') return `${scheme}${shown}`;
  const [user = ''] = who.split(':');
  return /^(?:git\+)?ssh/i.test(scheme) ? `${scheme}${user}@${shown}` : `${scheme}${shown}`;
}

/** The secret parts of an address, longest first. */
export function credentialsIn(url: string): readonly string[] {
  const { scheme, who, query } = partsOf(url);
  const [user = '', ...more] = who.split(':');
  const password = more.join(':');
  const named = /^(?:git\+)?ssh/i.test(scheme) ? [password] : [who, password, user];
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [...named, query, ...values]
    .flatMap((one) => [one, decoded(one)])
    .filter((one) => one.length > 3)
    .toSorted((one, other) => other.length - one.length);
}

interface UrlParts {
  /** With its `://`; empty for what is not a URL, such as `host:path`: then all of it is the rest. */
  readonly scheme: string;
  readonly who: string;
  readonly rest: string;
  /** Without its `?`. */
  readonly query: string;
}

function partsOf(url: string): UrlParts {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(url)?.[0] ?? '';
  if (scheme === '') return { scheme, who: '', rest: url, query: '' };
  const after = url.slice(scheme.length);
  const slash = after.indexOf('/');
  const at = after.lastIndexOf('@', slash < 0 ? after.length : slash);
  const rest = after.slice(at + 1);
  const mark = /^(?:file|ssh)/i.test(scheme) ? -1 : rest.indexOf('?');
  return {
    scheme,
    who: at < 0 ? '' : after.slice(0, at),
    rest: mark < 0 ? rest : rest.slice(0, mark),
    query: mark < 0 ? '' : rest.slice(mark + 1),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether carrying it out pushes a branch, by itself or with a pull request. */
export function pushesBranch(
  proposal: Proposal,
): proposal is PushBranchProposal | PullRequestProposal {
  return proposal.type === 'push-branch' || proposal.type === 'pull-request';
}
