/**
 * A daemon that the system starts and keeps: the file is written first, then the service manager is told. Only files
 * with our signature, for this workspace, are replaced or removed.
 */
import { dirname, delimiter, isAbsolute, join } from 'node:path';

import { type Environment, homeFolder, platformFacts, userId } from '../../platform/environment.ts';
import {
  makeFolder,
  readTextIfThere,
  removeTree,
  writeDurably,
  inspectPath,
  resolveLinks,
} from '../../platform/files.ts';
import { findOnPath } from '../../platform/find-program.ts';
import { sha256 } from '../../platform/hash.ts';
import { commandProgram } from '../../platform/package.ts';
import { runProcess } from '../../platform/process.ts';
import { findDaemon } from '../../scheduler/ask-daemon.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { Argv, ServiceDefinition, ServiceFacts } from './contract.ts';
import { launchdPlist } from './launchd-plist.ts';
import { systemdUnit } from './systemd-unit.ts';

/** What the daemon would find otherwise elsewhere than the shell that installs it. Nothing secret. */
const TAKEN_ALONG = ['ROUNDSMAN_STATE_DIR', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'TZ'];

interface ServicePlan {
  readonly service: ServiceDefinition;
  /** What is there now; `null`: nothing. */
  readonly installed: string | null;
  /** The file is ours, and says what it would say if it were written now. */
  readonly current: boolean;
  readonly commands: readonly Argv[];
}

type ServiceOutcome =
  | { readonly kind: 'done' }
  /** The service manager is not on PATH: these are left to do. */
  | { readonly kind: 'to-be-told'; readonly commands: readonly Argv[] };

const COMMAND_TIMEOUT_MS = 60_000;

/** Changes nothing. */
export async function planInstall(workspace: Workspace): Promise<ServicePlan> {
  const { service, installed, current } = await look(workspace);
  const again = installed === null ? [] : service.again;
  return { service, installed, current, commands: [...again, ...service.start] };
}

/** Changes nothing. Throws `not-found` when there is no service of this workspace. */
export async function planUninstall(workspace: Workspace): Promise<ServicePlan> {
  const { service, installed, current } = await look(workspace);
  if (installed === null) {
    throw new AppError('not-found', {
      code: 'no-service',
      message: `no service of this workspace is installed: there is no ${service.file}`,
      hint: 'A daemon that was started by hand ends with: roundsman stop',
    });
  }
  return { service, installed, current, commands: [...service.end, ...service.afterwards] };
}

/** Throws `refused` while a daemon runs that is not a service, or when the file is not ours. */
export async function installService(
  workspace: Workspace,
  { service, installed }: ServicePlan,
): Promise<ServiceOutcome> {
  const { stateDir } = workspace.location;
  const daemon = installed === null ? await findDaemon(stateDir) : null;
  if (daemon !== null) {
    throw new AppError('refused', {
      code: 'daemon-running',
      message: `a daemon runs for this workspace already: process ${daemon.process.pid}`,
      hint: 'End it first, and give the command again: roundsman stop',
    });
  }
  const manager = await managerOf(service, workspace.env);
  if (installed !== null && manager) await tell(service.again, workspace.env);
  await makeFolder(dirname(service.file));
  await writeDurably(service.file, service.content);
  if (!manager) return { kind: 'to-be-told', commands: service.start };
  await tellAll(service.start, workspace.env);
  return { kind: 'done' };
}

/** What the service manager refuses does not keep the file: it is not started again without one. */
export async function uninstallService(
  workspace: Workspace,
  { service }: ServicePlan,
): Promise<ServiceOutcome> {
  const manager = await managerOf(service, workspace.env);
  const refused = manager ? await tell(service.end, workspace.env) : null;
  await removeTree(service.file);
  if (!manager) return { kind: 'to-be-told', commands: service.afterwards };
  if (refused !== null) throw failed(refused, `${service.file} is removed all the same`);
  await tellAll(service.afterwards, workspace.env);
  return { kind: 'done' };
}

