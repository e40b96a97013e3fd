// Makes the state folder of a workspace in which a bit of everything happened, as this build writes it, and packs it:
//   npx node test/upgrade/record-state.ts test/upgrade/0.1.0
// Once a release: state.test.ts unpacks each of them and asks the program of the day for all that it holds.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Records hold absolute paths, so every machine unpacks it at one place. */
const ROOT = '/tmp/roundsman-golden';
const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const to = resolve(process.argv[2] ?? 'test/upgrade/new');
const home = join(ROOT, 'home');
const workspace = join(ROOT, 'roundsman-demo');
const env = { PATH: process.env['PATH'], HOME: home, TZ: 'UTC', LANG: 'C.UTF-8', USER: 'ann' };

rmSync(ROOT, { recursive: true, force: true });
mkdirSync(home, { recursive: true });

interface Call {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

function run({ program, args, cwd = workspace }: Call): string {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: [...stdio] });
}

function git(...args: readonly string[]): void {
  run({ program: 'git', args });
}

function roundsman(...args: readonly string[]): string {
  return run({ program: process.execPath, args: [PROGRAM, ...args] });
}

function ask(...args: readonly string[]): readonly Readonly<Record<string, string>>[] {
  const said: readonly Readonly<Record<string, string>>[] = JSON.parse(
    roundsman(...args, '--json'),
  );
  return said;
}

function routine(id: string, shell: string, more = ''): void {
  writeFileSync(
    join(workspace, 'routines', `${id}.yaml`),
    `name: ${id}
on: { manual: true, schedule: "0 3 * * *" }
agent:
  engine: command
  command: [sh, -c, ${JSON.stringify(shell)}]
  prompt: Look around.
outputs:
  branch: {}
${more}`,
  );
}

run({ program: 'git', args: ['config', '--global', 'user.name', 'Ann'], cwd: ROOT });
run({ program: 'git', args: ['config', '--global', 'user.email', 'ann@example.com'], cwd: ROOT });
run({ program: process.execPath, args: [PROGRAM, 'demo'], cwd: ROOT });

const report = `printf '## Summary\\n\\nLooked.\\n\\n## Findings\\n\\nOne.\\n' > "$ROUNDSMAN_OUT/report.md"`;
routine(
  'notes',
  `${report}; cd "$ROUNDSMAN_OUT"
echo '{"title":"The estimate ignores holidays","body":"as told","severity":"high","path":"src/eta.js","line":2,"fingerprint":"notes-1"}' > findings.jsonl
echo '{"title":"Times in UTC","decision":"Times are kept in UTC.","reason":"zones change","paths":["src/**"]}' > decisions.jsonl
echo '{"title":"When the feed comes","text":"The feed comes at 6.","paths":["scripts/**"]}' > knowledge.jsonl
echo '{"kind":"tool","what":"jq","why":"to read the feed"}' > missing.jsonl
echo 'Look at src/eta.js next.' > handoff.md`,
);
routine('fails', 'echo broken; exit 3', 'notify: [{ on: [failure], webhook: { via: chat } }]\n');
routine(
  'asks',
  `echo '{"question":"Drop the old feed?","why":"nothing reads it","options":["yes","no"],"default":"no","deadline":"4h"}' > "$ROUNDSMAN_OUT/question.json"`,
);
const commits = (name: string, file: string): void => {
  routine(name, `${report}; echo "// ${name}" >> ${file}; git commit -qam "Add a line to ${file}"`);
};
commits('lands', 'src/words.js');
commits('waits', 'src/words.js');
commits('goes', 'src/format.js');
writeFileSync(
  join(workspace, 'roundsman.yaml'),
  'timezone: UTC\nengine: builtin\nconnections:\n  chat: { kind: webhook, url: "http://127.0.0.1:9/hook", private: true }\n',
);
git('add', '-A');
git('commit', '-qm', 'Add routines');
for (const id of ['notes', 'lands', 'waits', 'goes']) roundsman('run', id);
// They end with 5, waiting for an answer, and with 1.
for (const id of ['asks', 'fails'])
  spawnSync(process.execPath, [PROGRAM, 'run', id], { cwd: workspace, env, stdio: 'inherit' });
const runs = ask('runs');
const branchOf = (id: string): string =>
  runs.find((one) => one['routine'] === id)?.['branch'] ?? '';
const idsOf = (list: string): readonly string[] => ask(list).map((one) => one['id'] ?? '');

const [first = '', second = '', third = ''] = idsOf('findings');
roundsman('findings', 'dismiss', first, '--reason', 'known to us');
roundsman('findings', 'snooze', second, '--for', '30d');
roundsman('findings', 'accept', third);
const [one = '', two = ''] = idsOf('outbox');
roundsman('outbox', 'approve', one);
roundsman('outbox', 'decline', two, '--reason', 'not now');
roundsman('decisions', 'approve', 'D-1');
roundsman('knowledge', 'reject', 'K-1', '--reason', 'it comes at 7');
roundsman('knowledge', 'add', 'Who runs the feed', '--text', 'The team in Kiel.');
roundsman('items', 'new', 'Write the handbook');
roundsman('review', 'comment', branchOf('waits'), 'src/words.js:1', 'Why here?');
roundsman('review', 'land', branchOf('lands'));
roundsman('review', 'discard', branchOf('goes'), '--reason', 'not wanted');
roundsman('pause', 'fails');

mkdirSync(to, { recursive: true });
writeFileSync(join(to, 'at'), `${new Date().toISOString()}\n`);
const packed = ['-czf', join(to, 'state.tar.gz'), '-C', ROOT, '--exclude=home/.cache'];
run({ program: 'tar', args: [...packed, 'home', 'roundsman-demo'] });
rmSync(ROOT, { recursive: true, force: true });
