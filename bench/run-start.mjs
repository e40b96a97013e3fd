// From a cold command line to the agent's first instruction, against `git worktree add` and the agent alone; and from the last
// instruction of an agent that changed nothing to the end of its run.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

import { git, repositoryOf, roundsman, typical, workFolder } from './measure.mjs';

// In OUT, which an agent may write to at every level.
const FIRST = 'date +%s%N > "$ROUNDSMAN_OUT/first"';
const REPORT =
  'printf "# Summary\\n\\nDone.\\n\\n# Findings\\n\\nNone.\\n" > "$ROUNDSMAN_OUT/report.md"; : > "$ROUNDSMAN_OUT/findings.jsonl"';
const LAST = 'date +%s%N > "$ROUNDSMAN_OUT/last"';
const ROUNDS = 9;

export async function runStart() {
  const { folder, where } = workFolder('run-start');
  const repository = repositoryOf({ folder: `${folder}/repository`, files: 2_000, bytes: 4_000 });
  const options = { state: folder };
  roundsman(repository, ['init'], options);
  writeFileSync(
    `${repository}/routines/start.yaml`,
    [
      'on: manual',
      `agent: { engine: command, command: [sh, -c, '${FIRST}; ${REPORT}; ${LAST}'], prompt: "Note the time at which you start." }`,
      '',
    ].join('\n'),
  );
  roundsman(repository, ['list'], options);
  const [baseline, run, end] = [[], [], []];
  const levels = new Set();
  for (let round = 0; round < ROUNDS; round += 1) {
    let started = Date.now();
    const branch = `bench-${round}`;
    git(repository, 'worktree', 'add', '--quiet', '-b', branch, `${folder}/${branch}`, 'main');
    spawnSync('sh', ['-c', FIRST], { env: { PATH: process.env.PATH, ROUNDSMAN_OUT: folder } });
    baseline.push(markedAt(folder, 'first') - started);
    started = Date.now();
    const ran = roundsman(repository, ['run', 'start', '--json'], options);
    if (ran.status !== 0) throw new Error(ran.stderr + ran.stdout);
    const { id, isolation, endedAt } = JSON.parse(ran.stdout);
    levels.add(isolation);
    const out = `${folder}/state/runs/${id}/out`;
    run.push(markedAt(out, 'first') - started);
    end.push(Date.parse(endedAt) - markedAt(out, 'last'));
  }
  const at = `2,000 files, level ${[...levels].join(', ')}, ${where}`;
  const extra = typical(run) - typical(baseline);
  return [
    {
      name: 'run to first instruction - (git worktree add + agent)',
      value: Math.round(extra),
      bound: 400,
      unit: 'ms',
      ok: extra <= 400,
      detail: `run ${typical(run).toFixed(0)} ms, baseline ${typical(baseline).toFixed(0)} ms, ${at}`,
    },
    {
      name: 'last instruction of an agent that changed nothing to the end of its run',
      value: Math.round(typical(end)),
      bound: 150,
      unit: 'ms',
      ok: typical(end) <= 150,
      detail: `fastest ${Math.round(Math.min(...end))} ms, slowest ${Math.round(Math.max(...end))} ms, ${at}`,
    },
  ];
}

/** Milliseconds since the epoch, with their fraction. */
function markedAt(out, name) {
  return Number(BigInt(readFileSync(`${out}/${name}`, 'utf8').trim()) / 1_000n) / 1_000;
}
