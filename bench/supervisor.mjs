// Memory of a supervisor that waits for its agent, against a Node that waits for nothing.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { repositoryOf, roundsman, typical, workFolder } from './measure.mjs';

const residentMb = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

export async function supervisor() {
  const { folder } = workFolder('supervisor');
  const repository = repositoryOf({ folder: `${folder}/repository`, files: 10, bytes: 200 });
  const options = { state: folder };
  roundsman(repository, ['init'], options);
  writeFileSync(
    `${repository}/routines/wait.yaml`,
    'on: manual\nagent: { engine: command, command: [sleep, "600"], prompt: "Wait for the bench to end you." }\n',
  );
  const bare = [];
  const waiting = [];
  for (let round = 0; round < 5; round += 1) {
    const idle = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    const started = roundsman(repository, ['run', 'wait', '--detach', '--json'], options);
    if (started.status !== 0) throw new Error(started.stderr + started.stdout);
    const { id } = JSON.parse(started.stdout);
    const state = `${folder}/state/runs/${id}/state.json`;
    const phase = () => JSON.parse(readFileSync(state, 'utf8')).phase;
    while (phase().cursor?.step !== 'work' || phase().agent === null) await sleep(20);
    await sleep(1_000);
    bare.push(residentMb(idle.pid));
    waiting.push(residentMb(phase().supervisor.pid));
    idle.kill();
    spawnSync(
      process.execPath,
      [new URL('../dist/cli/main.js', import.meta.url).pathname, 'cancel', id],
      {
        cwd: repository,
        env: { PATH: process.env.PATH, HOME: folder, ROUNDSMAN_STATE_DIR: `${folder}/state` },
      },
    );
    while (phase().kind !== 'ended') await sleep(20);
  }
  const extra = typical(waiting) - typical(bare);
  return [
    {
      name: 'waiting supervisor - bare node',
      value: Number(extra.toFixed(1)),
      bound: 6,
      unit: 'MB',
      ok: extra <= 6,
      detail: `supervisor ${typical(waiting).toFixed(1)} MB, node ${typical(bare).toFixed(1)} MB resident`,
    },
  ];
}
