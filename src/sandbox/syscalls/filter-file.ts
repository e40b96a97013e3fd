/** Where the filter of system calls of this machine lies: the build wrote it, and a run sees it to read only. */
import { targetFacts } from '../../platform/environment.ts';
import { packageFile } from '../../platform/package.ts';

/** Absolute. For one without a filter, no file: a sandbox cannot be started with it. */
export function filterFile(architecture: string = targetFacts().cpu): string {
  return packageFile(`dist/sandbox/syscalls/${architecture}.bpf`);
}
