/** `--set key=value`: values laid over a routine. */
import type { NodePath } from '../words/rule-breach.ts';
import { listNode, mapNode, withEntry, type DocumentNode } from './document-node.ts';
import { readSetting } from './read-setting.ts';
import type { Problem } from './rules/problem.ts';

export interface Overridden {
  readonly root: DocumentNode;
  readonly problems: readonly Problem[];
  /** With whole keys: `collect.todos.paths=src` of `paths=src`. */
  readonly overrides: readonly string[];
}

/** @param root with shorthands spelled out @param overrides as written, `key=value` */
export function applyOverrides(root: DocumentNode, overrides: readonly string[]): Overridden {
  let made = root;
  const problems: Problem[] = [];
  const whole: string[] = [];
  for (const text of overrides) {
    const read = readSetting({ kind: 'routine', root: made }, text);
    if (read.kind === 'problem') {
      problems.push(read.problem);
      continue;
    }
    made = put(made, read.path, read.value);
    whole.push(text.replace(/^[^=+]*/, read.key));
  }
  return { root: made, problems, overrides: whole };
}

/** With that value at the path; maps on the way are made. */
export function put(
  node: DocumentNode | undefined,
  path: NodePath,
  value: DocumentNode,
): DocumentNode {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items = node?.kind === 'list' ? node.items : [];
    const changed = items.map((item, index) => (index === step ? put(item, rest, value) : item));
    return listNode(changed, node?.place ?? null);
  }
  const map = node?.kind === 'map' ? node : mapNode(new Map(), null);
  return withEntry(map, step, put(map.entries.get(step)?.node, rest, value));
}
