/** Whatever command comes first in a workspace, and by whatever umask: no other account can read what it leaves at home. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { compiledCode } from '../../kit/compiled-code.ts';
import { everyCommandLine } from '../../kit/every-command.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { usersHere } from '../../kit/probed-person.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const ROUTINE = `on: manual
agent: { engine: command, command: ["true"] }
workspace: { isolation: private }
`;
/** There before, and open as systems make them: what is in them is judged, and not they. */
const GIVEN = ['.local', '.local/state', '.cache', '.config'];

interface Place {
  readonly repo: string;
  readonly home: string;
}

function freshPlace(template: string): Place {
  const repo = join(temporaryFolder('rm-repo-'), 'shop');
  cpSync(template, repo, { recursive: true });
  const home = temporaryFolder('rm-home-');
  for (const name of GIVEN) {
    mkdirSync(join(home, name), { recursive: true });
    chmodSync(join(home, name), 0o755);
  }
  return { repo, home };
}

async function call({ repo, home }: Place, umask: string, words: readonly string[]): Promise<void> {
  const env = { PATH: process.env['PATH'], HOME: home, TZ: 'UTC', ...compiledCode() };
  const argv = ['-c', `umask ${umask}; exec "$@"`, 'sh', process.execPath, PROGRAM, ...words];
  const child = spawn('sh', argv, { cwd: repo, env, stdio: 'ignore', timeout: 60_000 });
  await once(child, 'exit');
  if (words[0] === 'start')
    spawnSync(process.execPath, [PROGRAM, 'stop'], { cwd: repo, env, stdio: 'ignore' });
}

/** What another account could list or read below a home folder that lets it in. */
function open(home: string, folder = home): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const inside = relative(home, path);
    const facts = lstatSync(path);
    if ((facts.mode & 0o077) === 0) return [];
    if (!facts.isDirectory()) return facts.isFile() ? [inside] : [];
    const own = GIVEN.includes(inside) ? [] : [`${inside}/`];
    return [...own, ...open(home, path)];
  });
}

it('leaves nothing open by any of its commands', { timeout: 600_000 }, async () => {
  const template = gitRepo({ 'README.md': '# Shop\n', 'routines/look.yaml': ROUTINE }).path;
  const waiting = [...everyCommandLine('look')];
  expect(waiting.length).toBeGreaterThan(90);
  const found: string[] = [];
  const made = new Set<string>();
  const work = async (): Promise<void> => {
    for (let words = waiting.pop(); words !== undefined; words = waiting.pop()) {
      const place = freshPlace(template);
      await call(place, '000', words);
      found.push(...open(place.home).map((path) => `${words.join(' ')}: ${path}`));
      if (readdirSync(join(place.home, '.local/state')).length > 0) made.add(words[0] ?? '');
    }
  };
  await Promise.all([work(), work(), work()]);
  expect(found).toEqual([]);
  // Most have something to keep there: the above looked at something.
  expect([...made]).toEqual(expect.arrayContaining(['list', 'run', 'start', 'doctor', 'review']));
});

it.each(['000', '022', '027'])('closes what was left open, by umask %s', async (umask) => {
  const template = gitRepo({ 'README.md': '# Shop\n', 'routines/look.yaml': ROUTINE }).path;
  const place = freshPlace(template);
  await call(place, umask, ['run', 'look']);
  const state = join(place.home, '.local/state/roundsman');
  const [name = ''] = readdirSync(state);
  const kept = [
    state,
    join(state, name),
    join(state, name, 'runs'),
    join(place.home, '.cache/roundsman'),
  ];
  for (const folder of kept)
    if (lstatSync(folder, { throwIfNoEntry: false })) chmodSync(folder, 0o755);
  expect(open(place.home)).not.toEqual([]);
  await call(place, umask, ['list']);
  expect(open(place.home)).toEqual([]);
});

const ELSEWHERE = { uid: 64_322, gid: 64_322 };

it.each(usersHere())('uses no state folder of another account, as $name', ({ user }) => {
  const { path: repo } = gitRepo({ 'README.md': '# Shop\n', 'routines/look.yaml': ROUTINE });
  const home = temporaryFolder('rm-home-');
  const foreign = join(home, 'foreign');
  const shared = join(home, 'shared');
  const link = join(home, 'link');
  for (const folder of [foreign, shared]) mkdirSync(folder);
  mkdirSync(join(shared, 'photos'));
  symlinkSync(foreign, link);
  if (user !== null)
    for (const path of [repo, home]) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
  if (process.getuid?.() === 0) spawnSync('chown', [`${ELSEWHERE.uid}:${ELSEWHERE.gid}`, foreign]);
  chmodSync(shared, 0o755);
  const env = { PATH: process.env['PATH'], HOME: home, TZ: 'UTC', ...compiledCode() };
  const said = (stateDir: string): string =>
    spawnSync(process.execPath, [PROGRAM, 'list'], {
      cwd: repo,
      env: { ...env, ROUNDSMAN_STATE_DIR: stateDir },
      encoding: 'utf8',
      ...user,
    }).stderr;
  expect(said(shared)).toContain(
    `other accounts can read the state folder ${shared}, and it holds other things too`,
  );
  expect(lstatSync(shared).mode & 0o777).toBe(0o755);
  // Root may: containers have folders of others mounted. It closes them all the same.
  const isForeign = user !== null;
  const isRefused = [foreign, link].map((folder) =>
    said(folder).includes(`the state folder ${folder} belongs to another account`),
  );
  expect(isRefused).toEqual([isForeign, isForeign]);
  expect(readdirSync(foreign).length > 0).toBe(!isForeign);
});
