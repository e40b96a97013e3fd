// `roundsman list` with a fresh cache, against starting Node and doing nothing.
import { spawnSync } from 'node:child_process';

import { repositoryOf, roundsman, timed, typical, workFolder } from './measure.mjs';

export async function list() {
  const { folder } = workFolder('list');
  const repository = repositoryOf({ folder: `${folder}/repository`, files: 10, bytes: 200 });
  const options = { state: folder };
  for (const args of [['init'], ['list']]) {
    const ran = roundsman(repository, args, options);
    if (ran.status !== 0) throw new Error(`roundsman ${args.join(' ')}: ${ran.stderr}`);
  }
  const bare = [];
  const listed = [];
  for (let round = 0; round < 15; round += 1) {
    bare.push(await timed(() => spawnSync(process.execPath, ['-e', '0'])));
    listed.push(await timed(() => roundsman(repository, ['list'], options)));
  }
  const ratio = typical(listed) / typical(bare);
  return [
    {
      name: 'list / node -e 0',
      value: Number(ratio.toFixed(2)),
      bound: 3,
      unit: 'x',
      ok: ratio <= 3,
      detail: `list ${typical(listed).toFixed(0)} ms, node ${typical(bare).toFixed(0)} ms`,
    },
  ];
}
