/** What two branches do to the same files, and to the same lines of them. */
import { isChangelogPath } from '../path-kinds.ts';
import { isManifestPath } from './file-couplings.ts';
import type { HunkFact } from './file-facts.ts';
import { rowAfter, type LineHunk } from './line-hunks.ts';
import { placeOf, told, turned, type Found, type LookedFile, type Pair } from './looked.ts';
import { doneTo } from './symbol-couplings.ts';

/** From rows of one old blob to those of another: `${from} ${to}`. */
export type BaseMaps = ReadonlyMap<string, readonly LineHunk[]>;

/** Rows between two changes that are still near. */
const NEAR = 3;
const SMALL_FILE = 25;
const SMALL_FUNCTION = 80;
const NEAR_IN_FUNCTION = 30;

export function textCouplings(pair: Pair, maps: BaseMaps): readonly Found[] {
  return commonFiles(pair).flatMap(([a, b]) => fileCouplings({ pair, a, b, maps }));
}

/** Files that are one in the base, or at the same path in both tips. */
export function commonFiles({ a, b }: Pair): readonly (readonly [LookedFile, LookedFile])[] {
  const byOld = new Map<string, LookedFile>();
  const byNew = new Map<string, LookedFile>();
  for (const file of b.files) {
    if (file.change.status !== 'added') byOld.set(file.change.from ?? file.change.path, file);
    if (file.change.status !== 'deleted') byNew.set(file.change.path, file);
  }
  const found: [LookedFile, LookedFile][] = [];
  for (const file of a.files) {
    const { change } = file;
    const old = change.status === 'added' ? undefined : byOld.get(change.from ?? change.path);
    const young = change.status === 'deleted' ? undefined : byNew.get(change.path);
    if (old !== undefined) found.push([file, old]);
    if (young !== undefined && young !== old) found.push([file, young]);
  }
  return found;
}

interface Common {
  readonly pair: Pair;
  readonly a: LookedFile;
  readonly b: LookedFile;
  readonly maps: BaseMaps;
}

function fileCouplings(common: Common): readonly Found[] {
  const { pair, a, b } = common;
  const [first, second] = [told(pair.a.branch.branch), told(pair.b.branch.branch)];
  const path = told(a.change.from ?? a.change.path);
  const whole = (detail: string, binds: boolean): Found => ({
    kind: binds ? 'same-hunk' : 'same-file',
    detail,
    places: [placeOf(a, firstRow(a), firstText(a)), placeOf(b, firstRow(b), firstText(b))],
    binds,
    strength: 50,
    rare: null,
  });
  const [one, other] = [a.change.status, b.change.status];
  if (one === 'deleted' && other === 'deleted') return [whole(`both delete ${path}`, false)];
  if (one === 'deleted') return [whole(`${first} deletes ${path}, ${second} changes it`, true)];
  if (other === 'deleted') return [whole(`${second} deletes ${path}, ${first} changes it`, true)];
  const sameOld =
    a.change.oldBlob !== null &&
    (a.change.from ?? a.change.path) === (b.change.from ?? b.change.path);
  if (!sameOld) return [whole(`both put a file at ${told(a.change.path)}`, true)];
  if (one === 'renamed' && other === 'renamed' && a.change.path !== b.change.path)
    return [
      whole(
        `${first} moves ${path} to ${told(a.change.path)}, ${second} to ${told(b.change.path)}`,
        true,
      ),
    ];
  return hunkCouplings(common, path);
}

/** One renames, takes away or declares otherwise what the other changes the inside of. */
function headAgainstBody(a: LookedFile, b: LookedFile, pair: Pair): Found | null {
  const inside = new Map(
    b.facts.hunks
      .filter(({ code, aroundRows }) => code && aroundRows > 0)
      .map((hunk) => [hunk.around, hunk]),
  );
  for (const definition of a.facts.definitions) {
    const { name, container, change, row, text } = definition;
    const hunk = inside.get(container === null ? name : `${container}.${name}`);
    if (hunk === undefined || !HEADS.has(change)) continue;
    const [first, second] = [told(pair.a.branch.branch), told(pair.b.branch.branch)];
    return {
      kind: 'near-hunk',
      detail: `${first} ${doneTo(definition)}, ${second} changes it`,
      places: [placeOf(a, row, text), placeOf(b, hunk.at, hunk.text)],
      binds: true,
      strength: 35,
      rare: null,
    };
  }
  return null;
}

const HEADS = new Set(['renamed', 'removed', 'signature']);

interface Meeting {
  readonly one: HunkFact;
  readonly other: HunkFact;
  readonly gap: number;
}

