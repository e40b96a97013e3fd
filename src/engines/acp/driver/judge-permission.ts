/** Whether what an agent asks leave for is permitted by its routine. Pure. What it does not ask for, the sandbox decides. */
import { isAbsolute, join, normalize, relative } from 'node:path';

import { matchPaths } from '../../../words/path-globs.ts';
import { oneLine } from '../../../words/text.ts';
import { listAt, textAt, valueAt } from '../../stream-fields.ts';
import { networkLine, readLine, writeLine, toolSummary } from '../../stream/tools.ts';

export interface PermissionRules {
  readonly worktree: string;
  /** Patterns of what may be changed in the worktree; empty = all of it. */
  readonly write: readonly string[];
  /** `example.com`, `*.example.com`, either with `:port`. */
  readonly hosts: readonly string[];
  /** Absolute folders outside of the worktree that may be written. */
  readonly writable: readonly string[];
  /** Absolute files and folders that may be read although they lie in `closed`. */
  readonly readable: readonly string[];
  /** The user's own folder; `null` when it cannot be seen anyway. */
  readonly closed: string | null;
}

export type Judgement =
  | { readonly kind: 'allow' }
  /** `line` is what to write under `permissions`, when there is such a line. */
  | { readonly kind: 'deny'; readonly what: string; readonly line: string | null };

const ALLOW: Judgement = { kind: 'allow' };

/** @param toolCall as the protocol has it: kind, title, locations, rawInput */
export function judgePermission(toolCall: unknown, rules: PermissionRules): Judgement {
  const kind = textAt(toolCall, 'kind') ?? 'other';
  switch (kind) {
    case 'fetch':
      return judgeFetch(toolCall, rules);
    case 'edit':
    case 'delete':
    case 'move':
      return firstDenied(pathsOf(toolCall), (path) => judgeWrite(path, rules));
    case 'read':
    case 'search':
      return firstDenied(pathsOf(toolCall), (path) => judgeRead(path, rules));
    default:
      return ALLOW;
  }
}

function judgeFetch(toolCall: unknown, { hosts }: PermissionRules): Judgement {
  const input = valueAt(toolCall, 'rawInput');
  const url = textAt(input, 'url') ?? textAt(input, 'uri') ?? '';
  if (URL.canParse(url) && hosts.some((host) => matchesHost(new URL(url), host))) return ALLOW;
  // A search asks some service of the model's side, and names no address.
  const what = oneLine(
    `fetch ${url === '' ? (textAt(toolCall, 'title') ?? toolSummary(input)) : url}`,
  );
  return { kind: 'deny', what, line: networkLine(url) };
}

function matchesHost({ hostname, port, protocol }: URL, rule: string): boolean {
  const [name = '', wanted] = rule.split(':');
  const actual = port === '' ? (protocol === 'http:' ? '80' : '443') : port;
  if (wanted === undefined ? actual !== '80' && actual !== '443' : wanted !== actual) return false;
  return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name;
}

function judgeWrite(path: string, rules: PermissionRules): Judgement {
  const full = absolute(path, rules);
  if (rules.writable.some((folder) => isWithin(folder, full))) return ALLOW;
  if (!isWithin(rules.worktree, full))
    return { kind: 'deny', what: oneLine(`change ${full}`), line: null };
  const inside = relative(rules.worktree, full);
  if (rules.write.length === 0 || matchPaths(rules.write)(inside)) return ALLOW;
  return { kind: 'deny', what: oneLine(`change ${inside}`), line: writeLine(inside) };
}

function judgeRead(path: string, rules: PermissionRules): Judgement {
  const full = absolute(path, rules);
  const open = [rules.worktree, ...rules.writable, ...rules.readable];
  if (rules.closed === null || !isWithin(rules.closed, full)) return ALLOW;
  if (open.some((folder) => isWithin(folder, full))) return ALLOW;
  return { kind: 'deny', what: oneLine(`read ${full}`), line: readLine(full) };
}

function pathsOf(toolCall: unknown): readonly string[] {
  const named = [
    ...listAt(toolCall, 'locations').map((location) => textAt(location, 'path')),
    ...listAt(toolCall, 'content').map((content) => textAt(content, 'path')),
    ...['file_path', 'filePath', 'path', 'abs_path', 'new_path'].map((name) =>
      textAt(toolCall, 'rawInput', name),
    ),
  ];
  return [...new Set(named.flatMap((path) => (path === null || path === '' ? [] : [path])))];
}

function firstDenied(paths: readonly string[], judge: (path: string) => Judgement): Judgement {
  for (const path of paths) {
    const judgement = judge(path);
    if (judgement.kind === 'deny') return judgement;
  }
  return ALLOW;
}

function absolute(path: string, { worktree }: PermissionRules): string {
  return isAbsolute(path) ? normalize(path) : join(worktree, path);
}

function isWithin(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside === '' || (inside !== '..' && !inside.startsWith('../') && !isAbsolute(inside));
}
