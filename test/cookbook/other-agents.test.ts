/** The routines of docs/cookbook/other-agents.md, each run with a stand-in of its program's name that knows its flags. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, test } from 'vitest';

import { COOKBOOK } from '../kit/cookbook.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { readReport, workspaceOf } from '../kit/workspace.ts';

const PAGE = readFileSync(`${COOKBOOK}/other-agents.md`, 'utf8');

/** What stands on the page, by the name of each routine; a row of the table changes the routine above it. */
const ROUTINES = new Map(
  [
    ...PAGE.matchAll(/```yaml\n# routines\/([\w-]+)\.yaml\n([\s\S]*?)```|^\| (\w+) \| `\[.*$/gm),
  ].map(([row, name = '', yaml = '', agent]) =>
    agent === undefined ? ([name, yaml] as const) : ([`${agent}-night`, changedBy(row)] as const),
  ),
);

function changedBy(row: string): string {
  const [, goose = ''] = /# routines\/goose-night\.yaml\n([\s\S]*?)```/.exec(PAGE) ?? [];
  const [command = '', env = '', allow = ''] = [...row.matchAll(/`([^`]+)`/g)].map(
    ([, cell]) => cell,
  );
  return goose
    .replace(/command:\s+\[[^\]]*\]/, `command: ${command}`)
    .replace(/env: .*/, `env: ${env}`)
    .replace(/allow: \[[^\]]*\]/, `allow: ${allow}`);
}

interface StandIn {
  readonly program: string;
  /** What it takes, word for word; `*` is any word. */
  readonly words: readonly string[];
  /** What it does, in shell; `$prompt` is what it was told. */
  readonly does: string;
}

const REPORTS = `printf '## Summary\\n\\n%s\\n' "$(echo "$prompt" | grep 'Change nothing')" > "$ROUNDSMAN_OUT/report.md"`;
const COMMITS = `echo more >> README.md; git commit -qam 'Say more'`;

const STAND_INS: Readonly<Record<string, StandIn>> = {
  'aider-night': {
    program: 'aider',
    words:
      '--yes-always --no-stream --no-pretty --no-check-update --analytics-disable --no-gitignore --input-history-file * --chat-history-file * --model sonnet --message-file *'.split(
        ' ',
      ),
    does: `test -z "$prompt"; for last in "$@"; do :; done; grep -q docstring "$last" && ${COMMITS}`,
  },
  'goose-night': {
    program: 'goose',
    words: 'run --no-session --with-builtin developer --instructions -'.split(' '),
    does: `test "$GOOSE_MODE" = auto && ${REPORTS}`,
  },
  'cursor-night': {
    program: 'cursor-agent',
    words: ['--print', '--trust', '--force', '--output-format', 'text', 'Do what follows.'],
    does: REPORTS,
  },
  'amp-night': {
    program: 'amp',
    words: ['--dangerously-allow-all', '--execute'],
    does: REPORTS,
  },
};

/** A program that ends with 64 at any other word. */
function standIn({ program, words, does }: StandIn): string {
  const folder = temporaryFolder('rm-stand-in-');
  const checks = words.map((word, index) => {
    const given = ['"${', String(index + 1), '}"'].join('');
    return word === '*' ? '' : `[ ${given} = '${word}' ] || exit 64\n`;
  });
  const path = join(folder, program);
  writeFileSync(
    path,
    `#!/bin/sh\n[ $# = ${words.length} ] || exit 64\n${checks.join('')}prompt=$(cat)\n${does}\n`,
  );
  chmodSync(path, 0o755);
  return folder;
}

describe('agents that are not known by name', () => {
  it('each have a stand-in here', () => {
    expect([...ROUTINES.keys()]).toEqual(Object.keys(STAND_INS));
  });

  test.each(Object.entries(STAND_INS))('%s runs, with these flags', (name, agent) => {
    const workspace = workspaceOf(
      gitRepo({
        'README.md': '# Shop\n',
        'package.json': '{ "scripts": { "test": "true" } }\n',
        'roundsman.yaml': 'timezone: UTC\nengine: builtin\n',
        [`routines/${name}.yaml`]: ROUTINES.get(name) ?? '',
      }),
      { env: { PATH: `${standIn(agent)}:${process.env['PATH'] ?? ''}` } },
    );
    expect(workspace.roundsman('validate').stdout).toBe('2 files: no problems\n');
    const { view, exitCode } = workspace.run(name);
    expect({ exitCode, result: view.result, failure: view.failure }).toMatchObject({
      exitCode: 0,
      result: {
        execution: 'succeeded',
        report: 'valid',
        changes: name === 'aider-night' ? 'branch' : 'none',
      },
      failure: null,
    });
    expect(readReport(view)).toContain(TOLD[name]);
  });
});

/** What its report holds. */
const TOLD: Readonly<Record<string, string>> = {
  'aider-night': '- Say more',
  'goose-night': 'only repeat another test',
  'cursor-night': 'only repeat another test',
  'amp-night': 'only repeat another test',
};