function hunkCouplings(common: Common, path: string): readonly Found[] {
  const { a, b } = common;
  const others = inBaseOf(common);
  const meetings = a.facts.hunks
    .flatMap((one) => others.map(({ moved, other }) => ({ one, other, gap: gapOf(one, moved) })))
    .slice(0, 250_000);
  const same = meetings.filter(({ gap }) => gap <= 0);
  if (same.length > 0) return [meeting(same, { a, b, path, kind: 'same-hunk' })];
  const headed = headAgainstBody(a, b, common.pair);
  if (headed !== null) return [headed];
  const other = headAgainstBody(b, a, { a: common.pair.b, b: common.pair.a });
  if (other !== null) return [turned(other, true)];
  const near = meetings.filter(isNear);
  if (near.length > 0) {
    near.sort((x, y) => Number(bindsNear(y)) - Number(bindsNear(x)) || x.gap - y.gap);
    return [meeting(near, { a, b, path, kind: 'near-hunk' })];
  }
  const isSmall = Math.max(a.facts.oldLines, b.facts.oldLines) <= SMALL_FILE;
  const apart =
    a.facts.language !== null && meetings.every(({ one, other }) => one.around !== other.around);
  const why = a.facts.unread === null ? '' : `, which was not read: ${a.facts.unread}`;
  return [
    {
      kind: 'same-file',
      detail: `both change ${path}${isSmall ? ', a small file' : ', far apart'}${why}`,
      places: [placeOf(a, firstRow(a), firstText(a)), placeOf(b, firstRow(b), firstText(b))],
      binds: isSmall && !apart && meetings.length > 0 && !isChangelogPath(path),
      strength: 10,
      rare: null,
    },
  ];
}

function meeting(
  met: readonly Meeting[],
  {
    a,
    b,
    path,
    kind,
  }: { a: LookedFile; b: LookedFile; path: string; kind: 'same-hunk' | 'near-hunk' },
): Found {
  const first = met[0];
  const [one, other] = [first?.one, first?.other];
  const others = met.length > 1 ? `, and at ${met.length - 1} more places` : '';
  const inside = one !== undefined && one.around !== null && one.around === other?.around;
  const where = inside ? `${told(one.around ?? '')} in ${path}` : path;
  const same = a.change.newBlob !== null && a.change.newBlob === b.change.newBlob;
  const detail =
    kind === 'same-hunk'
      ? `both change ${linesTold(one)} of ${where}${same ? ' to the same' : ''}${others}`
      : `both change ${inside && (first?.gap ?? 0) > NEAR ? where : `${where} within a few lines`}${others}`;
  return {
    kind,
    detail,
    places: [placeOf(a, one?.at ?? null, one?.text), placeOf(b, other?.at ?? null, other?.text)],
    binds:
      !isChangelogPath(path) &&
      (kind === 'same-hunk' || (met.some(bindsNear) && !isManifestPath(path))),
    strength: 40 - Math.min(20, first?.gap ?? 0),
    rare: null,
  };
}

function linesTold(hunk: HunkFact | undefined): string {
  if (hunk === undefined || hunk.to > 900_000_000) return 'all';
  const last = Math.max(hunk.from + 1, hunk.to);
  return last === hunk.from + 1 ? `line ${last}` : `lines ${hunk.from + 1}–${last}`;
}

/** Hunks of `b` in rows of the old blob of `a`. */
function inBaseOf({
  a,
  b,
  maps,
}: Common): readonly { readonly moved: { from: number; to: number }; readonly other: HunkFact }[] {
  const map =
    a.change.oldBlob === b.change.oldBlob
      ? []
      : (maps.get(`${b.change.oldBlob ?? ''} ${a.change.oldBlob ?? ''}`) ?? []);
  return b.facts.hunks.map((other) => {
    const from = rowAfter(map, other.from);
    return {
      other,
      moved: {
        from,
        to: Math.max(from, other.to > other.from ? rowAfter(map, other.to - 1) + 1 : from),
      },
    };
  });
}

function gapOf(one: { from: number; to: number }, other: { from: number; to: number }): number {
  return Math.max(one.from, other.from) - Math.min(one.to, other.to);
}

function isNear(met: Meeting): boolean {
  return met.gap <= NEAR || isSameFunction(met);
}

function isSameFunction({ one, other }: Meeting): boolean {
  return one.around !== null && one.around === other.around && one.aroundRows > 0;
}

const IMPORT = /^\s*(?:import|from|use|using|require|#include|pub use)\b|\brequire\(/;

function bindsNear(met: Meeting): boolean {
  const { one, other, gap } = met;
  if (!one.code || !other.code || !areOfOneMatter(one, other)) return false;
  if (isSameFunction(met)) return gap <= NEAR_IN_FUNCTION || one.aroundRows <= SMALL_FUNCTION;
  if (one.around !== other.around) return false;
  return !IMPORT.test(one.text) && !IMPORT.test(other.text);
}

/** What one of them changes, the other speaks of. */
function areOfOneMatter(one: HunkFact, other: HunkFact): boolean {
  const [mine, theirs] = [new Set(one.says), new Set(other.says)];
  return (
    one.differs.some((name) => theirs.has(name)) || other.differs.some((name) => mine.has(name))
  );
}

function firstRow(file: LookedFile): number | null {
  const hunk = file.facts.hunks[0];
  return hunk === undefined || hunk.to > 900_000_000 ? null : hunk.at;
}

function firstText(file: LookedFile): string {
  return file.change.status === 'deleted' ? '' : (file.facts.hunks[0]?.text ?? '');
}
