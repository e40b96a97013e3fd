/** Agents that leave a valid report, and then do to their folders what keeps others from reading it. */
import { spawnSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import type { RunView } from '../../../src/words/run.ts';
import { gitRepo } from '../../kit/git-repo.ts';
import { usersHere, type TestUser } from '../../kit/probed-person.ts';
import { readReport, workspaceOf, type TestWorkspace } from '../../kit/workspace.ts';

/** Shell lines; `$ROUNDSMAN_OUT` has a valid report when they begin. The agent also leaves `made.txt` in its worktree. */
const READABLE: Readonly<Record<string, string>> = {
  'closes its worktree': 'chmod 000 .',
  'closes its worktree and all in it': 'chmod -R 000 src .git; chmod 000 .',
  'closes its repository': 'chmod 000 .git',
  'closes the objects of its repository': 'chmod 000 .git/objects .git/refs',
  'closes its output folder': 'chmod 000 "$ROUNDSMAN_OUT"',
  'closes its report': 'chmod 000 "$ROUNDSMAN_OUT/report.md"',
  'closes all that it may': 'chmod 000 "$ROUNDSMAN_OUT"/* "$ROUNDSMAN_OUT" "$TMPDIR" .',
  'forbids itself to write':
    'chmod 555 . .git .git/objects "$ROUNDSMAN_OUT"; chmod 444 "$ROUNDSMAN_OUT/report.md"',
  'sets odd bits':
    'chmod 7777 . "$ROUNDSMAN_OUT" "$ROUNDSMAN_OUT/report.md"; chmod 1000 "$ROUNDSMAN_OUT"',
  'closes a folder beside its report':
    'mkdir -p "$ROUNDSMAN_OUT/more/deep"; echo x >"$ROUNDSMAN_OUT/more/deep/x"; chmod 000 "$ROUNDSMAN_OUT/more/deep" "$ROUNDSMAN_OUT/more"',
  'nests 700 folders in its output folder':
    "node -e \"process.chdir(process.env.ROUNDSMAN_OUT);for(let i=0;i<700;i++){fs.mkdirSync('d'.repeat(200));process.chdir('d'.repeat(200))}\"",
  'nests 700 closed folders in its output folder':
    "node -e \"process.chdir(process.env.ROUNDSMAN_OUT);for(let i=0;i<700;i++){fs.mkdirSync('d'.repeat(200));process.chdir('d'.repeat(200))};for(let i=0;i<700;i++){process.chdir('..');fs.chmodSync('d'.repeat(200),0)}\"",
  'nests 700 folders in its worktree':
    "node -e \"for(let i=0;i<700;i++){fs.mkdirSync('d'.repeat(200));process.chdir('d'.repeat(200))}\"",
  'leaves the longest names':
    'cd "$ROUNDSMAN_OUT" && : >"$(printf "%0255d" 1)" && mkdir "$(printf "%0254d" 2)"',
  'leaves names that are not text':
    'cd "$ROUNDSMAN_OUT" && mkdir "$(printf "\\377\\376")" && : >"$(printf "\\377\\376/\\375")" && : >"$(printf "a\\nb")"',
  'leaves pipes and sockets beside it':
    'cd "$ROUNDSMAN_OUT" && mkfifo pipe && node -e "require(\'net\').createServer().listen(\'socket\',()=>process.abort())"; true',
  'leaves 20,000 files around it':
    "node -e \"const d=process.env.ROUNDSMAN_OUT;for(let i=0;i<20000;i++)fs.writeFileSync(d+'/'+i,'')\"",
  'leaves 100,000 files beside it':
    "node -e \"const d=process.env.ROUNDSMAN_OUT+'/m';fs.mkdirSync(d);for(let i=0;i<100000;i++)fs.writeFileSync(d+'/'+i,'')\"",
};

describe.each(usersHere())('$name', (who) => {
  describe.each(who.user === null ? ['sandbox'] : ['sandbox', 'private'])(
    'at level %s',
    (level) => {
      it.each(Object.entries(READABLE))('an agent that %s keeps its report', (_what, lines) => {
        const workspace = spoiled(who, level, lines);
        const view = ran(workspace);
        expect([view.result?.execution, view.result?.report, view.failure, view.notices]).toEqual([
          'succeeded',
          'valid',
          null,
          view.notices,
        ]);
        expect(readReport(view)).toContain('All is well');
        const tree = ['ls-tree', '-r', '--name-only', view.branch ?? ''];
        const files = workspace.repo.git('-c', 'safe.directory=*', ...tree).split('\n');
        expect(files).toEqual(expect.arrayContaining(['README.md', 'made.txt', 'src/main.ts']));
      });
    },
  );
});

function spoiled({ user }: TestUser, level: string, lines: string): TestWorkspace {
  const repo = gitRepo({ 'README.md': '# Small\n', 'src/main.ts': 'export const one = 1;\n' });
  const workspace = workspaceOf(repo, user === null ? {} : { user });
  const script = `echo made >made.txt\nprintf '## Summary\\n\\nAll is well.\\n\\n## Findings\\n\\nNone.\\n' >"$ROUNDSMAN_OUT/report.md"\n${lines}\nexit 0\n`;
  repo.write(
    'routines/spoil.yaml',
    `on: manual\nagent:\n  engine: command\n  command: ${JSON.stringify(['sh', '-c', script])}\n  prompt: Report.\nworkspace: { isolation: ${level} }\n`,
  );
  if (user !== null)
    for (const path of [repo.path, workspace.home])
      spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
  return workspace;
}

function ran(workspace: TestWorkspace): RunView {
  const { stdout, stderr } = workspace.roundsman('run', 'spoil', '--json');
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}
