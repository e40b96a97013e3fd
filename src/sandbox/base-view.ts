/** What every program of a run sees, whatever it is for; looked up once a run. */
import { basename, delimiter, dirname, isAbsolute, join, normalize } from 'node:path';

import { type Environment, platformFacts } from '../platform/environment.ts';
import { inspectPaths } from '../platform/files.ts';
import { packageFile } from '../platform/package.ts';
import { realPath } from '../platform/read-now.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { insideIds } from './bubblewrap.ts';
import type { Mount, SandboxRecord } from './contract.ts';
import { coverCredentials, type Covered, type Shown } from './cover-credentials.ts';
import { etcMounts } from './etc-folder.ts';
import { isWithin, orderMounts } from './order-mounts.ts';
import { permittedMounts } from './permitted-mounts.ts';
import type { SearchMemory } from './remembered-search.ts';
import {
  INSTALLED_BY_HAND,
  systemMounts,
  isHidden,
  isSystem,
  programMounts,
  toolMounts,
  type ToolSearch,
} from './tool-mounts.ts';

// What is closed besides when root starts a run. Inside it has no capability and another number, but the kernel still takes
// it for the owner of its own settings: without this a run could say which program starts, as root, when another crashes.

/** Settings of the kernel and of devices: can be read, as by everybody. */
const READ_ONLY = [
  '/proc/acpi',
  '/proc/bus',
  '/proc/driver',
  '/proc/fs',
  '/proc/irq',
  '/proc/mtrr',
  '/proc/scsi',
  '/proc/sys',
  '/proc/sysrq-trigger',
];

/** Only root may read them, and has no business to from inside: keys, memory, messages of the kernel. */
const HIDDEN = [
  '/proc/kcore',
  '/proc/key-users',
  '/proc/keys',
  '/proc/kmsg',
  '/proc/kpagecgroup',
  '/proc/kpagecount',
  '/proc/kpageflags',
  '/proc/pagetypeinfo',
  '/proc/slabinfo',
  '/proc/timer_list',
  '/proc/vmallocinfo',
];

/** Empty for everybody else: nothing there is theirs, and engines may mount a /proc of their own over it. */
function rootMounts(uid: number): readonly Mount[] {
  if (uid !== 0) return [];
  return [
    ...present(READ_ONLY).map((path): Mount => ({ kind: 'read', path })),
    ...present(HIDDEN).map((path): Mount => ({ kind: 'read', path, from: '/dev/null' })),
  ];
}

function present(paths: readonly string[]): readonly string[] {
  const facts = inspectPaths(paths);
  return paths.filter((_path, index) => facts[index] !== null);
}

export interface BaseViewRequest {
  readonly workspace: Pick<RunSpec['workspace'], 'root' | 'gitDir' | 'stateDir'>;
  readonly env: Environment;
  readonly record: SandboxRecord;
  /** The cache folder of the workspace. */
  readonly cache: string;
  /** `permissions.read`. */
  readonly read: readonly string[];
  /** Programs that the routine names by their absolute path. */
  readonly programs: readonly string[];
  readonly now: Date;
}

export interface BaseView {
  readonly mounts: readonly Mount[];
  /** As many of them as git needs: what is started often is to start fast. */
  readonly core: readonly Mount[];
  /** Empty and writable; `HOME` inside. */
  readonly home: string;
  /** Folders of which nothing is seen but what is mounted in them by name. */
  readonly hidden: readonly string[];
  readonly notices: readonly string[];
}

export async function baseView(request: BaseViewRequest): Promise<BaseView> {
  const { env, record, workspace } = request;
  const home = homeInside(env);
  const hidden = hiddenFolders(request);
  const memory: SearchMemory = { cache: request.cache, now: request.now };
  const system = await coveredSystem(hidden, memory);
  const realHome = homeOf(env);
  const search: ToolSearch = {
    path: env['PATH'] ?? '',
    home: realHome === null ? null : realPath(realHome),
    programs: [platformFacts().execPath],
    hidden,
    system: system.mounts,
  };
  const permitted = permittedMounts({
    read: request.read,
    home: realHome,
    closed: withReal([workspace.stateDir, workspace.gitDir]),
  });
  const etc = await etcMounts(request.cache, { ...insideIds(record), home });
  const core: readonly Mount[] = [
    ...system.mounts,
    ...etc.slice(0, 1),
    ...rootMounts(record.uid),
    { kind: 'empty', path: home },
  ];
  const own = ownPackageMounts();
  const tools = [
    ...etc.slice(1),
    ...toolMounts(search),
    ...request.programs.flatMap((program) => namedMounts(program, search)),
    ...own.filter((mount) => !isOwnProgram(mount)),
  ];
  const covered = await coverCredentials({
    shown: [
      ...tools.map((mount): Shown => ({ mount, by: 'tools' })),
      ...permitted.mounts.map((mount): Shown => ({ mount, by: 'named' })),
    ],
    hidden,
    memory,
  });
  const mounts: readonly Mount[] = [...core, ...own.filter(isOwnProgram), ...covered.mounts];
  return {
    mounts: orderMounts(mounts, hidden),
    core: orderMounts(isSystemGit(search) ? core : mounts, hidden),
    home,
    hidden,
    notices: [...permitted.notices, ...system.notices, ...covered.notices],
  };
}

