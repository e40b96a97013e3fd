/** What holds of a run once it has ended, whatever was killed before: each sentence is something that does not. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { systemClock } from '../../src/platform/clock.ts';
import { findRunProcesses } from '../../src/platform/process-tree.ts';
import { toRunView } from '../../src/words/run-view.ts';
import type { RunView } from '../../src/words/run.ts';
import type { CrashWorld } from './crash-world.ts';
import { snapshotRepository } from './repository-snapshot.ts';

/** Supervisors tidy up for a moment after the end. */
const TIDY_MS = 20_000;
const LOOK_EVERY_MS = 60;

/** Of all runs of the world; empty when all holds. */
export async function brokenInvariants(world: CrashWorld): Promise<readonly string[]> {
  const { runs, location } = world.workspace;
  const views: RunView[] = [];
  for (const id of await runs.listIds()) {
    const run = await runs.read(id);
    if (run?.record?.phase.kind !== 'ended') return [`I2: ${id} has not ended`];
    views.push(toRunView(run));
  }
  const alive = await leftAlive(world, views);
  return [
    ...views.flatMap((view) => executionsOf(world, view)),
    ...partsOf(views),
    ...(await slotsOf(world, views)),
    ...changesOf(world),
    ...(await branchesOf(world, views)),
    ...views.flatMap((view) => [...reportOf(view), ...workOf(world, view)]),
    ...alive.map((one) => `I5: process ${one} is alive`),
    ...(await ledgerOf(world, views)),
    ...unreadable(location.stateDir).map((path) => `I6: ${path} does not parse`),
  ];
}

function executionsOf(world: CrashWorld, { id }: RunView): readonly string[] {
  const count = world.executions(id);
  return count <= 1 ? [] : [`I1: the agent of ${id} was started ${count} times`];
}

/** Each part once, and told by its run as it ended. */
function partsOf(views: readonly RunView[]): readonly string[] {
  return views
    .filter(({ part }) => part !== null)
    .flatMap(({ id, part, result, branch }) => {
      const run = views.find((view) => view.id === part?.of);
      const told = run?.parts.filter((one) => one.index === part?.index) ?? [];
      const asItIs = told.length === 1 && told[0]?.id === id && told[0].branch === branch;
      return asItIs && JSON.stringify(told[0]?.result) === JSON.stringify(result)
        ? []
        : [`I1: ${id} is a part of ${part?.of ?? ''}, which tells it otherwise`];
    });
}

/** A slot has one run, and a run has a slot. */
async function slotsOf(
  { workspace }: CrashWorld,
  views: readonly RunView[],
): Promise<readonly string[]> {
  const { records } = await workspace.slots.list();
  const broken = records.flatMap(({ slot, state }) => {
    const runs = views.filter((view) => view.part === null && view.slot.key === slot.key);
    const said = state.kind === 'started' ? state.runId : 'none';
    const made = runs.map(({ id }) => id).join(' and ') || 'none';
    return said === made ? [] : [`I1: the slot ${slot.key} says ${said}, and there is ${made}`];
  });
  const keys = new Set<string>(records.map(({ slot }) => slot.key));
  const without = views.filter(({ slot }) => !keys.has(slot.key));
  return [...broken, ...without.map(({ id }) => `I1: ${id} has no slot`)];
}

/** The branches themselves apart, and the copies of reports. */
function changesOf({ repo, before }: CrashWorld): readonly string[] {
  const after = snapshotRepository(repo.path, ['refs/heads/roundsman/', 'refs/roundsman/']);
  const { files, ...rest } = before;
  const { files: filesAfter, ...restAfter } = after;
  const broken = [...new Set([...Object.keys(files), ...Object.keys(filesAfter)])]
    .filter((path) => !path.startsWith('reports/') && files[path] !== filesAfter[path])
    .map((path) => `I3: ${path} was changed`);
  if (JSON.stringify(restAfter) !== JSON.stringify(rest))
    broken.push(`I3: ${JSON.stringify(rest)} became ${JSON.stringify(restAfter)}`);
  return broken;
}

/** Each at its run's commit: as a branch, or, where a newer branch took its place, as the commit kept below `discarded`. */
async function branchesOf(
  { repo, workspace }: CrashWorld,
  views: readonly RunView[],
): Promise<readonly string[]> {
  const broken: string[] = [];
  const refs = refsOf(repo, 'refs/heads/roundsman', 'refs/roundsman');
  const there: string[] = [];
  for (const { id, branch, tip, replacedBy } of await workspace.review.discarded.list()) {
    if (replacedBy === undefined)
      broken.push(`I4: ${branch} was discarded, and by no newer branch`);
    if (refs.get(`refs/roundsman/discarded/${id}`) !== tip) continue;
    refs.delete(`refs/roundsman/discarded/${id}`);
    there.push(`${branch} ${tip}`);
  }
  const refused = views.filter(({ result }) => result?.changes.startsWith('refused') === true);
  for (const [ref, commit] of refs)
    if (ref.startsWith('refs/heads/')) there.push(`${ref.slice('refs/heads/'.length)} ${commit}`);
    else if (!refused.some(({ id }) => ref.endsWith(id))) broken.push(`I4: left: ${ref}`);
  const said = views.flatMap(({ branch, head }) =>
    branch === null ? [] : `${branch} ${head ?? ''}`,
  );
  for (const one of there)
    if (!said.includes(one)) broken.push(`I4: there is ${one}, and no run says so`);
  for (const one of said) {
    const times = there.filter((other) => other === one).length;
    if (times !== 1) broken.push(`I4: a run says ${one}, which is there ${times} times`);
  }
  return broken;
}

