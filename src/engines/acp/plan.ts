import { join } from 'node:path';

import { homeFolder, platformFacts } from '../../platform/environment.ts';
import { commandArgv } from '../command/find-command.ts';
import type { EnginePlan, PlanRequest } from '../contract.ts';
import type { DriverPlan } from './driver/driver-plan.ts';
import { modelAccess } from './model-access.ts';

const PLAN_FILE = 'driver-plan.json';
/** Some agents look for updates, or unpack themselves, before they answer. */
const PATIENCE_MS = 120_000;

/** @param driver absolute path of our program */
export function planAcp(request: PlanRequest, driver: string): EnginePlan {
  const { home } = request;
  const { env, files } = modelAccess(request);
  return {
    argv: [platformFacts().execPath, driver, join(home, PLAN_FILE)],
    env,
    stdin: 'empty',
    stopSignal: 'SIGTERM',
    files: [
      { path: PLAN_FILE, text: `${JSON.stringify(driverPlan(request), null, 2)}\n` },
      ...files,
    ],
  };
}

function driverPlan(request: PlanRequest): DriverPlan {
  const { worktree, permissions, isolation, home, briefFolder, outFolder, gitFolders } = request;
  const [program, ...args] = commandArgv(request);
  return {
    argv: [program, ...args, ...request.args],
    worktree,
    promptFile: request.promptFile,
    session: request.session,
    model: request.model,
    mcp: request.mcp,
    rules: {
      worktree,
      write: permissions.write,
      hosts: permissions.network.allow,
      writable: [outFolder, home, ...gitFolders],
      readable: [briefFolder, ...permissions.read.map(absolute)],
      closed: isolation === 'sandbox' ? null : homeFolder({}),
    },
    patienceMs: PATIENCE_MS,
  };
}

function absolute(path: string): string {
  return path.startsWith('~/') ? join(homeFolder({}), path.slice(2)) : path;
}
