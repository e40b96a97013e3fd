/**
 * Keys and values of the format that this version does not serve yet. They are refused by name, so that
 * nobody believes that a policy or a budget is in force when nothing looks at it.
 */
import type { Problem } from '../domain/problem.ts';
import type { NodePath } from './document-node.ts';

const ROUTINE_KEYS = new Set([
  'context',
  'notify',
  'agent.model',
  'agent.max-turns',
  'agent.fallbacks',
  'agent.variants',
  'outputs.pull-request',
  'outputs.comment',
  'limits.budget',
  'limits.park-max',
  'limits.retry',
]);

const WORKSPACE_KEYS = new Set(['context', 'notify', 'policy', 'limits.budget']);

const ENGINES = ['claude', 'codex', 'opencode', 'gemini', 'pi', 'qwen', 'copilot', 'acp'];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  engine: ENGINES,
  'agent.engine': ENGINES,
};

export type DefinitionKind = 'routine' | 'workspace';

/** The problem of a key at a path, or `null` when the format knows no such key. */
export function unservedKey(
  kind: DefinitionKind,
  path: NodePath,
): Pick<Problem, 'code' | 'message' | 'hint'> | null {
  const name = path.filter((step) => typeof step === 'string').join('.');
  const known = kind === 'routine' ? ROUTINE_KEYS : WORKSPACE_KEYS;
  if (!known.has(name)) return null;
  return {
    code: 'not-served',
    message: `\`${name}\` is not served by this version yet`,
    hint: `Remove \`${name}\`.`,
  };
}

/** The same for a value. */
export function unservedValue(
  path: NodePath,
  value: unknown,
): Pick<Problem, 'code' | 'message'> | null {
  const name = path.filter((step) => typeof step === 'string').join('.');
  if (typeof value !== 'string' || VALUES[name]?.includes(value) !== true) return null;
  return {
    code: 'not-served',
    message: `\`${name}: ${value}\` is not served by this version yet`,
  };
}
