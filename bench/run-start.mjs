// From a cold command line to the agent's first instruction, against `git worktree add` and the agent alone.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

import { git, median, repositoryOf, roundsman, workFolder } from './measure.mjs';

// In OUT, which an agent may write to at every level.
const FIRST = 'date +%s%N > "$ROUNDSMAN_OUT/first"';

export async function runStart() {
  const { folder, where } = workFolder('run-start');
  const repository = repositoryOf({ folder: `${folder}/repository`, files: 2_000, bytes: 4_000 });
  const options = { state: folder };
  roundsman(repository, ['init'], options);
  writeFileSync(
    `${repository}/routines/start.yaml`,
    [
      'on: manual',
      `agent: { engine: command, command: [sh, -c, '${FIRST}'], prompt: "Note the time at which you start." }`,
      '',
    ].join('\n'),
  );
  roundsman(repository, ['list'], options);
  const now = () => Number(process.hrtime.bigint() / 1_000n) / 1_000;
  const wallOffset = Date.now() - now();
  const markedAt = (out) =>
    Number(BigInt(readFileSync(`${out}/first`, 'utf8').trim()) / 1_000n) / 1_000;
  const baseline = [];
  const run = [];
  const levels = new Set();
  for (let round = 0; round < 9; round += 1) {
    let started = now() + wallOffset;
    git(
      repository,
      'worktree',
      'add',
      '--quiet',
      '-b',
      `bench-${round}`,
      `${folder}/worktree-${round}`,
      'main',
    );
    spawnSync('sh', ['-c', FIRST], { env: { PATH: process.env.PATH, ROUNDSMAN_OUT: folder } });
    baseline.push(markedAt(folder) - started);
    started = now() + wallOffset;
    const ran = roundsman(repository, ['run', 'start', '--json'], options);
    // Exit 1 is right: this agent leaves no report.
    if (ran.status !== 1) throw new Error(ran.stderr + ran.stdout);
    const { id, isolation } = JSON.parse(ran.stdout);
    levels.add(isolation);
    run.push(markedAt(`${folder}/state/runs/${id}/out`) - started);
  }
  const extra = median(run) - median(baseline);
  return [
    {
      name: 'run to first instruction - (git worktree add + agent)',
      value: Math.round(extra),
      bound: 400,
      unit: 'ms',
      ok: extra <= 400,
      detail: `run ${median(run).toFixed(0)} ms, baseline ${median(baseline).toFixed(0)} ms, 2,000 files, level ${[...levels].join(', ')}, ${where}`,
    },
  ];
}
