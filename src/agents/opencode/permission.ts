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
    ...(write.length === 0 ? {} : { edit: editRules(request) }),
  };
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

/** A pattern of a .gitignore as wildcards, of which one has to fit: itself, what is below it, and either in any folder. */
function wildcards(pattern: string): readonly string[] {
  const path = pattern.replace(/^\//, '').replace(/\/+$/, '');
  const anywhere = !pattern.replace(/\/+$/, '').includes('/');
  const here = pattern.endsWith('/') ? [`${path}/*`] : [path, `${path}/*`];
  return anywhere ? [...here, ...here.map((text) => `*/${text}`)] : here;
}
