/** Sixty nights over a repository that changes, with people who decide: what the ledger says is what is true. */
import { describe, expect, it } from 'vitest';

import { decideFindings, reopenFindings } from '../../../src/ledger/decide-findings.ts';
import { goneBefore } from '../../../src/ledger/finding-verdict.ts';
import type { Finding, FindingState } from '../../../src/words/finding.ts';
import type { Workspace } from '../../../src/workspace/contract.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';
import { stillClock, type StillClock } from '../../kit/still-clock.ts';
import { codeWorld, type CodeWorld, type TrueNote } from './code-world.ts';
import { sweepNight, type Night } from './sweep-night.ts';

const NIGHTS = 60;
const DAY = 86_400_000;

interface Known {
  readonly id: string;
  state: 'open' | 'gone' | 'dismissed' | 'snoozed';
  until: string | null;
  goneSince: string | null;
}

interface Oracle {
  readonly known: Map<TrueNote, Known>;
}

async function workspaceOf(world: CodeWorld, clock: StillClock): Promise<Workspace> {
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  return openWorkspace({ actor: 'ada', folder: world.repo.path, env, clock });
}

/** What each note that is there must be in the ledger after this night; the finding is known by its place. */
function expectTruth(
  night: Night,
  {
    world,
    oracle,
    at,
  }: { readonly world: CodeWorld; readonly oracle: Oracle; readonly at: string },
): void {
  const { findings } = night.fold.ledger;
  const seenTonight = new Set<string>();
  for (const [place, note] of world.places()) {
    const here = findings.filter(
      ({ location, lastSeen }) =>
        location !== null && lastSeen === at && `${location.path}:${location.line}` === place,
    );
    expect(
      here.map(({ title }) => title),
      `one finding at ${place}`,
    ).toHaveLength(1);
    const [finding] = here;
    if (finding === undefined) return;
    seenTonight.add(finding.id);
    const before = oracle.known.get(note);
    const label = `${note.marker}: ${note.text} (${note.today ?? 'as it was'})`;
    expect(before?.id ?? finding.id, `${label} keeps its id`).toBe(finding.id);
    expect(`${label}: ${finding.state}`).toBe(`${label}: ${stateOf(before, at)}`);
    if (finding.state === 'regressed') expect(goneBefore(finding)).toBe(before?.goneSince);
    oracle.known.set(note, nextOf(before, finding));
  }
  for (const [note, before] of oracle.known) {
    if (note.alive) continue;
    const finding = findings.find(({ id }) => id === before.id);
    expect(seenTonight.has(before.id)).toBe(false);
    expect(finding === undefined ? 'lost' : 'kept').toBe('kept');
    if (finding?.state === 'resolved' && before.state !== 'gone')
      oracle.known.set(note, { ...before, state: 'gone', goneSince: finding.resolvedAt });
  }
  // No finding new twice, and none lost.
  expect(findings).toHaveLength(oracle.known.size);
}

function stateOf(before: Known | undefined, at: string): FindingState {
  if (before === undefined) return 'new';
  if (before.state === 'gone') return 'regressed';
  if (before.state === 'dismissed') return 'dismissed';
  return before.state === 'snoozed' && before.until !== null && before.until > at
    ? 'snoozed'
    : 'known';
}

function nextOf(before: Known | undefined, finding: Finding): Known {
  const kept = finding.state === 'dismissed' || finding.state === 'snoozed';
  if (kept && before !== undefined) return before;
  return { id: finding.id, state: 'open', until: null, goneSince: null };
}

/** On some days people look at what there is. */
async function peopleDecide(world: CodeWorld, oracle: Oracle, workspace: Workspace): Promise<void> {
  const { random } = world;
  const now = workspace.clock.now();
  const at = now.toISOString();
  const alive = [...oracle.known].filter(([note]) => note.alive);
  const [note, known] = alive[Math.floor(random() * alive.length)] ?? [];
  if (note === undefined || known === undefined) return;
  const verdict = { by: 'ada', at, reason: 'on purpose' };
  const turn = random();
  if (known.state === 'dismissed' && turn < 0.3) {
    await reopenFindings(workspace, { ids: [known.id], said: verdict });
    oracle.known.set(note, { ...known, state: 'open' });
  } else if (turn < 0.4) {
    await decideFindings(workspace, {
      ids: [known.id],
      verdict: { ...verdict, kind: 'dismissed', until: null },
    });
    oracle.known.set(note, { ...known, state: 'dismissed' });
  } else if (turn < 0.8) {
    const until = new Date(now.getTime() + (3 + Math.floor(random() * 8)) * DAY).toISOString();
    await decideFindings(workspace, {
      ids: [known.id],
      verdict: { ...verdict, kind: 'snoozed', until },
    });
    oracle.known.set(note, { ...known, state: 'snoozed', until });
  } else {
    await decideFindings(workspace, {
      ids: [known.id],
      verdict: { ...verdict, kind: 'accepted', until: null },
    });
    oracle.known.set(note, { ...known, state: 'open' });
  }
}

