/** A run in which every program tells every secret in every form, everywhere it can: nothing that is kept has one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitRepo } from '../kit/git-repo.ts';
import { readReport, workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const SECRETS = { TOKEN: 'q7WmXv02Ls+Tz/94Kd&Rb', FILE_KEY: 'Ju83nQ-zzTop-55aPq' };

/** Prints the values raw and encoded; split in two writes at each byte when it is asked to. */
const TELL = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
const file = existsSync('.env') ? readFileSync('.env', 'utf8').match(/FILE_KEY=(.*)/)[1] : '';
const values = [process.env.TOKEN ?? '', file].filter((value) => value !== '');
const forms = values.flatMap((value) => [
  value,
  JSON.stringify({ value }),
  encodeURIComponent(value),
  Buffer.from(value).toString('base64'),
  Buffer.from('x' + value).toString('base64'),
  Buffer.from(value).toString('hex'),
]);
const all = forms.join('\\n') + '\\nghp_' + 'a1B2'.repeat(9) + '\\n';
writeSync(1, all);
writeSync(2, all);
const out = process.env.ROUNDSMAN_OUT;
if (process.argv[2] === 'work') {
  for (const value of values)
    for (let cut = 0; cut <= value.length; cut += 1) {
      writeSync(1, value.slice(0, cut));
      writeSync(1, value.slice(cut) + '\\n');
    }
  const coded = (value) => Array.from(value, (letter) => '\\\\u' + letter.charCodeAt(0).toString(16).padStart(4, '0')).join('');
  writeFileSync(out + '/report.md', '## Summary\\n\\n' + all + '\\n## Findings\\n\\nnone: \\u001b[1m' + values.map((value) => value.slice(0, 5) + '\\u001b[0m' + value.slice(5)).join(' ') + '\\n');
  writeFileSync(out + '/findings.jsonl', values.map((value) => '{"title":"' + coded(value) + '"}\\n{"title":"plain ' + value + '"}\\n').join('') + 'no json ' + values[0] + '\\n');
  writeFileSync(out + '/proposals.jsonl', values.map((value) => JSON.stringify({ type: 'file-item', title: value, body: all }) + '\\n').join(''));
  writeFileSync(out + '/knowledge.jsonl', JSON.stringify({ title: 'x', text: all }) + '\\n');
  mkdirSync(out + '/more');
  writeFileSync(out + '/more/' + encodeURIComponent(values[0]) + '.txt', all);
  writeFileSync('harmless.txt', 'done\\n');
}
if (process.argv[2] === 'leak') appendFileSync('leaked.txt', all);
process.exitCode = Number(process.argv[3] ?? 0);
`;

const ROUTINE = `on: manual
condition: { run: node tools/tell.mjs }
collect: [{ command: { name: told, run: [node, tools/tell.mjs] } }]
agent: { engine: command, command: [node, tools/tell.mjs, AGENT], prompt: Tell. }
workspace: { isolation: private, include: [.env], setup: [node tools/tell.mjs], checks: [node tools/tell.mjs check 1] }
permissions: { env: [TOKEN] }
accept-risk: Nothing is told to anybody.
outputs: { file-item: {} }
`;

function tellingWorkspace(agent: string): TestWorkspace {
  const workspace = workspaceOf(gitRepo({ 'a.txt': 'one\n' }), { env: { TOKEN: SECRETS.TOKEN } });
  workspace.repo.commit({
    files: { 'tools/tell.mjs': TELL, '.gitignore': '.env\nreports/\n' },
    message: 'Add a program that tells all',
  });
  workspace.repo.write('.env', `FILE_KEY=${SECRETS.FILE_KEY}\n`);
  workspace.repo.write('routines/tell.yaml', ROUTINE.replace('AGENT', agent));
  return workspace;
}

/** Of a value, whatever is long enough to tell it by, raw and encoded. */
function leaksIn(text: string): readonly string[] {
  const forms = Object.values(SECRETS).flatMap((value) => [
    value,
    value.slice(0, 14),
    value.slice(-14),
    encodeURIComponent(value),
    Buffer.from(value).toString('base64').slice(0, 16),
    Buffer.from(`x${value}`).toString('base64').slice(4, 20),
    Buffer.from(value).toString('hex'),
  ]);
  return [...forms, `ghp_${'a1B2'.repeat(9)}`].filter((form) => text.includes(form));
}

/** Every file below, but for the agent's own, and what is on its way out. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['worktree', 'trash'].includes(entry.name) ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Locks of what cleans up in the background come and go. */
function textIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (thrown) {
    if (existsSync(path)) throw thrown;
    return '';
  }
}

describe('a run that tells every secret everywhere', () => {
  it('leaves none in its folder, its reports, the repository or on the terminal', () => {
    const workspace = tellingWorkspace('work');
    const { repo, stateDir } = workspace;
    const { view } = workspace.run('tell');
    expect(view.result?.execution).toBe('succeeded');
    const files = [...filesBelow(stateDir), ...filesBelow(join(repo.path, 'reports'))];
    // The collected facts are told to the agent: what only looks like a secret may be part of them.
    const leaking = files.flatMap((path) =>
      leaksIn(`${path}\n${textIfThere(path)}`)
        .filter((leak) => !leak.startsWith('ghp_') || !/facts|brief/.test(path))
        .map((leak) => `${path.slice(stateDir.length)}: ${leak}`),
    );
    expect(leaking).toEqual([]);
    const objects = repo.git('cat-file', '--batch-all-objects', '--batch', '--unordered');
    expect(leaksIn(objects)).toEqual([]);
    const told = [
      ['show', view.id],
      ['logs', view.id],
      ['outbox'],
      ['findings'],
      ['brief', view.id],
    ]
      .map((words) => Object.values(workspace.roundsman(...words)).join('\n'))
      .join('\n');
    expect(leaksIn(told.replaceAll(/ghp_\w+/g, ''))).toEqual([]);
    expect(told).toContain('[redacted: TOKEN]');
    expect(told).toContain('[redacted: FILE_KEY]');
    expect(readReport(view)).toContain('risk accepted: Nothing is told to anybody.');
  });

  it('makes no branch that has one', () => {
    const workspace = tellingWorkspace('leak');
    const { view } = workspace.run('tell');
    expect(view.result?.changes).toMatch(
      /^refused\(`leaked\.txt` holds the value of `(TOKEN|FILE_KEY)`\)$/,
    );
    expect(workspace.repo.git('for-each-ref', 'refs/heads/roundsman')).toBe('');
  });

  it('is not begun when private data could be sent out and nobody agreed to that', () => {
    const workspace = tellingWorkspace('work');
    const text = ROUTINE.replace(/accept-risk.*\n/, '').replace('AGENT', 'work');
    workspace.repo.write('routines/tell.yaml', text);
    const { exitCode, stdout } = workspace.roundsman('validate', '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      problems: [
        {
          line: 5,
          column: 25,
          code: 'risk-not-accepted',
          message:
            'the routine has private data (permissions.env: TOKEN; workspace.include: .env), untrusted input (the collector command) and a way out (isolation private, which leaves the network open) at once: the author of the input could have the data sent out',
        },
      ],
    });
  });
});
