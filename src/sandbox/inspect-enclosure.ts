/** What a process inside the sandbox tells of itself: which descriptors it has, and whether system calls are filtered. */
import { oneLine } from '../words/text.ts';

/** In the line `Seccomp:` of a process's status: 0 none, 1 strict, 2 by a filter. */
const FILTERED = '2';

export interface EnclosureFault {
  /** One line. */
  readonly reason: string;
  readonly hint: string;
}

/**
 * For a POSIX shell in the sandbox, of builtins but where a descriptor is open that was not handed on: /dev/null may be. A pattern
 * lists the folder that it reads, too; that one is gone afterwards.
 */
export const INSPECT_PROCESS = `
while read -r name value; do
  case $name in Seccomp*) echo "$name $value" ;; esac
done </proc/self/status
for path in /proc/self/fd/*; do
  number=\${path##*/}
  case $number in [012]) continue ;; esac
  [ -e "/proc/$$/fd/$number" ] && ! [ "/proc/$$/fd/$number" -ef /dev/null ] || continue
  echo "descriptor $number $(readlink "/proc/$$/fd/$number")"
done`;

/** `null`: the sandbox holds what it should. Reads what the script printed, and /proc/self/status of a process outside. */
export function inspectEnclosure(printed: string, outside: string): EnclosureFault | null {
  const open = /^descriptor (\S+) ?(.*)$/m.exec(printed);
  if (open !== null) {
    const [, number = '', target = ''] = open;
    return {
      reason: `descriptor ${number} (${oneLine(target, 200)}) is open in a sandbox, and was not handed to it`,
      hint: 'Use the bwrap of your system: put it first on PATH.',
    };
  }
  const mode = /^Seccomp: (\d+)$/m.exec(printed)?.[1];
  // A container has a filter of its own, which says nothing of ours. Kernels before 5.9 do not count them.
  const inside = filtersIn(printed);
  const isAdded = inside === null || inside > (filtersIn(outside) ?? 0);
  if (mode === FILTERED && isAdded) return null;
  return {
    reason: 'the system calls of a sandbox are not filtered here',
    hint: 'It takes a kernel with CONFIG_SECCOMP_FILTER and the bwrap of your system, first on PATH.',
  };
}

function filtersIn(status: string): number | null {
  const count = /^Seccomp_filters:\s*(\d+)$/m.exec(status)?.[1];
  return count === undefined ? null : Number(count);
}
