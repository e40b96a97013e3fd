/** Every short form of a routine file spelled out, each value keeping its place. Doing it twice changes nothing. */
import {
  listNode,
  mapNode,
  nodeAt,
  withEntry,
  type DocumentNode,
  type MapNode,
} from '../document-node.ts';

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

/** The short forms of the key `on` spelled out, each value keeping its place. Doing it twice changes nothing. */
function expandTriggers(on: DocumentNode): DocumentNode {
  if (on.kind === 'scalar' && on.value === 'manual') {
    return mapUnder('manual', mapNode(new Map(), on.place));
  }
  if (on.kind !== 'map') return on;
  let made = on;
  for (const [name, { node }] of on.entries)
    made = withEntry(made, name, expandTrigger(name, node));
  return made;
}

/** `condition: scripts/x.sh` stands for `condition: { run: scripts/x.sh }`, and so on. */
function textUnder(key: string, node: DocumentNode): DocumentNode {
  return isText(node) ? mapUnder(key, node) : node;
}

function expandTrigger(name: string, node: DocumentNode): DocumentNode {
  switch (name) {
    case 'schedule':
      return expandSchedules(node);
    case 'webhook':
      return textUnder('secret', node);
    case 'deployment':
      return withLists(textUnder('environment', orEmptyMap(node)), ['state']);
    case 'git':
      return withLists(node, ['branches', 'paths', 'tags']);
    case 'files':
      return withLists(textsUnder('paths', node), ['paths']);
    case 'routine':
      return withLists(textsUnder('completed', node), ['completed', 'outcome']);
    case 'manual':
      return expandManual(orEmptyMap(node));
    default:
      return node;
  }
}

function expandSchedules(schedule: DocumentNode): DocumentNode {
  const items = schedule.kind === 'list' ? schedule.items : [schedule];
  const isShort = schedule.kind !== 'scalar' || typeof schedule.value === 'string';
  if (!isShort) return schedule;
  return listNode(
    items.map((entry) => textUnder('cron', entry)),
    schedule.place,
  );
}

/** An input may be its type alone, or nothing: a text that need not be given. */
function expandManual(manual: DocumentNode): DocumentNode {
  const inputs = manual.kind === 'map' ? manual.entries.get('inputs')?.node : undefined;
  if (manual.kind !== 'map' || inputs?.kind !== 'map') return manual;
  let made = inputs;
  for (const [name, { node, keyPlace }] of inputs.entries) {
    const full = isNothing(node) ? mapNode(new Map(), node.place ?? keyPlace) : node;
    made = withEntry(made, name, textUnder('type', full));
  }
  return withEntry(manual, 'inputs', made);
}

/** `deployment:`, `manual: true`. */
function orEmptyMap(node: DocumentNode): DocumentNode {
  const stands = isNothing(node) || (node.kind === 'scalar' && node.value === true);
  return stands ? mapNode(new Map(), node.place) : node;
}

/** A value alone where a list belongs is a list of that one. */
function withLists(map: DocumentNode, keys: readonly string[]): DocumentNode {
  if (map.kind !== 'map') return map;
  let made: MapNode = map;
  for (const key of keys) {
    const node = map.entries.get(key)?.node;
    if (node !== undefined && isText(node))
      made = withEntry(made, key, listNode([node], node.place));
  }
  return made;
}

function textsUnder(key: string, node: DocumentNode): DocumentNode {
  return node.kind === 'list' || isText(node) ? mapUnder(key, node) : node;
}

function mapUnder(key: string, node: DocumentNode): DocumentNode {
  return mapNode(new Map([[key, { keyPlace: node.place, node }]]), node.place);
}

function isText(node: DocumentNode): boolean {
  return node.kind === 'scalar' && typeof node.value === 'string';
}

function isNothing(node: DocumentNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}