async function liveThrough(seed: number): Promise<Record<string, number>> {
  const world = codeWorld(seed);
  const clock = stillClock('2026-01-05T02:00:00.000Z');
  world.day(clock.now().toISOString(), 0);
  const workspace = await workspaceOf(world, clock);
  const oracle: Oracle = { known: new Map() };
  const cacheFolder = temporaryFolder();
  const counts = { quiet: 0, new: 0, regressed: 0, resolved: 0, renamed: 0, woke: 0 };
  for (let number = 1; number <= NIGHTS; number += 1) {
    const at = clock.now().toISOString();
    const night = await sweepNight({ workspace, number, cacheFolder });
    expect(night.verdict.kind, `night ${number} of seed ${seed}`).toBe('valid');
    const before = new Map(oracle.known);
    expectTruth(night, { world, oracle, at });
    expectNews(night, { world, before });
    counts.new += night.fold.counts.new;
    counts.regressed += night.fold.counts.regressed;
    counts.resolved += night.fold.counts.resolved;
    counts.renamed += night.fold.renamed?.length ?? 0;
    counts.woke += night.fold.woke?.length ?? 0;
    if (night.verdict.kind === 'valid' && night.verdict.quiet) counts.quiet += 1;
    clock.move(DAY / 2);
    if (world.random() < 0.5) await peopleDecide(world, oracle, workspace);
    // Every fourth day is a day off, or one on which no note is touched.
    world.day(clock.now().toISOString(), number % 4 === 0 ? 0 : 1 + Math.floor(world.random() * 5));
    clock.move(DAY / 2);
  }
  return counts;
}

/** What changed is told, what people set aside is not, and where nothing changed one line says so. */
function expectNews(
  { verdict, fold, markdown }: Night,
  { world, before }: { readonly world: CodeWorld; readonly before: ReadonlyMap<TrueNote, Known> },
): void {
  const setAside = new Set(fold.setAside.map(({ id }) => id));
  const isNews = (note: TrueNote): boolean => {
    const known = before.get(note);
    if (known !== undefined && setAside.has(known.id)) return false;
    if (note.today === 'added' || note.today === 'returned') return note.alive;
    return note.today === 'removed' && known !== undefined && known.state !== 'dismissed';
  };
  const news = world.notes.filter(isNews);
  const quiet = verdict.kind === 'valid' && verdict.quiet;
  if (news.some(({ today, alive }) => alive && today === 'added')) expect(quiet).toBe(false);
  if (quiet) {
    expect(fold.counts).toMatchObject({ new: 0, regressed: 0, resolved: 0 });
    if ((fold.woke ?? []).length === 0) {
      const [, body = ''] = markdown.split(/\n# /);
      expect(
        body.split('\n').filter((line) => line.startsWith('**Quiet.** Nothing new:')),
      ).toHaveLength(1);
    }
  }
  const lead = quiet ? markdown : markdown.slice(0, markdown.indexOf('## What the agent reports'));
  if (before.size > 0) {
    for (const one of [...fold.new, ...fold.regressed].slice(0, 10)) expect(lead).toContain(one.id);
    for (const one of fold.regressed)
      expect(markdown).toContain(`resolved since ${goneBefore(one)?.slice(0, 10)}`);
  }
  for (const one of fold.setAside) expect(lead).not.toContain(one.id);
}

describe('sixty nights of the sweep', () => {
  const drawn = Math.floor(Math.random() * 1_000_000);
  // Sixty nights are long on a machine that is at other work too.
  it.each([1, 2, 3, 700_649, drawn])(
    'tell the truth, seed %i',
    { timeout: 600_000 },
    async (seed) => {
      const counts = await liveThrough(seed);
      expect(counts['quiet']).toBeGreaterThan(5);
    },
  );
});
