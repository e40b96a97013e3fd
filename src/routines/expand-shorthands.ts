/** Every short form of a routine file spelled out, each value keeping its place. Doing it twice changes nothing. */
import { listNode, mapNode, nodeAt, withEntry, type DocumentNode } from './document-node.ts';

export function expandShorthands(root: DocumentNode): DocumentNode {
  if (root.kind !== 'map') return root;
  let made = root;
  const on = nodeAt(root, ['on']);
  if (on !== undefined) made = withEntry(made, 'on', expandTriggers(on));
  const collect = nodeAt(root, ['collect']);
  if (collect?.kind === 'list') {
    made = withEntry(made, 'collect', listNode(collect.items.map(expandCollector), collect.place));
  }
  return made;
}

/** `on: manual`, `manual: true`, `manual:` and the forms of a schedule. */
function expandTriggers(on: DocumentNode): DocumentNode {
  if (isScalar(on, 'manual')) {
    const manual = mapNode(new Map(), on.place);
    return mapNode(new Map([['manual', { keyPlace: on.place, node: manual }]]), on.place);
  }
  if (on.kind !== 'map') return on;
  let made = on;
  const manual = on.entries.get('manual')?.node;
  if (manual !== undefined && (isScalar(manual, true) || isScalar(manual, null))) {
    made = withEntry(made, 'manual', mapNode(new Map(), manual.place));
  }
  const schedule = on.entries.get('schedule')?.node;
  if (schedule === undefined) return made;
  const items = schedule.kind === 'list' ? schedule.items : [schedule];
  const isShort = schedule.kind !== 'scalar' || typeof schedule.value === 'string';
  return isShort
    ? withEntry(made, 'schedule', listNode(items.map(expandSchedule), schedule.place))
    : made;
}

function expandSchedule(entry: DocumentNode): DocumentNode {
  if (entry.kind !== 'scalar' || typeof entry.value !== 'string') return entry;
  return mapNode(new Map([['cron', { keyPlace: entry.place, node: entry }]]), entry.place);
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
    if (isScalar(node, null))
      made = withEntry(made, name, mapNode(new Map(), node.place ?? keyPlace));
  }
  return made;
}

function isScalar(node: DocumentNode, value: string | boolean | null): boolean {
  return node.kind === 'scalar' && node.value === value;
}
