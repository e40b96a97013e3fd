#!/usr/bin/env node
import { readEnvironment } from '../platform/environment.ts';
import { dropInherited } from '../platform/inherited-descriptors.ts';
import { packageVersion } from '../platform/package.ts';
/**
 * The way in. Kept lean: what is imported here is paid for by `--version` too. The rest is loaded once the
 * compile cache is on, and each command only when it is called.
 */
import { useCompileCache } from '../platform/private-folder.ts';
import { commandLine, openTerminal, setExitCode, standingFolder } from '../platform/terminal.ts';

const args = commandLine();
dropInherited(args);
const env = readEnvironment();
useCompileCache(env);
void main();

async function main(): Promise<void> {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    openTerminal().out(`${packageVersion()}\n`);
    return;
  }
  // The processes of a run take the longest to be ready: they are on their way before the command line is understood.
  const supervisor = ['run', 'rerun', 'retry', 'replay'].includes(args[0] ?? '')
    ? (await import('../runtime/warm-supervisor.ts')).warmSupervisor(env)
    : null;
  // What the scripts of `roundsman completion` ask at each Tab: it parses no command line and loads no command.
  const answer =
    args[0] === '__complete'
      ? (await import('./completion/complete.ts')).completeCommandLine
      : (await import('./program.ts')).runCommandLine;
  const terminal = openTerminal();
  setExitCode(await answer({ args, env, folder: standingFolder(), terminal, supervisor }));
  // It goes away when it was told no run, and does not notice when it was.
  supervisor?.dismiss();
}
