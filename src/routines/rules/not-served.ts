/**
 * Keys of the format that this version does not serve yet. They are refused by name, so that
 * no user believes that a policy or a budget is in force when nothing looks at it.
 */
import type { NodePath } from '../../words/rule-breach.ts';
import type { Problem } from './problem.ts';

const ROUTINE_KEYS = new Set<string>();

const WORKSPACE_KEYS = new Set(['context', 'notify', 'policy']);

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
