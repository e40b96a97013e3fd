import { expect, test } from 'vitest';

import { gitEnvironment } from '../../../../src/git/git-environment.ts';
import { listBranchTips } from '../../../../src/git/list-branch-tips.ts';
import { findCouplings } from '../../../../src/review/couplings/find-couplings.ts';
import { readBranches } from '../../../../src/review/read-branches.ts';
import { buildHistory, misbuilt } from '../../../kit/built-history.ts';
import { history } from '../../../kit/coupled-histories.ts';
import { memoryFactCache } from '../../../kit/memory-fact-cache.ts';
import { hasPython } from '../../../kit/plain-check.ts';
import { TONGUES } from '../../../kit/tongues.ts';

/** One is drawn again each time; a failure names it. */
const drawn = Math.floor(Math.random() * 1_000_000);
const DRAWS = [
  ['known', 1],
  ['held', 2],
  ['held', drawn],
] as const;

test.each(TONGUES.map((tongue) => [tongue.id, tongue] as const))(
  'finds what is coupled by construction in %s, and little else',
  async (id, tongue) => {
    const told = new Map<string, { right: number; wrong: number }>();
    const counts = { found: 0, missed: 0, wrong: 0 };
    const notes: string[] = [];
    for (const [vocabulary, seed] of DRAWS) {
      const made = history(tongue, seed, vocabulary);
      const repo = buildHistory(made);
      const isChecked = id !== 'python' || hasPython();
      if (!isChecked) console.log('python3 is not here: these pairs are taken on trust');
      expect(isChecked ? misbuilt(repo, made, id) : []).toEqual([]);
      const couplings = await couplingsOf(repo.path);
      const binding = couplings.filter(({ binds }) => binds);
      const pairs = new Set(binding.map(({ a, b }) => `${a} ${b}`));
      const coupled = new Set(
        made.pairs.filter((one) => one.coupled).map(({ folder }) => `${folder}-a ${folder}-b`),
      );
      for (const key of coupled) {
        if (pairs.has(key)) counts.found += 1;
        else {
          counts.missed += 1;
          notes.push(
            `missed ${made.pairs.find(({ folder }) => key.startsWith(`${folder}-`))?.shape} (${vocabulary} ${seed})`,
          );
        }
      }
      for (const key of pairs) if (!coupled.has(key)) counts.wrong += 1;
      for (const one of binding) {
        const isRight = coupled.has(`${one.a} ${one.b}`);
        const kind = told.get(one.kind) ?? { right: 0, wrong: 0 };
        kind[isRight ? 'right' : 'wrong'] += 1;
        told.set(one.kind, kind);
        if (!isRight)
          notes.push(
            `wrong (${vocabulary} ${seed}): ${one.a} ${one.b} ${one.kind}: ${one.detail} ${made.pairs.find(({ folder }) => one.a.startsWith(`${folder}-`))?.shape}`,
          );
      }
    }
    const recall = counts.found / (counts.found + counts.missed);
    const precision = counts.found / (counts.found + counts.wrong);
    const table = [...told]
      .map(([kind, { right, wrong }]) => `${kind} ${right}/${right + wrong}`)
      .join(', ');
    console.log(
      `${id} (drawn seed ${drawn}): recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}; ${table}`,
    );
    if (notes.length > 0) console.log([...new Set(notes)].slice(0, 40).join('\n'));
    expect({ id, drawn, recall: recall >= 0.95, precision: precision >= 0.8 }).toEqual({
      id,
      drawn,
      recall: true,
      precision: true,
    });
  },
  120_000,
);

async function couplingsOf(path: string): ReturnType<typeof findCouplings> {
  const repository = { cwd: path, env: gitEnvironment({ ...process.env }) };
  const cache = memoryFactCache();
  const { branches } = await readBranches({
    tips: await listBranchTips(repository),
    origins: new Map(),
    covered: new Map(),
    defaultTarget: 'main',
    others: true,
    agentFolders: new Set(),
    baseRefOf: async () => null,
    places: new Map(),
    repository: { ...repository, cwd: `${path}/.git` },
    cache,
  });
  return findCouplings({ branches, repository, cache });
}
