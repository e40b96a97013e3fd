/** The routine's `permissions` in OpenCode's words. The sandbox and the hand-back hold without it; it tells the model sooner. */
import { relative } from 'node:path';

import type { PlanRequest } from '../contract.ts';

type Action = 'allow' | 'deny';

export interface OpencodePermission {
  readonly '*': Action;
  readonly webfetch: Action;
  readonly websearch: Action;
  /** Without one, all may be edited. The last pattern that fits decides; `*` stands for slashes too. */
  readonly edit?: Readonly<Record<string, Action>>;
}

export function opencodePermission(
  request: Pick<PlanRequest, 'permissions' | 'worktree' | 'outFolder'>,
): OpencodePermission {
  const { write, network } = request.permissions;
  const web = network.allow.length > 0 ? 'allow' : 'deny';
  return {
    '*': 'allow',
    webfetch: web,
    websearch: web,
    ...(write.length > 0 && write.every(isStated) ? { edit: editRules(request) } : {}),
  };
}

/** Sets of characters, and what is not to be taken for a pattern, it has no words for: then git has the last one. */
function isStated(pattern: string): boolean {
  return !/[[\\]/.test(pattern);
}

/** It names files relative to the worktree, those outside as well. */
function editRules({
  permissions,
  worktree,
  outFolder,
}: Pick<PlanRequest, 'permissions' | 'worktree' | 'outFolder'>): Readonly<Record<string, Action>> {
  const rules = permissions.write.flatMap((pattern) => {
    const action: Action = pattern.startsWith('!') ? 'deny' : 'allow';
    return wildcards(pattern.replace(/^!/, '')).map((text) => [text, action] as const);
  });
  return {
    '*': 'deny',
    ...Object.fromEntries(rules),
    [`${relative(worktree, outFolder)}/*`]: 'allow',
    [`${outFolder}/*`]: 'allow',
  };
}

/**
 * A pattern of a .gitignore as wildcards, of which one has to fit: itself, what is below it, and either in any folder. To
 * OpenCode the slash after two stars is one that has to be there; here it also stands for no folder at all.
 */
function wildcards(pattern: string): readonly string[] {
  const body = pattern.replace(/^\.?\//, '').replace(/\/+$/, '');
  const anywhere = !body.includes('/') && !/^\.?\//.test(pattern);
  return [body, ...withoutFolders(body)].flatMap((path) => {
    const here = pattern.endsWith('/') ? [`${path}/*`] : [path, `${path}/*`];
    return anywhere ? [...here, ...here.map((text) => `*/${text}`)] : here;
  });
}

/** More of them in one pattern are somebody's joke. */
const MAX_SPREADS = 5;

/** With each of its double stars between folders left out, alone and together. */
function withoutFolders(path: string): readonly string[] {
  const parts = path.replaceAll(/(?<![^/])(?:\*\*\/)+/g, '**/').split(/(?<![^/])\*\*\//);
  if (parts.length === 1 || parts.length > MAX_SPREADS + 1) return [];
  const [first = '', ...rest] = parts;
  const all = rest.reduce<readonly string[]>(
    (heads, part) => heads.flatMap((head) => [`${head}**/${part}`, `${head}${part}`]),
    [first],
  );
  return all.filter((one) => one !== path);
}
