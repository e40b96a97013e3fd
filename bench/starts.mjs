// Sixteen routines started at once on one repository: every one is admitted and ends well, and all together take few times
// as long as one alone. Beside it, for information, the same number of `git worktree add -b` at once, which take locks in the
// one repository.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { git, program, repositoryOf, roundsman, timed, typical, workFolder } from './measure.mjs';

const AT_ONCE = 16;
const ROUNDS = 3;
const NUMBERS = Array.from({ length: AT_ONCE }, (_, number) => number);

export async function starts() {
  const { folder, where } = workFolder('starts');
  const repository = repositoryOf({ folder: `${folder}/repository`, files: 200, bytes: 400 });
  const options = { state: folder };
  roundsman(repository, ['init'], options);
  for (const number of NUMBERS) writeRoutine(repository, number);
  git(repository, 'clone', '--quiet', '--bare', repository, `${folder}/remote.git`);
  git(repository, 'remote', 'add', 'origin', `${folder}/remote.git`);
  git(repository, 'fetch', '--quiet', 'origin');
  roundsman(repository, ['list'], options);
  const plain = await allAtOnce((number) =>
    ended('git', addWorktree(number, folder), {
      cwd: repository,
      env: { PATH: process.env.PATH },
    }),
  );
  const env = { PATH: process.env.PATH, HOME: folder, ROUNDSMAN_STATE_DIR: join(folder, 'state') };
  const start = (number) =>
    ended(process.execPath, [program, 'run', `tiny-${number}`, '--json'], { cwd: repository, env });
  const runs = [];
  const times = { alone: [], together: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.alone.push(await timed(async () => runs.push(await start(round))));
    times.together.push(await timed(async () => runs.push(...(await allAtOnce(start)))));
  }
  const branches = git(repository, 'for-each-ref', '--format=%(refname)', 'refs/heads/roundsman/')
    .split('\n')
    .filter((ref) => ref !== '');
  const failed = runs.filter(({ ok }) => !ok);
  if (failed.length > 0) console.error(failed[0].said);
  // A later run of the same routine leaves what an earlier one made.
  const errors = failed.length + Math.max(0, AT_ONCE - branches.length);
  const [alone, together] = [typical(times.alone), typical(times.together)];
  const ratio = together / alone;
  return [
    {
      name: `errors of ${AT_ONCE} runs started at once`,
      value: errors,
      bound: 0,
      unit: 'errors',
      ok: errors === 0,
      detail: `${branches.length} branches, ${runs.length} runs; of ${AT_ONCE} git worktree add -b at once ${plain.filter(({ ok }) => !ok).length} failed; ${where}`,
    },
    {
      name: `${AT_ONCE} routines started at once / one alone`,
      value: Number(ratio.toFixed(1)),
      bound: 6,
      unit: 'x',
      ok: ratio <= 6,
      detail: `together ${Math.round(together)} ms, one ${Math.round(alone)} ms, ${ROUNDS} rounds, ${where}`,
    },
  ];
}

function writeRoutine(repository, number) {
  const script =
    'echo x > made.txt; printf "# Summary\\n\\nDone.\\n\\n# Findings\\n\\nNone.\\n" > "$ROUNDSMAN_OUT/report.md"; : > "$ROUNDSMAN_OUT/findings.jsonl"';
  writeFileSync(
    `${repository}/routines/tiny-${number}.yaml`,
    [
      'on: manual',
      `agent: { engine: command, command: [sh, -c, '${script}'], prompt: "Make one file in this repository." }`,
      '',
    ].join('\n'),
  );
}

function addWorktree(number, folder) {
  const branch = `plain-${number}`;
  return ['worktree', 'add', '--quiet', '-b', branch, `${folder}/${branch}`, 'origin/main'];
}

function allAtOnce(start) {
  return Promise.all(NUMBERS.map((number) => start(number)));
}

function ended(file, args, options) {
  return new Promise((resolve) => {
    execFile(file, args, { ...options, encoding: 'utf8' }, (error, stdout, stderr) =>
      resolve({
        ok: error === null,
        said: String(stdout).slice(-1_000) + String(stderr).slice(-1_000),
      }),
    );
  });
}
