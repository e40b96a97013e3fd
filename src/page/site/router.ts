/** From a path to the view or action that answers it. */
import { TrieRouter } from 'hono/router/trie-router';

import type { PageAction, PageView } from '../contract.ts';

export interface Found<T> {
  readonly route: T;
  readonly params: Readonly<Record<string, string>>;
}

export interface Router {
  view(path: string): Found<PageView> | null;
  action(path: string): Found<PageAction> | null;
}

export function openRouter(views: readonly PageView[], actions: readonly PageAction[]): Router {
  return { view: finder(views), action: finder(actions) };
}

function finder<T extends { readonly path: string }>(
  routes: readonly T[],
): (path: string) => Found<T> | null {
  const router = new TrieRouter<T>();
  for (const route of routes) router.add('GET', route.path, route);
  return (path) => {
    const [matches] = router.match('GET', path);
    const [route, raw] = matches[0] ?? [];
    const params = decodeAll(Object.entries(raw ?? {}));
    return route === undefined || params === null ? null : { route, params };
  };
}

/** `null` when a piece is not text: then there is no such page. */
function decodeAll(raw: readonly (readonly [string, unknown])[]): Record<string, string> | null {
  try {
    return Object.fromEntries(
      raw.map(([name, value]) => [name, decodeURIComponent(String(value))]),
    );
  } catch {
    return null;
  }
}
