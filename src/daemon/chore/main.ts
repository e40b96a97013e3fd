#!/usr/bin/env node
/**
 * Work of the daemon that loads a lot, done by a process that lives only as long as it takes: the memory goes with it.
 * Arguments: the chore, and a folder of the workspace. Prints one JSON document, an error as `{"error": …}`. `search` lives
 * as long as its stdin, and answers there before.
 */
import { systemClock } from '../../platform/clock.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { dropInherited } from '../../platform/inherited-descriptors.ts';
import { useCompileCache } from '../../platform/private-folder.ts';
import { commandLine, setExitCode, writeOut } from '../../platform/terminal.ts';
import { asAppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { ChoreName } from '../do-chore.ts';

dropInherited();
const env = readEnvironment();
useCompileCache(env);
const [name = '', folder = ''] = commandLine();

const CHORES: Readonly<Record<ChoreName | 'search', () => Promise<unknown>>> = {
  /** Compiles what is not compiled yet, so that later reads of the active routines are quick. */
  compile: async () => {
    const workspace = await openHere();
    const { readActiveRoutines } = await import('../../routines/active-routines.ts');
    await readActiveRoutines(workspace);
    return {};
  },
  sweep: async () => {
    const workspace = await openHere();
    return (await import('./sweep.ts')).sweep(workspace);
  },
  spares: async () => {
    const workspace = await openHere();
    return (await import('./spares.ts')).spares(workspace);
  },
  doctor: async () => {
    const workspace = await openHere();
    const { runDoctor } = await import('../doctor/run-doctor.ts');
    return runDoctor(workspace, { starting: true });
  },
  search: async () => {
    const workspace = await openHere();
    return (await import('./search.ts')).serveSearch(workspace);
  },
};

/** On behalf of no person: it decides nothing. */
function openHere(): Promise<Workspace> {
  return openWorkspace({ folder, env, actor: 'roundsman', clock: systemClock });
}

function isChore(text: string): text is keyof typeof CHORES {
  return Object.hasOwn(CHORES, text);
}

async function work(): Promise<unknown> {
  if (!isChore(name)) throw new TypeError(`there is no chore "${name}"`);
  return CHORES[name]();
}

void work().then(
  (answer) => writeOut(JSON.stringify(answer)),
  (thrown: unknown) => {
    writeOut(JSON.stringify({ error: asAppError(thrown).toFailure() }));
    setExitCode(1);
  },
);
