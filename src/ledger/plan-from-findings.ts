/** The plan that needs no model: an item's findings, a sub-item for each folder that they are in. Pure. */
import type { Finding } from '../words/finding.ts';
import type { PlannedTask } from '../words/item.ts';
import { readPattern } from '../words/path-globs.ts';
import { escapeMarkdown, inlineCode, oneLine, plural } from '../words/text.ts';
import { MOST_TASKS } from './read-plan.ts';

type Place = Pick<Finding, 'fingerprint' | 'id' | 'title' | 'location'>;

/** What is settled already is for the caller to leave out. The same findings give the same plan. */
export function planFromFindings(findings: readonly Place[]): readonly PlannedTask[] {
  const sorted = findings.toSorted(
    (a, b) => compare(placeOf(a), placeOf(b)) || compare(a.id, b.id),
  );
  return groupsOf(sorted).map(([place, group], index) => ({
    number: index + 1,
    title: titleOf(place, group),
    body: bodyOf(group),
    files: filesOf(group),
    dependsOn: [],
    findings: group.map(({ fingerprint }) => fingerprint),
    wanted: null,
    made: null,
  }));
}

type Group = readonly [place: string, findings: readonly Place[]];

/** By file where that gives few, else by ever higher folders; what is in no file is one group. */
function groupsOf(findings: readonly Place[]): readonly Group[] {
  if (findings.length <= 1) return findings.map((one) => [placeOf(one), [one]]);
  const deepest = Math.max(0, ...findings.map((one) => placeOf(one).split('/').length));
  for (let depth = deepest; depth > 0; depth -= 1) {
    const groups = groupedBy(findings, (one) => placeOf(one).split('/').slice(0, depth).join('/'));
    const most = depth === deepest ? MOST_TASKS / 3 : MOST_TASKS;
    if (groups.length <= most) return groups.length > 1 ? groups : apart(findings);
  }
  // More folders at the top than a plan may have: what is left over goes together.
  const groups = groupedBy(findings, (one) => placeOf(one).split('/')[0] ?? '');
  const rest = groups.slice(MOST_TASKS - 1).flatMap(([, group]) => group);
  return [...groups.slice(0, MOST_TASKS - 1), ['', rest]];
}

/** All in one file: each by itself, where that gives few. */
function apart(findings: readonly Place[]): readonly Group[] {
  if (findings.length > MOST_TASKS / 3) return [[placeOfAll(findings), findings]];
  return findings.map((one) => [placeOf(one), [one]]);
}

function placeOfAll([first]: readonly Place[]): string {
  return first === undefined ? '' : placeOf(first);
}

function groupedBy(findings: readonly Place[], key: (finding: Place) => string): readonly Group[] {
  const groups = new Map<string, Place[]>();
  for (const finding of findings) {
    const group = groups.get(key(finding)) ?? [];
    group.push(finding);
    groups.set(key(finding), group);
  }
  return [...groups];
}

function placeOf({ location }: Place): string {
  return location?.path ?? '';
}

function titleOf(place: string, group: readonly Place[]): string {
  const [only] = group;
  if (group.length === 1 && only !== undefined) return oneLine(only.title, 200);
  const where = place === '' ? 'elsewhere' : `in ${oneLine(place, 120)}`;
  return `${plural(group.length, 'finding')} ${where}`;
}

function bodyOf(group: readonly Place[]): string {
  const shown = group.slice(0, 100).map(({ id, title, location }) => {
    const at = location === null ? '' : ` (${inlineCode(`${location.path}:${location.line}`)})`;
    return `- ${id} ${escapeMarkdown(title)}${at}`;
  });
  const more = group.length > 100 ? [`- and ${group.length - 100} more`] : [];
  return [...shown, ...more].join('\n');
}

function filesOf(group: readonly Place[]): readonly string[] {
  const paths = [...new Set(group.map(placeOf).filter((path) => path !== ''))];
  const shown = paths.length <= 50 ? paths : foldersOf(paths);
  return shown.flatMap((path) => {
    // A path may hold what a pattern would take for a wildcard: then it names its folder's files as well, never fewer.
    const read = readPattern(path);
    return read.kind === 'pattern' ? [read.pattern] : [];
  });
}

function foldersOf(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map((path) => `${path.split('/')[0] ?? ''}/`))].slice(0, 50);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