/** Our own files, as against the packages beside them. */
function isOwnProgram({ path }: Mount): boolean {
  return basename(path) !== 'node_modules';
}

/** Whether git, and the shell that starts it, are there without any folder of tools. */
function isSystemGit(search: ToolSearch): boolean {
  const found = search.path.split(delimiter).find((folder) => realPath(join(folder, 'git')));
  const real = found === undefined ? null : realPath(join(found, 'git'));
  return real !== null && isSystem(real, search);
}

/** What one more program needs to be seen: itself, and the package that it is a part of. */
export async function enginePrograms(
  words: readonly string[],
  { env, workspace, cache, now }: Pick<BaseViewRequest, 'env' | 'workspace' | 'cache' | 'now'>,
): Promise<readonly Mount[]> {
  if (words.length === 0) return [];
  const realHome = homeOf(env);
  const hidden = hiddenFolders({ env, workspace });
  const memory: SearchMemory = { cache, now };
  const system = await coveredSystem(hidden, memory);
  const search: ToolSearch = {
    path: env['PATH'] ?? '',
    home: realHome === null ? null : realPath(realHome),
    programs: [],
    hidden,
    system: system.mounts,
  };
  const mounts = words
    .filter((word) => isAbsolute(word))
    .flatMap((word) => namedMounts(word, search));
  const covered = await coverCredentials({
    shown: mounts.map((mount) => ({ mount, by: 'tools' })),
    hidden,
    memory,
  });
  return covered.mounts;
}

/** Files only. In the user's own checkout it is that one; the package around it would be the checkout. */
function namedMounts(program: string, search: ToolSearch): readonly Mount[] {
  const real = realPath(program);
  if (real === null || inspectPaths([real])[0]?.kind !== 'file') return [];
  if (!isHidden(real, search)) return programMounts(program, search);
  return [{ kind: 'read', path: program, from: real }];
}

function hiddenFolders({
  workspace,
  env,
}: Pick<BaseViewRequest, 'workspace' | 'env'>): readonly string[] {
  const home = homeOf(env);
  const { root, gitDir, stateDir } = workspace;
  return withReal([root, gitDir, stateDir, ...(home === null ? [] : [home])]);
}

function withReal(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => [path, realPath(path) ?? path]))];
}

/** `null` when HOME names no folder of a user's. */
function homeOf(env: Environment): string | null {
  const home = env['HOME'];
  if (home === undefined || !isAbsolute(home)) return null;
  const path = normalize(home).replace(/(?<=.)\/$/, '');
  return path === '/' ? null : path;
}

const SYSTEM = ['/proc', '/dev', '/sys', '/usr', '/etc', '/bin', '/sbin', '/lib', '/lib64'];

/** The same path as outside, so that what is printed looks right; but where that cannot be, another. */
function homeInside(env: Environment): string {
  const home = homeOf(env);
  if (home === null || SYSTEM.some((folder) => isWithin(folder, home))) return join('/tmp', 'home');
  return home;
}

/**
 * What of our own package has to be there inside: the built-in engine and the program that stands before a relay.
 * As installed, the folder of packages that it is one of: those it needs lie beside it. As a checkout, its program
 * and the packages below it, and nothing else of that checkout.
 */
function ownPackageMounts(): readonly Mount[] {
  const manifest = packageFile('package.json');
  const root = dirname(realPath(manifest) ?? manifest);
  const installed = /^(.*?\/node_modules)(?:\/|$)/.exec(root)?.[1];
  const paths =
    installed === undefined
      ? ['package.json', 'dist', 'node_modules', 'routines'].map((name) => `${root}/${name}`)
      : [installed];
  const facts = inspectPaths(paths);
  return paths.flatMap((path, index): readonly Mount[] =>
    facts[index] === null ? [] : [{ kind: 'read', path }],
  );
}

/** The system as a run sees it: its allowlist, with covers over the credentials and checkouts in what was installed by hand. */
interface CoveredSystem extends Pick<Covered, 'notices'> {
  /**
   * Covers included: what PATH names below one of them is a tool to mount, as in any other folder. A version manager in
   * `/usr/local` is a checkout, and covered.
   */
  readonly mounts: readonly Mount[];
}

/** What was installed by hand is covered whole where it could not be searched to its end. */
async function coveredSystem(
  hidden: readonly string[],
  memory: SearchMemory,
): Promise<CoveredSystem> {
  const system = systemMounts();
  const mounts = INSTALLED_BY_HAND.map((path): Mount => ({ kind: 'read', path }));
  const covered = system.flatMap(({ kind, path }) => (kind === 'empty' ? [path] : []));
  const { covers, notices, refused } = await coverCredentials({
    shown: mounts.map((mount) => ({ mount, by: 'tools' })),
    hidden: [...hidden, ...covered],
    memory,
  });
  const whole = refused.map(({ path }): Mount => ({ kind: 'empty', path, closed: true }));
  return { mounts: [...system, ...covers, ...whole], notices };
}
