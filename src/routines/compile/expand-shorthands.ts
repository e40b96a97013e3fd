/** Every short form of a routine file spelled out, each value keeping its place. Doing it twice changes nothing. */
import {
  listNode,
  mapNode,
  nodeAt,
  withEntry,
  type DocumentNode,
  type MapNode,
} from '../document-node.ts';
import { expandTriggers, textUnder } from './expand-triggers.ts';

export function expandShorthands(root: DocumentNode): DocumentNode {
  if (root.kind !== 'map') return root;
  let made = changed(root, 'on', expandTriggers);
  made = changed(made, 'policy', expandPolicy);
  made = changed(made, 'condition', (condition) => textUnder('run', condition));
  const collect = nodeAt(root, ['collect']);
  if (collect?.kind === 'list') {
    made = withEntry(made, 'collect', listNode(collect.items.map(expandCollector), collect.place));
  }
  return made;
}

function expandPolicy(policy: DocumentNode): DocumentNode {
  if (policy.kind !== 'map') return policy;
  return changed(policy, 'concurrency', (concurrency) => textUnder('group', concurrency));
}

function changed(map: MapNode, key: string, change: (node: DocumentNode) => DocumentNode): MapNode {
  const node = map.entries.get(key)?.node;
  return node === undefined ? map : withEntry(map, key, change(node));
}

/** `- todos` and `- todos:` stand for that collector with its defaults. */
function expandCollector(entry: DocumentNode): DocumentNode {
  if (entry.kind === 'scalar' && typeof entry.value === 'string') {
    const settings = mapNode(new Map(), entry.place);
    return mapNode(
      new Map([[entry.value, { keyPlace: entry.place, node: settings }]]),
      entry.place,
    );
  }
  if (entry.kind !== 'map') return entry;
  let made = entry;
  for (const [name, { node, keyPlace }] of entry.entries) {
    if (node.kind === 'scalar' && node.value === null)
      made = withEntry(made, name, mapNode(new Map(), node.place ?? keyPlace));
  }
  return made;
}
