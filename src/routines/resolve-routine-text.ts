/**
 * A routine written out in full, each value with a comment that says where it came from. What comes out is a
 * valid routine file again and means the same.
 */
import {
  Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  Scalar,
  type Node,
  type ScalarTag,
} from 'yaml';

import type { Problem } from '../domain/problem.ts';
import type { DefinitionContext } from './definition-context.ts';
import { nodeAt, type DocumentNode, type NodePath } from './document-node.ts';
import { resolveRoutine, type RoutineSource } from './parse-routine.ts';
import { WORKSPACE_FILE } from './parse-workspace.ts';

export type ResolvedText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

export function resolveRoutineText(
  source: RoutineSource,
  context: DefinitionContext,
): ResolvedText {
  const resolved = resolveRoutine(source, context);
  if (resolved.kind === 'problems') return resolved;
  const document = new Document(resolved.full, {
    aliasDuplicateObjects: false,
    customTags: [EMPTY],
  });
  const originOf = originsOf(source.file, resolved.root, context);
  if (document.contents !== null) annotate(document.contents, [], originOf);
  return { kind: 'text', text: document.toString({ lineWidth: 0 }) };
}

/** A list or map without entries, printed in one piece: a comment after a real one would go to the next line. */
class Empty {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const EMPTY: ScalarTag = {
  tag: 'tag:yaml.org,2002:empty',
  default: true,
  identify: (value) => value instanceof Empty,
  resolve: (text) => text,
  stringify: ({ value }) => (value instanceof Empty ? value.text : ''),
};

type OriginOf = (path: NodePath) => string;

function originsOf(file: string, root: DocumentNode, { workspace }: DefinitionContext): OriginOf {
  return (path) => {
    const node = nodeAt(root, path);
    if (node !== undefined) return node.place === null ? '--set' : `${file}:${node.place.line}`;
    const last = path.at(-1);
    const line =
      last === 'timezone' && path[0] === 'on'
        ? workspace.lines.timezone
        : path.join('.') === 'agent.engine'
          ? workspace.lines.engine
          : null;
    return line === null ? 'default' : `${WORKSPACE_FILE}:${line}`;
  };
}

function annotate(node: Node, path: NodePath, originOf: OriginOf): void {
  if (isMap(node) && node.items.length > 0) {
    for (const pair of node.items) {
      const name = isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
      if (isCollection(pair.value) && pair.value.items.length === 0) {
        pair.value = new Scalar(new Empty(isMap(pair.value) ? '{}' : '[]'));
      }
      const { value } = pair;
      if (isScalar(value) || isCollection(value)) annotate(value, [...path, name], originOf);
    }
    return;
  }
  if (isSeq(node) && node.items.length > 0) {
    node.items.forEach((item, index) => {
      if (isScalar(item) || isCollection(item)) annotate(item, [...path, index], originOf);
    });
    return;
  }
  node.comment = ` ${originOf(path)}`;
}
