// From a cold command line to the agent's first instruction with a worktree that was made ready ahead, against
// `git worktree add` and the agent alone, and against the same run without. The base moves on before each round.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { git, median, repositoryOf, roundsman, workFolder } from './measure.mjs';

const FIRST = 'date +%s%N > "$ROUNDSMAN_OUT/first"';
const REPORT =
  'printf "# Summary\\n\\nDone.\\n\\n# Findings\\n\\nNone.\\n" > "$ROUNDSMAN_OUT/report.md"; : > "$ROUNDSMAN_OUT/findings.jsonl"';
const CHORE = fileURLToPath(new URL('../dist/daemon/chore/main.js', import.meta.url));
const ROUNDS = 5;
/** That many files differ between the worktree made ready and the base. */
const CHANGED = 200;

export async function spares() {
  const size = { files: 20_000, bytes: 4_000 };
  // On the disk: what a worktree made ready saves is its files being written.
  const { folder, where } = workFolder('spares', Infinity);
  const repository = repositoryOf({ folder: `${folder}/repository`, ...size });
  const options = { state: folder };
  roundsman(repository, ['init'], options);
  writeFileSync(
    `${repository}/routines/start.yaml`,
    [
      'on: manual',
      `agent: { engine: command, command: [sh, -c, '${FIRST}; ${REPORT}'], prompt: "Note the time at which you start." }`,
      'workspace: { keep: { success: 1h } }',
      '',
    ].join('\n'),
  );
  roundsman(repository, ['list'], options);
  const times = { plain: [], without: [], ready: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    moveOn(repository, round);
    const rounds = {
      plain: () => addWorktree(repository, folder, round),
      without: () => run(repository, options),
      ready: () => {
        makeReady(repository, folder);
        moveOn(repository, round + 1_000);
        return run(repository, options);
      },
    };
    const order = Object.keys(rounds);
    // Who goes first takes turns.
    for (let turn = 0; turn < order.length; turn += 1) {
      const name = order[(turn + round) % order.length];
      times[name].push(rounds[name]());
    }
  }
  const [plain, without, ready] = [times.plain, times.without, times.ready].map(median);
  const ratio = ready / plain;
  return [
    {
      name: 'run to first instruction with a spare / (git worktree add + agent), 20,000 files',
      value: Math.round(ratio * 100) / 100,
      bound: 0.5,
      unit: 'x',
      ok: ratio <= 0.5,
      detail: `with a spare ${Math.round(ready)} ms, without ${Math.round(without)} ms, git worktree add and agent ${Math.round(plain)} ms, ${CHANGED} files differ, medians of ${ROUNDS}, ${where}`,
    },
  ];
}

function moveOn(repository, round) {
  const paths = git(repository, 'ls-files', 'area-3').split('\n').slice(0, CHANGED);
  for (const path of paths) writeFileSync(`${repository}/${path}`, `// ${round}\n`.repeat(300));
  git(repository, 'commit', '--quiet', '--all', '-m', `round ${round}`);
}

/** As the daemon has it done while no run is going on. */
function makeReady(repository, state) {
  const env = { PATH: process.env.PATH, HOME: state, ROUNDSMAN_STATE_DIR: `${state}/state` };
  const made = spawnSync(process.execPath, [CHORE, 'spares', repository], {
    encoding: 'utf8',
    env,
  });
  if (JSON.parse(made.stdout).ready !== 1) throw new Error(made.stdout + made.stderr);
}

function addWorktree(repository, folder, round) {
  const started = Date.now();
  git(repository, 'worktree', 'add', '--quiet', '--detach', `${folder}/plain-${round}`, 'main');
  spawnSync('sh', ['-c', FIRST], { env: { PATH: process.env.PATH, ROUNDSMAN_OUT: folder } });
  return markedAt(folder) - started;
}

function run(repository, options) {
  const started = Date.now();
  const ran = roundsman(repository, ['run', 'start', '--json'], options);
  if (ran.status !== 0) throw new Error(ran.stderr + ran.stdout);
  return markedAt(`${options.state}/state/runs/${JSON.parse(ran.stdout).id}/out`) - started;
}

/** Milliseconds since the epoch. */
function markedAt(out) {
  return Number(BigInt(readFileSync(`${out}/first`, 'utf8').trim()) / 1_000_000n);
}
