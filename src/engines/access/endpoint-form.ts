/** Whether a text is the base URL of an endpoint. Pure. */

/** Words that follow "the endpoint"; `null` for one that is. What it says is repeated without what may be secret in it. */
export function whyBadEndpoint(text: string): string | null {
  if (!URL.canParse(text)) return 'is no URL';
  const { protocol, username, password, search, hash, host } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `begins with ${protocol} instead of https: or http:`;
  if (username !== '' || password !== '') return `carries a user name or password (${host})`;
  if (search !== '' || hash !== '') return `carries more than a path (${host})`;
  return null;
}
