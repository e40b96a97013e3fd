/**
 * The command that is started inside instead: a shell that bounds itself, and becomes the command. Limits of a process
 * hold for all that it starts, and nothing raises them again. Pure.
 *
 * Processes are counted by the kernel in the sandbox's own user namespace (Linux 5.14 and later), and for root's not at all.
 * Before that they are not bounded here: the kernel counts all processes of the account.
 * Memory is not bounded here: V8, Go and WebAssembly reserve far more address space than they use.
 */
import {
  FILE_BLOCK_BYTES,
  hardFileBytes,
  hardProcesses,
  type ResourceLimits,
} from '../words/resource-limits.ts';
import type { Command } from './contract.ts';

/** dash counts processes with -p, bash with -u. When memory is short the system ends these before what a person works with. */
const SCRIPT = `ulimit -f "$1"
[ -z "$2" ] || ulimit -u "$2" || ulimit -p "$2"
echo 500 >/proc/self/oom_score_adj
`;

/** What a shell adds to the environment by itself. */
const SHELL_VARIABLES = ['PWD', 'OLDPWD', 'SHLVL', '_'];

/** @param counted processes are counted for this sandbox alone */
export function limitedCommand(
  command: Command,
  { fileBytes, processes, counted }: ResourceLimits & { readonly counted: boolean },
): Command {
  const added = SHELL_VARIABLES.filter((name) => command.env[name] === undefined);
  const script = `{ ${SCRIPT}unset ${added.join(' ')}; } 2>/dev/null; shift 2; exec "$@"`;
  const blocks = hardFileBytes(fileBytes) / FILE_BLOCK_BYTES;
  const words = [String(blocks), counted ? String(hardProcesses(processes)) : ''];
  return { ...command, argv: ['/bin/sh', '-c', script, 'sh', ...words, ...command.argv] };
}

/** @param release of Linux, as `uname -r` prints it */
export function countsBySandbox(release: string): boolean {
  const [major = 0, minor = 0] = release.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return major > 5 || (major === 5 && minor >= 14);
}
