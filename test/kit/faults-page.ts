/** docs/faults.md, from the table of faults. */
import type { Fault } from '../crash/fault-matrix.ts';

const HEAD = `# Faults

This page lists what can go wrong during unattended runs, what Roundsman guarantees in each case, and the files of the tests
that show it. \`test/crash/fault-matrix.ts\` names the tests; the page is made from it
(\`npx vitest run test/runtime/fault-matrix.test.ts -u\`), and a test checks that each of them exists.

When any process is killed at any moment, these guarantees hold once the run has ended:

1. A slot has at most one run, and its agent is started at most once.
2. Every run ends: its own supervisor ends it, or one that the next command or daemon starts.
3. Your refs, settings, hooks, index, stash, worktrees and files do not change; the only addition is the new branch.
4. The branch exists if and only if the run and its report say so. No pinning ref is left.
5. No process of the run is alive.
6. Every file in the state folder is readable; the last line of a JSONL file may be truncated.

\`npm test\` kills a supervisor, a worker, a daemon and a command once at each point that \`src/words/step-probe.ts\` names, and
checks these guarantees. \`npm run test:crash\` repeats it in twenty rounds, together with other faults and also shortly after
each point; every other round runs in the sandbox where bubblewrap is installed. The full-disk tests need bubblewrap.
Repeat a failed round by its number: \`CRASH_SEED=7 CRASH_ROUNDS=1 npm run test:crash kill-rounds\`.

| what goes wrong | what holds | shown by \`test/…\` |
|---|---|---|
`;

export function faultsPage(faults: readonly Fault[]): string {
  return HEAD + faults.map(rowOf).join('');
}

function rowOf({ fault, holds, tests, untested }: Fault): string {
  const files = new Set(tests.map(([file]) => `\`${file.replace(/\.test\.ts$/, '')}\``));
  const rest = untested === undefined ? '' : ` *Not tested*: ${untested}`;
  return `| ${fault} | ${holds}${rest} | ${[...files].join(', ')} |\n`;
}
