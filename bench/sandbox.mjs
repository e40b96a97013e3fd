// What level `sandbox` adds to a whole run at level `private`: the same routine, in turns.
import { writeFileSync } from 'node:fs';

import { median, repositoryOf, roundsman, workFolder } from './measure.mjs';

const ROUNDS = 11;

export async function sandbox() {
  const { folder, where } = workFolder('sandbox');
  const repository = repositoryOf({ folder: `${folder}/repository`, files: 200, bytes: 400 });
  const options = { state: folder };
  roundsman(repository, ['init'], options);
  for (const level of ['private', 'sandbox']) {
    writeFileSync(
      `${repository}/routines/${level}.yaml`,
      [
        'on: manual',
        `workspace: { isolation: ${level}, keep: { success: 1h, failure: 1h } }`,
        `agent: { engine: command, command: [sh, -c, 'echo x > made.txt; printf "# Summary\\n\\nDone.\\n\\n# Findings\\n\\nNone.\\n" > "$ROUNDSMAN_OUT/report.md"; : > "$ROUNDSMAN_OUT/findings.jsonl"'], prompt: "Make one file in this repository." }`,
        '',
      ].join('\n'),
    );
  }
  const name = 'a run at level sandbox - the same at level private';
  const took = { private: [], sandbox: [] };
  // The first of each looks around on this machine, and what it found is remembered.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const level of round % 2 === 0 ? ['private', 'sandbox'] : ['sandbox', 'private']) {
      const ran = roundsman(repository, ['run', level, '--json'], options);
      if (ran.status === 5) return [missing(name, ran.stdout + ran.stderr)];
      if (ran.status !== 0) throw new Error(ran.stderr + ran.stdout);
      const view = JSON.parse(ran.stdout);
      if (view.isolation !== level) throw new Error(`${level} became ${view.isolation}`);
      if (round >= 0) took[level].push(Date.parse(view.endedAt) - Date.parse(view.startedAt));
    }
  }
  const extra = median(took.sandbox) - median(took.private);
  return [
    {
      name,
      value: Math.round(extra),
      bound: 40,
      unit: 'ms',
      ok: extra <= 40,
      detail: `sandbox ${Math.round(median(took.sandbox))} ms, private ${Math.round(median(took.private))} ms, medians of ${ROUNDS}, ${where}`,
    },
  ];
}

/** No sandbox here: that is a failure, unless whoever runs this said that it may be missing. */
function missing(name, said) {
  const optional = (process.env.ROUNDSMAN_CI_OPTIONAL ?? '').split(/[\s,]+/).includes('bubblewrap');
  const detail = `there is no sandbox here: ${said.trim().slice(0, 300)}`;
  return { name, value: 'not measured', bound: 40, unit: 'ms', ok: optional, detail };
}
