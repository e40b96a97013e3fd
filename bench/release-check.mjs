// 5,000 commits held against their notes: the routine has to be cheap enough to follow every deployment.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { git, median, timed, workFolder } from './measure.mjs';
import { routineOf } from './routine-of.mjs';

const COMMITS = 5_000;
const ENTRIES = 600;
const ROUNDS = 3;
const BOUND = 10;
const ROUTINE = `
name: Bench
on: manual
collect:
  - release-notes: {}
agent: { engine: builtin, builtin: release-check }
`;

/** [{name, value, bound, unit, ok, detail}] */
export async function run() {
  const { collectReleaseNotes } =
    await import('../.build/modules/collectors/release-notes/collect-release-notes.js');
  const { logRange } = await import('../.build/modules/git/log-range.js');
  const { gitEnvironment } = await import('../.build/modules/git/git-environment.js');
  const { collect } = await routineOf(ROUTINE);
  const [rule] = collect;
  const { folder, where } = workFolder('release-check');
  const repository = join(folder, 'repository');
  const { from, to } = generate(repository);
  const gitEnv = gitEnvironment(process.env);
  let facts = null;
  const check = () =>
    timed(async () => {
      facts = await collectReleaseNotes({
        rule,
        root: repository,
        home: null,
        memory: null,
        timezone: 'UTC',
        repository,
        base: to,
        window: { from: null, to: '2026-01-01T00:00:00.000Z', uncovered: null },
        deployment: null,
        now: new Date('2026-01-01T00:00:00.000Z'),
        gitEnv,
        cacheFolder: join(folder, 'cache'),
        command: { worktree: async () => repository, env: {} },
        progress: () => undefined,
      });
    });
  const log = () =>
    timed(() => logRange({ cwd: repository, env: gitEnv }, { from, to, max: COMMITS }));
  const checks = [];
  const logs = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    logs.push(await log());
    checks.push(await check());
  }
  const seconds = Number((median(checks) / 1000).toFixed(2));
  const backed = facts.items.filter((item) => item.backed).length;
  return [
    {
      name: 'release notes of 5,000 commits',
      value: seconds,
      bound: BOUND,
      unit: 's',
      ok: seconds <= BOUND && facts.commits.length === COMMITS && facts.items.length === ENTRIES,
      detail: `${facts.commits.length} commits, ${facts.items.length} entries (${backed} backed), ${facts.unmentioned.length} commits unmentioned, ${where}; git log alone ${Math.round(median(logs))} ms (medians of ${ROUNDS})`,
    },
  ];
}

/** A tag, then every tenth commit a merge of the nine before it; the last one writes the notes. */
function generate(repository) {
  const stream = [];
  const title = (number) =>
    `${['feat', 'fix', 'docs', 'chore', 'refactor'][number % 5]}(${word(number % 12)}): ${sentence(number)}`;
  const block = (text) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const commit = ({ number, message, from, merge, files, branch }) => {
    const time = 1_600_000_000 + number * 600;
    stream.push(
      `commit refs/heads/${branch}\nmark :${number}\nauthor Ada <ada@example.com> ${time} +0000\ncommitter Ada <ada@example.com> ${time} +0000\n`,
      block(message),
      from === null ? '' : `from :${from}\n`,
      merge === null ? '' : `merge :${merge}\n`,
      ...files.map(([path, text]) => `M 100644 inline ${path}\n${block(text)}`),
    );
  };
  const path = (number) => `src/area-${number % 20}/part-${number % 400}.js`;
  const old = '## 1.0.0 (2020-09-13)\n\n- The first thing\n';
  commit({
    number: 1,
    message: 'feat: begin\n',
    from: null,
    merge: null,
    branch: 'main',
    files: [
      ['CHANGELOG.md', old],
      ['package.json', '{"version":"1.0.0"}\n'],
      ...Array.from({ length: 400 }, (_, number) => [path(number), 'first\n']),
    ],
  });
  let main = 1;
  const last = COMMITS + 1;
  for (let number = 2; number < last; number += 1) {
    const isMerge = number % 10 === 0;
    const onSide = number % 10 > 4;
    const message = isMerge
      ? `Merge pull request #${number} from ada/side\n\n${title(number)}\n`
      : `${title(number)} (#${number})\n\nWhy it is so.\n\nCo-authored-by: Ben <ben@example.com>\n`;
    const from = isMerge || number % 10 === 5 ? main : number - 1;
    const files = isMerge ? [] : [0, 1, 2].map((n) => [path(number * 3 + n), `${number}\n`]);
    commit({
      number,
      message,
      from: onSide || isMerge ? from : main,
      merge: isMerge ? number - 1 : null,
      branch: onSide ? 'side' : 'main',
      files,
    });
    if (!onSide) main = number;
  }
  // Half of them name their pull request, half say it in its words.
  const entries = Array.from({ length: ENTRIES }, (_, index) => {
    const number = index * 8 + 3;
    return index % 2 === 0
      ? `- ${sentence(number)} (#${number})`
      : `- Now ${sentence(number)} at last`;
  });
  commit({
    number: last,
    message: 'Release 2.0.0\n',
    from: main,
    merge: (last - 1) % 10 > 4 ? last - 1 : null,
    branch: 'main',
    files: [['CHANGELOG.md', `## 2.0.0 (2021-01-01)\n\n${entries.join('\n')}\n\n${old}`]],
  });
  git('.', 'init', '--quiet', '--initial-branch=main', repository);
  execFileSync('git', ['fast-import', '--quiet', '--force'], {
    cwd: repository,
    input: `${stream.join('')}tag v1.0.0\nfrom :1\ntagger Ada <ada@example.com> 1600000600 +0000\ndata 0\n`,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const parse = (ref) => git(repository, 'rev-parse', ref).trim();
  return { from: parse('v1.0.0^{commit}'), to: parse('main') };
}

/** Seven words, of which a few are in many messages and most in few, as in any language. */
function sentence(number) {
  return Array.from({ length: 7 }, (_, place) => {
    const share = ((number * 7919 + place * 104_729) % 10_007) / 10_007;
    return word(Math.floor(3_000 * share ** 3));
  }).join(' ');
}

/** The same syllables for the same number. */
function word(number) {
  const syllables = [
    'ba',
    'ke',
    'lo',
    'mu',
    'ri',
    'sa',
    'te',
    'vo',
    'wi',
    'zun',
    'par',
    'dol',
    'fen',
  ];
  let rest = number + 200;
  let text = '';
  while (rest > 0) {
    text += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  }
  return text;
}
