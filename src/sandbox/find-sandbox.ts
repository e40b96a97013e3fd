/** Whether there is a sandbox that works here, for this engine: tried, not supposed, and tried once. */
import { isAbsolute, join, delimiter } from 'node:path';

import type { Clock } from '../platform/clock.ts';
import { platformFacts, targetFacts, userId, type Environment } from '../platform/environment.ts';
import { inspectPaths, makeFolder, readTextIfThere, writeDurably } from '../platform/files.ts';
import { newRunId } from '../platform/ids.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { realPath } from '../platform/read-now.ts';
import { machinePaths } from '../store/machine-paths.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { installLine, settingsMark } from './bubblewrap.ts';
import type { SandboxAnswer } from './contract.ts';
import { isWithin } from './order-mounts.ts';
import { filterFile, ARCHITECTURES, isFiltered } from './syscalls/syscall-numbers.ts';

/** How long a failure is remembered: its cause may have changed in a way that is not tracked here. */
const RETRY_MS = 3_600_000;
const KEPT = 8;

/** Where a session without PATH looks. */
const USUAL = '/usr/local/bin:/usr/bin:/bin';

export interface SandboxSearch {
  readonly workspace: Pick<RunSpec['workspace'], 'root' | 'gitDir' | 'stateDir'>;
  readonly env: Environment;
  readonly clock: Clock;
  /** argv that asks the engine's program for its version, by absolute path; `null` when it has none of its own. */
  readonly engine?: readonly string[] | null;
  /** Tried again, whatever is remembered of it. */
  readonly fresh?: boolean;
  /** As Node names it; this machine's where it is left out. */
  readonly os?: string;
  /** As Node names it; this machine's where it is left out. */
  readonly cpu?: string;
}

/** Raised when the trial looks for more than it did. */
const TRIAL = 'trial 2';

/** Costs less than a millisecond when nothing changed since the last time. Never throws for what does not work. */
export async function findSandbox(search: SandboxSearch): Promise<SandboxAnswer> {
  const { os = platformFacts().os, cpu = targetFacts().cpu } = search;
  if (os !== 'linux') {
    return {
      kind: 'missing',
      reason: `there is no sandbox for ${os === 'darwin' ? 'macOS' : os} yet`,
      hint: 'Use isolation: private, or run it on Linux.',
    };
  }
  if (!isFiltered(cpu)) {
    return {
      kind: 'missing',
      reason: `there is no sandbox for ${cpu} yet: its system calls cannot be filtered`,
      hint: `Use isolation: private, or run it on ${ARCHITECTURES.join(' or ')}.`,
    };
  }
  const { root, gitDir, stateDir } = search.workspace;
  const found = findBubblewrap(search.env, [root, gitDir, stateDir]);
  if (found === null) {
    return {
      kind: 'missing',
      reason: 'bubblewrap is not installed',
      hint: await installLine(search.env),
    };
  }
  return recallOrTry(search, found);
}

async function recallOrTry(search: SandboxSearch, found: FoundProgram): Promise<SandboxAnswer> {
  const { workspace, env, clock, engine = null } = search;
  const { cache } = machinePaths(workspace.stateDir);
  const now = clock.now();
  const place: TrialKey = { cache, key: keyOf(search, found), now };
  const known = search.fresh === true ? null : await recallTrial(place);
  if (known !== null) return known;
  const { trySandbox } = await import('./try-sandbox.ts');
  const answer = await trySandbox({
    program: found.path,
    workspace,
    env,
    engine,
    now,
    folder: join(cache, `sandbox-trial-${newRunId(now)}`),
  });
  await rememberTrial(place, answer);
  return answer;
}

/** Whatever of this is another one, the answer may be. */
function keyOf({ env, engine = null }: SandboxSearch, found: FoundProgram): string {
  const programs = [
    platformFacts().execPath,
    filterFile(),
    ...(engine?.filter((word) => isAbsolute(word)) ?? []),
  ];
  const real = programs.map((path) => realPath(path) ?? path);
  const marks = inspectPaths(real).map((facts, index) =>
    facts === null ? '' : `${real[index] ?? ''} ${facts.size} ${facts.changedMs}`,
  );
  const { bootId } = ownIdentity();
  return [TRIAL, found.mark, bootId, userId(), env['PATH'] ?? '', env['HOME'] ?? '', ...marks].join(
    '\n',
  );
}

interface FoundProgram {
  /** Absolute, links resolved. */
  readonly path: string;
  /** Changes whenever the program does. */
  readonly mark: string;
}

/** The first bubblewrap on PATH; never one that a repository brings along. */
function findBubblewrap(env: Environment, avoid: readonly string[]): FoundProgram | null {
  const folders = (env['PATH'] ?? USUAL).split(delimiter).filter((one) => isAbsolute(one));
  for (const folder of new Set(folders)) {
    const path = realPath(join(folder, 'bwrap'));
    if (path === null || avoid.some((one) => isWithin(one, path))) continue;
    const facts = inspectPaths([path])[0];
    if (facts?.kind === 'file' && facts.executable)
      return { path, mark: `${path} ${facts.size} ${facts.changedMs} ${facts.inode}` };
  }
  return null;
}

/** What trying the sandbox showed, kept so that the next run need not try again. */
interface TrialKey {
  /** The cache folder of the workspace. */
  readonly cache: string;
  /** Names all that the answer depends on. */
  readonly key: string;
  readonly now: Date;
}

interface Remembered {
  readonly key: string;
  /** ISO instant. */
  readonly at: string;
  /** Settings of the kernel at that time. */
  readonly settings: string;
  readonly answer: SandboxAnswer;
}

/** `null` when it has to be tried: something is another than it was, or it did not work an hour ago. */
async function recallTrial({ cache, key, now }: TrialKey): Promise<SandboxAnswer | null> {
  const found = (await readAll(cache)).find((one) => one.key === key);
  if (found === undefined) return null;
  if (found.answer.kind === 'works') return found.answer;
  const age = now.getTime() - new Date(found.at).getTime();
  if (age < 0 || age > RETRY_MS || found.settings !== (await settingsMark())) return null;
  return found.answer;
}

async function rememberTrial({ cache, key, now }: TrialKey, answer: SandboxAnswer): Promise<void> {
  const others = (await readAll(cache)).filter((one) => one.key !== key);
  const found = { key, at: now.toISOString(), settings: await settingsMark(), answer };
  await makeFolder(cache, 0o700);
  await writeDurably(fileOf(cache), JSON.stringify([found, ...others].slice(0, KEPT)));
}

function fileOf(cache: string): string {
  return join(cache, 'sandbox.json');
}

/** Whatever cannot be read is as if it were not there: trying again costs a tenth of a second. */
async function readAll(cache: string): Promise<readonly Remembered[]> {
  const value = tryParseJson((await readTextIfThere(fileOf(cache))) ?? '');
  return Array.isArray(value) ? value.filter(isRemembered) : [];
}

function isRemembered(value: unknown): value is Remembered {
  if (!isRecord(value) || !isRecord(value['answer'])) return false;
  const { kind, record } = value['answer'];
  return kind === 'works'
    ? isRecord(record) && record['kind'] === 'bubblewrap'
    : kind === 'missing';
}