function refsOf(repo: CrashWorld['repo'], ...below: readonly string[]): Map<string, string> {
  const told = repo.git('for-each-ref', '--format=%(refname) %(objectname)', ...below);
  const refs = new Map<string, string>();
  for (const line of told.split('\n')) {
    const [ref = '', commit = ''] = line.split(' ');
    if (ref !== '') refs.set(ref, commit);
  }
  return refs;
}

function reportOf(view: RunView): readonly string[] {
  const changes = view.result?.changes ?? 'skipped';
  const broken: string[] = [];
  const branches = view.parts.flatMap(({ branch }) => branch ?? []);
  if ((changes === 'branch') !== (view.branch !== null || branches.length > 0))
    broken.push(`I4: the result says ${changes}, and the branch is ${view.branch ?? 'none'}`);
  const path = view.reportPath ?? '';
  if (!existsSync(path)) return [...broken, `I4: ${view.id} has no report`];
  const report = readFileSync(path, 'utf8');
  if (view.parts.length > 0)
    return branches.flatMap((branch) =>
      report.includes(branch) ? broken : [...broken, `I4: the report does not name ${branch}`],
    );
  const named = report.includes(view.branch ?? `roundsman/${view.routine}/`);
  if (named !== (view.branch !== null))
    broken.push(`I4: the branch is ${view.branch ?? 'none'}, and the report says otherwise`);
  return broken;
}

/** What an agent brought to its end is there, committed or not. */
function workOf({ repo }: CrashWorld, view: RunView): readonly string[] {
  if (view.result?.execution !== 'succeeded' || view.parts.length > 0) return [];
  if (view.branch === null) return ['the agent was done, and there is no branch'];
  const files = repo.git('ls-tree', '--name-only', view.head ?? view.branch).split('\n');
  return ['committed.txt', 'left.txt']
    .filter((file) => !files.includes(file))
    .map((file) => `${file} is not on the branch`);
}

/** Once each, and nothing set aside for a run that is over. */
async function ledgerOf(
  { workspace }: CrashWorld,
  views: readonly RunView[],
): Promise<readonly string[]> {
  const broken: string[] = [];
  const items = await workspace.items.list();
  const reserved = items.filter(({ state }) => state === 'reserved').length;
  if (reserved > 0) broken.push(`${reserved} items stayed set aside`);
  const valid = views.filter(
    ({ result, part }) => part === null && result?.report === 'valid',
  ).length;
  const proposals = (await workspace.proposals.list()).length;
  if (proposals !== valid) broken.push(`${proposals} proposals of ${valid} valid reports`);
  for (const routine of new Set(views.map((view) => view.routine))) {
    const { findings } = await workspace.findings.read(routine);
    for (const { runs } of Object.values(findings))
      if (new Set(runs).size !== runs.length) broken.push('a finding counts a run twice');
  }
  return broken;
}

/** Of the runs, and of ours that were started for them. */
async function leftAlive(
  { plan }: CrashWorld,
  views: readonly RunView[],
): Promise<readonly string[]> {
  const deadline = performance.now() + TIDY_MS;
  for (;;) {
    const ours = startedWith(`CRASH_PLAN=${plan}`);
    const isOver = ours.length === 0 || performance.now() > deadline;
    // Looking through all processes costs more than what it looks for: the marked ones once.
    const marked = isOver
      ? views.flatMap(({ id }) => findRunProcesses(id).map(({ pid }) => String(pid)))
      : [];
    const alive = [...new Set([...marked, ...ours])];
    if (isOver && (alive.length === 0 || performance.now() > deadline)) return alive.map(described);
    await systemClock.sleep(LOOK_EVERY_MS);
  }
}

function startedWith(variable: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    return readProc(`${name}/environ`).split('\0').includes(variable);
  });
}

function described(pid: string): string {
  return `${pid} (${readProc(`${pid}/cmdline`).replaceAll('\0', ' ')})`;
}

function readProc(path: string): string {
  try {
    return readFileSync(join('/proc', path), 'utf8');
  } catch {
    return '';
  }
}

/** What its readers could not read. A file of lines may end in one that was never finished. */
function unreadable(stateDir: string): readonly string[] {
  const names = readdirSync(stateDir, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => {
    // The agent's own, and git's.
    if (/(?:^|\/)(?:worktree|bridge\.git|out|tmp)\//.test(name)) return false;
    if (!/\.jsonl?$/.test(name)) return false;
    const content = readFileSync(join(stateDir, name), 'utf8');
    if (name.endsWith('.jsonl')) return !content.split('\n').slice(0, -1).every(parses);
    // Some are a head and a body, a line each.
    return !parses(content) && !content.split('\n').every(parses);
  });
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
