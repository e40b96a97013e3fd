import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { runCli, type CliResult } from '../kit/run-cli.ts';

const ASKING = `on:
  manual:
    inputs:
      since: { type: string, required: true, description: The tag to start from }
      depth: { type: choice, options: [fast, thorough], default: fast }
      dry-run: boolean
condition: test "$ROUNDSMAN_INPUT_DEPTH" = fast || { echo "no time for $ROUNDSMAN_INPUT_DEPTH"; exit 10; }
agent:
  engine: command
  command: [sh, agent.sh]
  prompt: "Look at src/ since {{inputs.since}} ({{inputs.depth}}) and report it."
`;
const AGENT = `set -e
printf '# R\\n\\n## Summary\\n\\nSince %s, dry: %s.\\n\\n## Findings\\n\\nNone.\\n' \\
  "$ROUNDSMAN_INPUT_SINCE" "$ROUNDSMAN_INPUT_DRY_RUN" > "$ROUNDSMAN_OUT/report.md"
`;

function workspace(files: Readonly<Record<string, string>> = {}): {
  readonly state: string;
  readonly cli: (...args: readonly string[]) => CliResult;
} {
  const repo = gitRepo({
    'routines/ask.yaml': ASKING,
    'agent.sh': AGENT,
    ...files,
  });
  const state = join(temporaryFolder(), 'state');
  const env = { ROUNDSMAN_STATE_DIR: state };
  return { state, cli: (...args) => runCli(args, { cwd: repo.path, env }) };
}

describe('run --input', () => {
  it('gives the values to condition, prompt, brief and agent, and keeps them with the run', () => {
    const { state, cli } = workspace();
    const { stdout, exitCode } = cli(
      'run',
      'ask',
      '--input',
      'since=v1=2',
      '--input=dry-run=true',
      '--json',
    );
    expect(exitCode).toBe(0);
    const { id, reportPath } = JSON.parse(stdout);
    expect(readFileSync(reportPath, 'utf8')).toContain('Since v1=2, dry: true.');
    const folder = join(state, 'runs', id);
    const stored = JSON.parse(readFileSync(join(folder, 'spec.json'), 'utf8'));
    const inputs = { since: 'v1=2', depth: 'fast', 'dry-run': true };
    expect(stored.inputs).toEqual(inputs);
    const brief = JSON.parse(cli('brief', id, '--json').stdout);
    expect(brief.inputs).toEqual(inputs);
    expect(brief.prompt).toContain('Look at src/ since v1=2 (fast) and report it.');
  });

  it('a condition that finds nothing to do skips the run, with its words', () => {
    const { cli } = workspace();
    const given = ['--input', 'since=v1', '--input', 'depth=thorough'];
    const { stdout, exitCode } = cli('run', 'ask', ...given, '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      state: 'ended',
      skipped: 'no time for thorough',
      failure: null,
    });
  });

  it('refuses what is missing or wrong before anything is made', () => {
    const { state, cli } = workspace();
    expect(cli('run', 'ask', '--input', 'depth=slow')).toMatchObject({
      exitCode: 2,
      stderr: `error: what --input gave cannot be used:
  \`depth\` takes one of fast, thorough, not "slow"
  \`since\` is missing (The tag to start from): a text
hint: Give each as --input name=value. Inputs here: since, depth, dry-run.
`,
    });
    expect(existsSync(join(state, 'runs'))).toBe(false);
  });

  it('waits in the queue with them', () => {
    const { cli } = workspace();
    expect(cli('run', 'ask', '--queue', '--input', 'since=v3').exitCode).toBe(0);
  });

  it('is not for a brief that was told already', () => {
    const { cli } = workspace();
    expect(cli('brief', 'ask', '--input', 'since=v7', '--json').stdout).toContain(
      'since v7 (fast)',
    );
    expect(cli('brief', 'ask', '--json').stdout).toContain('since  (fast)');
  });
});

describe('completion of inputs', () => {
  it('offers names, then choices', () => {
    const { cli } = workspace();
    const at = (line: string): string => cli('__complete', 'line', line).stdout;
    expect(at('roundsman run ask --input ')).toBe(
      'since=\tThe tag to start from\ndepth=\tchoice\ndry-run=\tboolean\n:nospace\n',
    );
    expect(at('roundsman run ask --input depth=t')).toBe('depth=thorough\n:words\n');
    expect(at('roundsman run ask --input=dry-run=')).toBe(
      '--input=dry-run=true\n--input=dry-run=false\n:words\n',
    );
    expect(at('roundsman run --input ')).toBe(':nospace\n');
  });
});

describe('validate', () => {
  it('names the file that closes a circle of routines, also when it is asked for alone', () => {
    const body =
      'agent: { engine: command, command: ["true"], prompt: Report dead links in docs/. }\n';
    const { cli } = workspace({
      'routines/one.yaml': `on: { routine: two }\n${body}`,
      'routines/two.yaml': `on: { routine: one }\n${body}`,
    });
    for (const args of [['validate'], ['validate', 'routines/two.yaml']]) {
      const { stdout, exitCode } = cli(...args, '--json');
      expect(exitCode).toBe(2);
      expect(JSON.parse(stdout).problems).toMatchObject([
        { file: 'routines/two.yaml', line: 1, column: 16, code: 'circle', severity: 'error' },
      ]);
    }
    expect(cli('validate', 'routines/one.yaml').exitCode).toBe(0);
  });
});
