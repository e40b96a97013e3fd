/**
 * What a routine permits, as Claude Code's own rules; whatever has no rule is refused.
 *
 * Shell commands are allowed whole: they cannot be told apart truthfully by their text, and an agent without a shell
 * neither tests nor commits. What a shell writes is judged afterwards, from git, like everything else.
 */
import type { PlanRequest } from '../contract.ts';

/** Tools that work inside of the session, or reach no further than the shell does. */
const ALWAYS = ['Bash', 'Read', 'Glob', 'Grep', 'Task', 'Agent', 'Skill', 'NotebookRead'] as const;

/** Where scratch files go. */
const SCRATCH = '/tmp';

export function permissionRules({
  worktree,
  outFolder,
  permissions,
  mcp,
}: Pick<PlanRequest, 'worktree' | 'outFolder' | 'permissions' | 'mcp'>): readonly string[] {
  return [
    ...ALWAYS,
    ...editRules(worktree, permissions.write),
    editRule(`${outFolder}/**`),
    editRule(`${SCRATCH}/**`),
    ...webRules(permissions.network.allow),
    // Every tool of a server that the run itself gives.
    ...mcp.map(({ name }) => `mcp__${name}`),
  ];
}

/** Patterns that take something back have no rule of their own kind: then all of the worktree, and git has the last word. */
function editRules(worktree: string, write: readonly string[]): readonly string[] {
  const plain = write.length > 0 && write.every((pattern) => isStated(pattern));
  if (!plain) return [editRule(`${worktree}/**`)];
  return write.map((pattern) => editRule(`${worktree}/${anchored(pattern)}`));
}

/** A rule ends at its last parenthesis, and a list of rules is not split at commas when it comes as JSON. */
function isStated(pattern: string): boolean {
  return !pattern.startsWith('!') && !/[()]/.test(pattern);
}

/** As in gitignore: without a slash before its end, a pattern holds at any depth. */
function anchored(pattern: string): string {
  const body = pattern.replace(/^\.\//, '/');
  if (body.startsWith('/')) return body.slice(1);
  return body.slice(0, -1).includes('/') ? body : `**/${body}`;
}

/** It stands for every tool that edits files. Two slashes: from the root of the file system. */
function editRule(path: string): string {
  return `Edit(/${path})`;
}

/** A rule names a host and no port. */
function webRules(hosts: readonly string[]): readonly string[] {
  return [...new Set(hosts.map((host) => host.replace(/:\d+$/, '')))].map(
    (host) => `WebFetch(domain:${host})`,
  );
}
