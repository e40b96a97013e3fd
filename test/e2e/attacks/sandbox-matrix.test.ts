/** All that each part of a run sees and may write to, held against the tables of docs/sandbox.md. Needs bubblewrap. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import type { RunView } from '../../../src/words/run.ts';
import { gitRepo } from '../../kit/git-repo.ts';
import { usersHere, type TestUser } from '../../kit/probed-person.ts';
import { covers, sandboxRows, type Places, type Shown } from '../../kit/sandbox-page.ts';
import { workspaceOf } from '../../kit/workspace.ts';

const LIST_VISIBLE = fileURLToPath(
  new URL('../../fixtures/attacks/list-visible.mjs', import.meta.url),
);
const PARTS = ['condition', 'set-up', 'agent', 'check'];
const REPORT = String.raw`printf '## Summary\n\nDone.\n\n## Findings\n\nNone.\n' > "$ROUNDSMAN_OUT/report.md"`;

interface Seen {
  readonly shown: readonly Shown[];
  readonly places: Places;
}

/** Without network no part has any; with it each has, set-up for its registries. */
function seenInRun({ user }: TestUser, hasNetwork: boolean): Seen {
  const repo = gitRepo({ 'README.md': '# Shop\n', 'roundsman.yaml': 'timezone: UTC\n' });
  const workspace = workspaceOf(repo, user === null ? {} : { user });
  cpSync(LIST_VISIBLE, join(repo.path, 'list-visible.mjs'));
  repo.commit({ message: 'Add tools' });
  repo.write(
    'routines/look.yaml',
    JSON.stringify({
      on: 'manual',
      condition: { run: lookingFrom('condition') },
      agent: {
        engine: 'command',
        command: ['sh', '-c', `${lookingFrom('agent')}; ${REPORT}`],
        prompt: 'Look around.',
      },
      permissions: {
        network: hasNetwork ? { allow: ['api.example.com'] } : { allow: [], setup: [] },
      },
      workspace: {
        isolation: 'sandbox',
        setup: [lookingFrom('set-up')],
        checks: [lookingFrom('check')],
      },
    }),
  );
  if (user !== null)
    for (const path of [repo.path, workspace.home])
      spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
  const ran = workspace.roundsman('run', 'look', '--json');
  const view: RunView = JSON.parse(ran.stdout);
  if (view.result?.execution !== 'succeeded') throw new Error(`${ran.stderr}${ran.stdout}`);
  const folder = workspace.runFolder(view.id);
  const log = ['agent.log', 'commands.log']
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
  const shown = [...log.matchAll(/^SHOWN\t(.*?)\t(.*?)\t(.*?)\t(.*)$/gm)].map(
    ([, part = '', kind = '', name = '', access = '']): Shown => {
      return { kind, name, access, parts: [part, ...(hasNetwork ? ['with network'] : [])] };
    },
  );
  const own = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');
  const uid = user?.uid ?? process.getuid?.() ?? 0;
  return {
    shown,
    places: {
      run: [folder],
      home: [workspace.home],
      repository: [repo.path],
      state: [workspace.stateDir],
      roundsman: [own, realpathSync(own)],
      sockets: [`/tmp/roundsman-${uid}`],
      programs: programFolders(),
      top: topsOf([workspace.home, own, ...programFolders()]),
      user: [String(uid === 0 ? 1000 : uid)],
    },
  };
}

/** The shell says which descriptors it was given: Node has more of its own. The one it looks with is closed by then. */
function lookingFrom(part: string): string {
  const descriptors = `for one in /proc/$$/fd/*; do [ -e "$one" ] && printf "SHOWN\\t${part}\\tdescriptors\\t%s\\t-\\n" "\${one##*/}"; done`;
  return `${descriptors}; node list-visible.mjs ${part} '${JSON.stringify(namespacesHere())}'`;
}

function namespacesHere(): Readonly<Record<string, string>> {
  const names = readdirSync('/proc/self/ns').filter((name) => !name.endsWith('_for_children'));
  return Object.fromEntries(names.map((name) => [name, readlinkSync(`/proc/self/ns/${name}`)]));
}

/** On PATH, and what stands above; never a home folder whole. `.rustup` belongs to the proxies in `.cargo/bin`. */
function programFolders(): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((path) => path !== '');
  const above = (path: string): readonly string[] => {
    const folder = dirname(path);
    return dirname(folder) === '/' || folder === userInfo().homedir ? [] : [folder];
  };
  return [...new Set([...folders, dirname(process.execPath)])].flatMap((folder) => [
    folder,
    ...above(folder),
    ...(folder.endsWith('/.cargo/bin') ? [join(folder, '../../.rustup')] : []),
  ]);
}

function topsOf(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map((path) => `/${path.split('/')[1] ?? ''}`))];
}

describe.each(usersHere())('for $name', (user) => {
  it('no part of a run sees or may write to anything that docs/sandbox.md does not name', () => {
    const seen = [false, true].map((hasNetwork) => seenInRun(user, hasNetwork));
    for (const { shown } of seen)
      expect(PARTS.filter((part) => !shown.some(({ parts }) => parts[0] === part))).toEqual([]);
    const uncovered = seen.flatMap(({ shown, places }) => {
      const rows = sandboxRows(places);
      return shown
        .filter((one) => !rows.some((row) => covers(row, one)))
        .map(({ kind, name, access, parts }) => `${kind}: ${name} ${access} (${parts.join(', ')})`);
    });
    expect(uncovered).toEqual([]);
    const unseen = seen
      .map(({ shown, places }) =>
        sandboxRows(places).flatMap((row) =>
          row.isOptional || shown.some((one) => covers(row, one)) ? [] : [row.line],
        ),
      )
      .reduce((left, right) => left.filter((line) => right.includes(line)));
    expect(unseen).toEqual([]);
  });
});
