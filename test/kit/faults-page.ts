/** docs/faults.md, from the table of faults. */
import type { Fault } from '../crash/fault-matrix.ts';

const HEAD = `# What may go wrong in a night

Roundsman is left running on the repository that somebody lives from. This page says what may go wrong meanwhile, what
holds all the same, and which test shows it. It is made from \`test/crash/fault-matrix.ts\`
(\`npx vitest run test/runtime/fault-matrix.test.ts -u\`), and a test sees to it that every test named here is there.

Whatever is killed, and whenever, these hold once the run has ended:

1. A slot has at most one run, and its agent is started at most once.
2. Every run that was started comes to an end: by its own supervisor, else by one that the next command or daemon sends.
3. The user's refs, settings, hooks, index, stash, worktrees and files are what they were, but for the new branch.
4. There is a branch if and only if the run and its report say so, and no pin is left.
5. No process of the run is alive.
6. Every file in the state folder can be read; of a file of lines, the last may be cut off.

\`npm test\` kills a supervisor, a worker, a daemon and a command at every point that \`src/domain/step-probe.ts\` names,
once, and looks whether they do. \`npm run test:crash\` does it in twenty rounds, in changing company and also a moment
after each point; every other round in the sandbox, where bubblewrap is installed. It needs bubblewrap for a disk that
is full. A round that failed is done again by its number: \`CRASH_SEED=7 CRASH_ROUNDS=1 npm run test:crash kill-rounds\`.

A new step of a run has its points at once; a new moment in between gets a name in that list, and a call of the probe.
`;

export function faultsPage(faults: readonly Fault[]): string {
  return [HEAD, ...faults.map(sectionOf)].join('\n');
}

function sectionOf({ fault, holds, tests, untested }: Fault): string {
  const shown = tests.map(([file, name]) => `- \`test/${file}\`: ${name}`);
  const rest = untested === undefined ? [] : ['', `Not tested: ${untested}`];
  return [`## ${fault}`, '', holds, '', ...shown, ...rest, ''].join('\n');
}
