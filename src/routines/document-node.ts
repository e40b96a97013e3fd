/**
 * A YAML document as a tree of plain nodes that remember where they were written. Immutable, so that an
 * anchor used twice may share one node; `size` counts nodes with aliases expanded.
 */
import { isRecord } from '../platform/json.ts';
import type { NodePath } from '../words/rule-breach.ts';

export interface Place {
  readonly line: number;
  readonly column: number;
}

interface Written {
  /** `null`: not in the file; laid over it by `--set`. */
  readonly place: Place | null;
  readonly size: number;
}

export interface ScalarNode extends Written {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
}
export interface ListNode extends Written {
  readonly kind: 'list';
  readonly items: readonly DocumentNode[];
}
export interface MapNode extends Written {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, MapEntry>;
}
export interface MapEntry {
  readonly keyPlace: Place | null;
  readonly node: DocumentNode;
}
export type DocumentNode = ScalarNode | ListNode | MapNode;

export function scalarNode(value: ScalarNode['value'], place: Place | null): ScalarNode {
  return { kind: 'scalar', value, place, size: 1 };
}

export function listNode(items: readonly DocumentNode[], place: Place | null): ListNode {
  return { kind: 'list', items, place, size: items.reduce((sum, item) => sum + item.size, 1) };
}

export function mapNode(entries: ReadonlyMap<string, MapEntry>, place: Place | null): MapNode {
  let size = 1;
  for (const entry of entries.values()) size += entry.node.size;
  return { kind: 'map', entries, place, size };
}

/** The map with one entry put in or replaced; its order is kept. */
export function withEntry(map: MapNode, key: string, node: DocumentNode): MapNode {
  const keyPlace = map.entries.get(key)?.keyPlace ?? node.place;
  return mapNode(new Map([...map.entries, [key, { keyPlace, node }]]), map.place);
}

export function plainValue(node: DocumentNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(plainValue);
    case 'map':
      return Object.fromEntries(
        [...node.entries].map(([key, entry]) => [key, plainValue(entry.node)]),
      );
  }
}

/** The tree of a plain value that stands at no place. */
export function nodeOfPlain(value: unknown, place: Place | null = null): DocumentNode {
  if (Array.isArray(value))
    return listNode(
      value.map((item: unknown) => nodeOfPlain(item, place)),
      place,
    );
  if (isRecord(value)) {
    const entries = Object.entries(value).map(
      ([key, item]) => [key, { keyPlace: place, node: nodeOfPlain(item, place) }] as const,
    );
    return mapNode(new Map(entries), place);
  }
  const plain =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : null;
  return scalarNode(plain, place);
}

/** `undefined` when nothing is written there. */
export function nodeAt(root: DocumentNode, path: NodePath): DocumentNode | undefined {
  let node: DocumentNode | undefined = root;
  for (const step of path) {
    if (node === undefined) return undefined;
    if (node.kind === 'map') node = node.entries.get(String(step))?.node;
    else if (node.kind === 'list' && typeof step === 'number') node = node.items[step];
    else return undefined;
  }
  return node;
}

/** The key's place for the last step of a path, else the nearest place above it. */
export function placeOfKey(root: DocumentNode, path: NodePath): Place | null {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = nodeAt(root, path.slice(0, length - 1));
    const step = path[length - 1];
    if (parent?.kind === 'map') {
      const entry = parent.entries.get(String(step));
      if (entry !== undefined) return entry.keyPlace;
    }
    if (parent?.kind === 'list' && typeof step === 'number' && parent.items[step] !== undefined)
      return parent.items[step].place;
  }
  return root.place;
}

/** Keys joined by dots, as `--set` takes them; positions in brackets, counted from 0. */
export function pathText(path: NodePath): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join('');
}