async function look(
  workspace: Workspace,
): Promise<Pick<ServicePlan, 'service' | 'installed' | 'current'>> {
  const service = await defineService(workspace);
  const installed = await readTextIfThere(service.file);
  const head = installed?.slice(0, 2_000) ?? '';
  if (installed !== null && !head.includes(service.signature)) {
    throw new AppError('refused', {
      code: 'file-not-ours',
      message: `${service.file} is there and was not written by Roundsman for this workspace`,
      hint: 'Move it away, and give the command again.',
    });
  }
  return { service, installed, current: installed === service.content };
}

async function managerOf({ start }: ServiceDefinition, env: Environment): Promise<boolean> {
  const [name = ''] = start[0] ?? [];
  return (await findOnPath(name, env)).kind === 'found';
}

interface Refusal {
  readonly command: Argv;
  readonly said: string;
}

async function tellAll(commands: readonly Argv[], env: Environment): Promise<void> {
  const refused = await tell(commands, env);
  if (refused !== null) throw failed(refused, 'The file stays as it is');
}

/** Stops at the first that fails, and gives it. */
async function tell(commands: readonly Argv[], env: Environment): Promise<Refusal | null> {
  for (const command of commands) {
    const ran = await runProcess({
      argv: command,
      cwd: '/',
      env: withoutGaps(env),
      timeoutMs: COMMAND_TIMEOUT_MS,
    });
    if (ran.exitCode === 0) continue;
    const said = ran.startError ?? (ran.timedOut ? 'no answer within a minute' : ran.stderr);
    return { command, said: oneLine(said, 300) || `exit code ${ran.exitCode ?? 'none'}` };
  }
  return null;
}

function failed({ command, said }: Refusal, left: string): AppError {
  return new AppError('failed', {
    code: 'service-manager-refused',
    message: `${command.join(' ')}: ${said}`,
    hint: `${left}; fix this, then run the command again.`,
  });
}

function withoutGaps(env: Environment): Readonly<Record<string, string>> {
  const given = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(given);
}

/**
 * What a service of this workspace would be made from, here and now.
 * Throws `missing` where there is no service manager that we know.
 */
async function defineService(workspace: Workspace): Promise<ServiceDefinition> {
  const facts = await readServiceFacts(workspace);
  const { os } = platformFacts();
  if (os === 'linux') return systemdUnit(facts);
  if (os === 'darwin') return launchdPlist(facts);
  throw new AppError('missing', {
    code: 'no-service-manager',
    message: `there is no service manager that Roundsman knows on ${os}`,
    hint: 'Have your own start this in the repository: roundsman start',
  });
}

async function readServiceFacts({ location, env }: Workspace): Promise<ServiceFacts> {
  const program = commandProgram();
  if (/[/\\]_npx[/\\]/.test(program)) {
    throw new AppError('refused', {
      code: 'temporary-program',
      message: `this Roundsman was fetched by npx for once: ${program}`,
      hint: 'Install it to stay, then give the command again: npm install --global roundsman',
    });
  }
  const node = platformFacts().execPath;
  const home = homeFolder(env);
  const named = env['XDG_CONFIG_HOME'];
  const name = location.name.replaceAll(/[^A-Za-z0-9_]+/g, '-').slice(0, 40);
  const hash = sha256(location.stateDir).slice(0, 8);
  const path = await searchPath(env, dirname(node));
  return {
    workspace: location.name,
    id: `${name}-${hash}`.replaceAll('--', '-'),
    root: location.root,
    stateDir: location.stateDir,
    node,
    program,
    environment: [['PATH', path], ...takenAlong(env)],
    home,
    configFolder: named !== undefined && isAbsolute(named) ? named : join(home, '.config'),
    userId: userId(),
  };
}

function takenAlong(env: Environment): readonly (readonly [string, string])[] {
  return TAKEN_ALONG.flatMap((name) => {
    const value = env[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
}

/** The folders of this shell's PATH that are there, each once: what finds git and the agents here finds them there. */
async function searchPath(env: Environment, nodeFolder: string): Promise<string> {
  const wanted = [...(env['PATH'] ?? '').split(delimiter), nodeFolder, '/usr/bin', '/bin'];
  const folders: string[] = [];
  for (const folder of new Set(wanted.filter((one) => isAbsolute(one)))) {
    const real = await resolveLinks(folder);
    if (real !== null && (await inspectPath(real))?.kind === 'folder') folders.push(folder);
  }
  return folders.join(delimiter);
}
