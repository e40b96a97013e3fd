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

import type { NodePath } from '../words/rule-breach.ts';
import { WORKSPACE_FILE } from './catalog.ts';
import type { DefinitionContext } from './definition-context.ts';
import { nodeAt, type DocumentNode } from './document-node.ts';
import { resolveRoutine, type ResolvedReading, type RoutineSource } from './parse-routine.ts';
import type { Problem } from './rules/problem.ts';

type Resolved = Extract<ResolvedReading, { readonly kind: 'resolved' }>;

export type ResolvedText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

export function resolveRoutineText(
  source: RoutineSource,
  context: DefinitionContext,
): ResolvedText {
  const resolved = resolveRoutine(source, context);
  if (resolved.kind === 'problems') return resolved;
  return {
    kind: 'text',
    text: annotated(resolved.full, originsOf(source.file, resolved, context)),
  };
}

/** @param root of roundsman.yaml as it is written; `null`: there is none @param full with every default */
export function resolveWorkspaceText(root: DocumentNode | null, full: unknown): string {
  return annotated(full, (path) => {
    const place = root === null ? null : nodeAt(root, path)?.place;
    return place ? `${WORKSPACE_FILE}:${place.line}` : 'default';
  });
}

/** @param originOf what stands as a comment behind each value */
function annotated(full: unknown, originOf: OriginOf): string {
  const document = new Document(full, { aliasDuplicateObjects: false, customTags: [EMPTY] });
  if (document.contents !== null) annotate(document.contents, [], originOf);
  return document.toString({ lineWidth: 0 });
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

function originsOf(
  file: string,
  { root, phrases }: Pick<Resolved, 'root' | 'phrases'>,
  { workspace }: DefinitionContext,
): OriginOf {
  const writtenAt = ({ place }: DocumentNode): string =>
    place === null ? '--set' : `${file}:${place.line}`;
  return (path) => {
    const said = phraseOrigin(root, path, phrases);
    if (said !== null) return `${writtenAt(said.node)}${said.words}`;
    const node = nodeAt(root, path);
    if (node !== undefined) return writtenAt(node);
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

/** The words that a value of a schedule comes from; `null` for one that was written as it stands. */
function phraseOrigin(
  root: DocumentNode,
  path: NodePath,
  phrases: Resolved['phrases'],
): { readonly node: DocumentNode; readonly words: string } | null {
  const [on, schedule, index, key] = path;
  const phrase =
    on === 'on' && schedule === 'schedule' && typeof index === 'number' ? phrases[index] : null;
  const node = nodeAt(root, [...path.slice(0, 3), 'cron']);
  if (phrase === null || phrase === undefined || node?.kind !== 'scalar') return null;
  if (key === 'timezone') {
    const inWords = / in \S+\s*$/i.test(String(node.value));
    return inWords ? { node, words: ', in the words' } : null;
  }
  const scattered = phrase.stretch === null ? '' : `, scattered from \`${phrase.stretch}\``;
  return { node, words: `, \`${phrase.text}\`${scattered}` };
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
