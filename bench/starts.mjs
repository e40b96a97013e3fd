// Sixteen runs started at once on one repository: every one is admitted and ends well. Beside it, for information, the
// same number of `git worktree add -b` at once, which take locks in the one repository.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { git, program, repositoryOf, roundsman, workFolder } from './measure.mjs';

const AT_ONCE = 16;

export async function starts() {
  const { folder, where } = workFolder('starts');
  const repository = repositoryOf({ folder: `${folder}/repository`, files: 200, bytes: 400 });
  const options = { state: folder };
  roundsman(repository, ['init'], options);
  writeFileSync(
    `${repository}/routines/tiny.yaml`,
    [
      'on: manual',
      'policy: { overlap: allow-all }',
      `agent: { engine: command, command: [sh, -c, 'echo x > made.txt; printf "# Summary\\n\\nDone.\\n\\n# Findings\\n\\nNone.\\n" > "$ROUNDSMAN_OUT/report.md"; : > "$ROUNDSMAN_OUT/findings.jsonl"'], prompt: "Make one file in this repository." }`,
      '',
    ].join('\n'),
  );
  git(repository, 'clone', '--quiet', '--bare', repository, `${folder}/remote.git`);
  git(repository, 'remote', 'add', 'origin', `${folder}/remote.git`);
  git(repository, 'fetch', '--quiet', 'origin');
  const plain = await allAtOnce((number) =>
    ended(
      'git',
      [
        'worktree',
        'add',
        '--quiet',
        '-b',
        `plain-${number}`,
        `${folder}/plain-${number}`,
        'origin/main',
      ],
      {
        cwd: repository,
        env: { PATH: process.env.PATH },
      },
    ),
  );
  const env = { PATH: process.env.PATH, HOME: folder, ROUNDSMAN_STATE_DIR: join(folder, 'state') };
  const started = performance.now();
  const runs = await allAtOnce(() =>
    ended(process.execPath, [program, 'run', 'tiny', '--json'], { cwd: repository, env }),
  );
  const took = performance.now() - started;
  const branches = git(
    repository,
    'for-each-ref',
    '--format=%(refname)',
    'refs/heads/roundsman/tiny/',
  )
    .split('\n')
    .filter((ref) => ref !== '');
  const failed = runs.filter(({ ok }) => !ok);
  if (failed.length > 0) console.error(failed[0].said);
  const errors = failed.length + Math.max(0, AT_ONCE - branches.length - failed.length);
  return [
    {
      name: `errors of ${AT_ONCE} runs started at once`,
      value: errors,
      bound: 0,
      unit: 'errors',
      ok: errors === 0,
      detail: `${branches.length} branches in ${Math.round(took)} ms; of ${AT_ONCE} git worktree add -b at once ${plain.filter(({ ok }) => !ok).length} failed; ${where}`,
    },
  ];
}

function allAtOnce(start) {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, number) => start(number)));
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
