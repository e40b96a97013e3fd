/** What holds of a run once it has ended, whatever was killed before: each sentence is something that does not. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { RunId } from '../../src/domain/ids.ts';
import { toRunView } from '../../src/domain/run-view.ts';
import type { RunView } from '../../src/domain/run.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { findRunProcesses } from '../../src/platform/process-tree.ts';
import type { CrashWorld } from './crash-world.ts';
import { snapshotRepository } from './repository-snapshot.ts';

/** Supervisors tidy up for a moment after the end. */
const TIDY_MS = 20_000;

/** Empty when all holds. */
export async function brokenInvariants(world: CrashWorld, id: RunId): Promise<readonly string[]> {
  const run = await world.workspace.runs.read(id);
  if (run?.record?.phase.kind !== 'ended') return ['I2: the run has not ended'];
  const view = toRunView(run);
  const alive = await leftAlive(world, id);
  const { stateDir } = world.workspace.location;
  return [
    ...executionsOf(world, view),
    ...changesOf(world),
    ...branchOf(world, view),
    ...workOf(world, view),
    ...alive.map((one) => `I5: process ${one} is alive`),
    ...(await ledgerOf(world, view)),
    ...unreadable(stateDir).map((path) => `I6: ${path} does not parse`),
  ];
}

function executionsOf(world: CrashWorld, { id }: RunView): readonly string[] {
  const count = world.executions(id);
  return count <= 1 ? [] : [`I1: the agent was started ${count} times`];
}

/** The branch itself apart, and the copies of reports. */
function changesOf({ repo, before }: CrashWorld): readonly string[] {
  const after = snapshotRepository(repo.path, ['refs/heads/roundsman/', 'refs/roundsman/']);
  const { files, ...rest } = before;
  const broken: string[] = [];
  for (const path of new Set([...Object.keys(files), ...Object.keys(after.files)]))
    if (!path.startsWith('reports/') && files[path] !== after.files[path])
      broken.push(`I3: ${path} was changed`);
  const { files: _files, ...now } = after;
  if (JSON.stringify(now) !== JSON.stringify(rest))
    broken.push(`I3: ${JSON.stringify(rest)} became ${JSON.stringify(now)}`);
  return broken;
}

function branchOf({ repo }: CrashWorld, view: RunView): readonly string[] {
  const format = '--format=%(refname:short) %(objectname)';
  const branches = repo.git('for-each-ref', format, 'refs/heads/roundsman');
  const said = view.branch === null ? '' : `${view.branch} ${view.head ?? ''}`;
  const broken: string[] = [];
  if (branches !== said) broken.push(`I4: there is "${branches}", and the run says "${said}"`);
  const changes = view.result?.changes ?? 'skipped';
  if ((changes === 'branch') !== (view.branch !== null))
    broken.push(`I4: the result says ${changes}, and the branch is ${view.branch ?? 'none'}`);
  const report = existsSync(view.reportPath ?? '')
    ? readFileSync(view.reportPath ?? '', 'utf8')
    : null;
  if (report === null) broken.push('I4: there is no report');
  else if (view.branch !== null && !report.includes(view.branch))
    broken.push('I4: the report does not name the branch');
  else if (view.branch === null && report.includes('roundsman/busy'))
    broken.push('I4: the report names a branch that is not there');
  const pins = repo.git('for-each-ref', '--format=%(refname)', 'refs/roundsman');
  if (pins !== '' && !changes.startsWith('refused')) broken.push(`I4: pins are left: ${pins}`);
  return broken;
}

/** What an agent brought to its end is there, committed or not. */
function workOf({ repo }: CrashWorld, view: RunView): readonly string[] {
  if (view.result?.execution !== 'succeeded') return [];
  if (view.branch === null) return ['the agent was done, and there is no branch'];
  const files = repo.git('ls-tree', '--name-only', view.branch).split('\n');
  return ['committed.txt', 'left.txt']
    .filter((file) => !files.includes(file))
    .map((file) => `${file} is not on the branch`);
}

/** Once each, and nothing set aside for a run that is over. */
async function ledgerOf({ workspace }: CrashWorld, view: RunView): Promise<readonly string[]> {
  const broken: string[] = [];
  const items = await workspace.items.list();
  const reserved = items.filter(({ run, state }) => run === view.id && state === 'reserved');
  if (reserved.length > 0) broken.push(`${reserved.length} items stayed set aside`);
  const proposals = await workspace.proposals.list();
  const valid = view.result?.report === 'valid';
  if (proposals.length !== (valid ? 1 : 0))
    broken.push(`${proposals.length} proposals with a report that is ${view.result?.report ?? ''}`);
  const findings = await workspace.findings.read(view.routine);
  for (const { runs } of Object.values(findings.findings))
    if (new Set(runs).size !== runs.length) broken.push('a finding counts a run twice');
  return broken;
}

/** Of the run, and of ours that were started for it. */
async function leftAlive({ plan }: CrashWorld, id: RunId): Promise<readonly string[]> {
  const deadline = performance.now() + TIDY_MS;
  for (;;) {
    const marked = findRunProcesses(id).map(({ pid }) => String(pid));
    const alive = [...new Set([...marked, ...startedWith(`CRASH_PLAN=${plan}`)])];
    if (alive.length === 0 || performance.now() > deadline) return alive.map(described);
    await systemClock.sleep(20);
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
    // The catalog's: several documents, one a line.
    return !(name.startsWith('cache/') ? content.split('\n') : [content]).every(parses);
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
