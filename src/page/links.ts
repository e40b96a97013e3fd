/** The URLs of the page. All links are built here, so that external names are always encoded. */

/** `/runs/<id>`. */
export function runLink(id: string): string {
  return path('runs', id);
}

export function routineLink(id: string): string {
  return path('routines', id);
}

export function findingLink(id: string): string {
  return path('findings', id);
}

export function itemLink(key: string): string {
  return path('items', key);
}

export function messageLink(id: string): string {
  return path('messages', id);
}

export function jobLink(id: string): string {
  return path('jobs', id);
}

/** Of the review: `S-3fa9`, or a branch, whose slashes stay readable. */
export function setLink(id: string): string {
  return path('review', id);
}

export function branchLink(branch: string): string {
  return `/review/branch/${branch.split('/').map(encodeURIComponent).join('/')}`;
}

export function proposalLink(id: string): string {
  return path('outbox', id);
}

/** Each piece is one piece, whatever it holds. */
export function path(...pieces: readonly string[]): string {
  return `/${pieces.map(encodeURIComponent).join('/')}`;
}

/** With a query; what is empty or `null` is left out. */
export function withQuery(to: string, query: Readonly<Record<string, string | null>>): string {
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== '') kept.set(name, value);
  const search = kept.toString();
  return search === '' ? to : `${to}?${search}`;
}

/** A path of this page, nothing that leads elsewhere; `/` for anything else. */
export function ownPath(to: string): string {
  return /^\/(?![/\\])[!-[\]-~]*$/.test(to) ? to : '/';
}

/** For `href` of what comes from outside: `null` unless it is http or https. */
export function safeUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
}
