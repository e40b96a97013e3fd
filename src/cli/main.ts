#!/usr/bin/env node
/**
 * The way in. Kept lean: what is imported here is paid for by `--version` too. The rest is loaded once the
 * compile cache is on, and each command only when it is called.
 */
import { useCompileCache } from '../platform/compile-cache.ts';
import { readEnvironment } from '../platform/environment.ts';
import { commandLine, currentFolder, openTerminal, setExitCode } from '../platform/terminal.ts';

const env = readEnvironment();
useCompileCache(env);
const { runCommandLine } = await import('./program.ts');
setExitCode(
  await runCommandLine({
    args: commandLine(),
    env,
    folder: currentFolder(),
    terminal: openTerminal(),
  }),
);
