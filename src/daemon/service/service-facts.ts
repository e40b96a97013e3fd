/** What a service of this workspace would be made from, here and now. */
import { delimiter, dirname, isAbsolute, join } from 'node:path';

import { homeFolder, platformFacts, userId, type Environment } from '../../platform/environment.ts';
import { inspectPath, resolveLinks } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { commandProgram } from '../../platform/package.ts';
import { AppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { ServiceDefinition, ServiceFacts } from './contract.ts';
import { launchdPlist } from './launchd-plist.ts';
import { systemdUnit } from './systemd-unit.ts';

/** What the daemon would find otherwise elsewhere than the shell that installs it. Nothing secret. */
const TAKEN_ALONG = ['ROUNDSMAN_STATE_DIR', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'TZ'];

/** Throws `missing` where there is no service manager that we know. */
export async function defineService(workspace: Workspace): Promise<ServiceDefinition> {
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
