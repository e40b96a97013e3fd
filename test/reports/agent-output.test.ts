import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readAgentOutput } from '../../src/reports/agent-output.ts';
import type { AgentOutput } from '../../src/reports/contract.ts';
import { makeRedactor, type Redactor } from '../../src/words/redaction/redactor.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

interface Folders {
  readonly outFolder: string;
  readonly acceptedFolder: string;
  readonly redactor: Redactor;
}

function folders(): Folders {
  const root = temporaryFolder();
  mkdirSync(join(root, 'out'));
  return {
    outFolder: join(root, 'out'),
    acceptedFolder: join(root, 'accepted'),
    redactor: makeRedactor([]),
  };
}

async function readFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<AgentOutput> {
  const at = folders();
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(at.outFolder, name), content);
  return readAgentOutput(at);
}

describe('readAgentOutput', () => {
  it('reads every file of the contract and keeps validated copies', async () => {
    const at = folders();
    const write = (name: string, content: string): void =>
      writeFileSync(join(at.outFolder, name), content);
    write('report.md', '## Summary\n\nFine.\n');
    write('findings.jsonl', '{"title":"A"}\n\n{"title":"B","path":"b.ts","line":3}\n');
    write('proposals.jsonl', '{"type":"file-item","key":"RM-3","title":"A"}\n');
    write('missing.jsonl', '{"kind":"tool","what":"gh"}\n');
    write('coverage.json', '{"todos":{"examined":4}}');
    write('notes.txt', 'mine');
    const output = await readAgentOutput(at);
    expect(output).toEqual({
      report: '## Summary\n\nFine.\n',
      noop: null,
      question: null,
      findings: [
        { title: 'A', body: '', severity: 'low' },
        { title: 'B', body: '', severity: 'low', path: 'b.ts', line: 3 },
      ],
      proposals: [
        { line: 1, value: { type: 'file-item', key: 'RM-3', title: 'A', body: '', findings: [] } },
      ],
      decisions: [],
      knowledge: [],
      missing: [{ kind: 'tool', what: 'gh', why: '' }],
      coverage: { todos: { examined: 4 } },
      problems: [],
      ignored: ['notes.txt'],
    });
    expect(readdirSync(at.acceptedFolder)).toContain('coverage.json');
    expect(readFileSync(join(at.acceptedFolder, 'report.md'), 'utf8')).toBe(output.report);
  });

  it('names each bad line with its file, its number and what is wrong', async () => {
    const output = await readFiles({
      'findings.jsonl':
        '{"title":"good"}\nnot json at all\n{"severity":"low"}\n{"title":"x","line":0}\n{"title":"x","colour":1}\n',
      'noop.json': '[]',
      'proposals.jsonl': '{"type":"pay","key":"RM-1"}',
    });
    expect(output.findings.map(({ title }) => title)).toEqual(['good']);
    expect(output.problems).toEqual([
      'findings.jsonl line 2: not JSON: not json at all',
      'findings.jsonl line 3: `title` is missing: {"severity":"low"}',
      'findings.jsonl line 4: `line`: too small: expected number to be >=1: {"title":"x","line":0}',
      'findings.jsonl line 5: there is no key `colour`: {"title":"x","colour":1}',
      "proposals.jsonl line 1: `type`: invalid discriminator value. Expected 'file-item' | 'comment' | 'update-item' | 'close-item' | 'push-branch' | 'pull-request': {\"type\":\"pay\",\"key\":\"RM-1\"}",
      'noop.json: invalid input: expected object, received array: []',
    ]);
  });

  it('refuses links, pipes, folders, floods and bytes that are not UTF-8', async () => {
    const at = folders();
    const path = (name: string): string => join(at.outFolder, name);
    symlinkSync('/etc/passwd', path('report.md'));
    execFileSync('mkfifo', [path('findings.jsonl')]);
    mkdirSync(path('proposals.jsonl'));
    writeFileSync(path('noop.json'), 'x'.repeat(1_000_001));
    writeFileSync(path('decisions.jsonl'), Uint8Array.from([0x7b, 0xff, 0xfe]));
    writeFileSync(path('missing.jsonl'), '{"kind":"tool","what":"gh"}\n'.repeat(501));
    const output = await readAgentOutput(at);
    expect(output.report).toBe(null);
    expect(output.missing).toHaveLength(500);
    expect(output.problems).toEqual([
      'report.md was not read: it is a symbolic link',
      'findings.jsonl was not read: it is not a regular file',
      'proposals.jsonl was not read: it is not a regular file',
      'decisions.jsonl was not read: it is not UTF-8',
      'missing.jsonl has 501 lines, the limit is 500: the rest was not read',
      'noop.json was not read: it has 1000001 bytes, the limit is 1000000',
    ]);
  });

  it('reads nothing through an output folder that was replaced by a link', async () => {
    const at = folders();
    const elsewhere = temporaryFolder();
    writeFileSync(join(elsewhere, 'report.md'), 'stolen');
    rmSync(at.outFolder, { recursive: true });
    symlinkSync(elsewhere, at.outFolder);
    const output = await readAgentOutput(at);
    expect(output.report).toBe(null);
    expect(output.problems).toEqual([
      'the output folder is a symbolic link: nothing in it was read',
    ]);
  });

  it('strips controls from every string and splits on line feeds alone', async () => {
    const title = 'a\u2028b\u001b]0;owned\u0007\u202ec';
    const output = await readFiles({
      'findings.jsonl': `${JSON.stringify({ title, body: 'x\u0000y' })}\r\n`,
      'report.md': 'one\u001b[31m two\r\n',
    });
    expect(output.problems).toEqual([]);
    expect(output.findings[0]?.title).toBe('abc');
    expect(output.findings[0]?.body).toBe('xy');
    expect(output.report).toBe('one two\n');
  });

  it('survives a deep nest and a key named __proto__', async () => {
    const output = await readFiles({
      'findings.jsonl': `${'['.repeat(5_000)}${']'.repeat(5_000)}\n{"title":"x","__proto__":{"a":1}}\n`,
    });
    expect(output.findings).toEqual([]);
    expect(output.problems).toHaveLength(2);
    expect(output.problems[1]).toBe(
      'findings.jsonl line 2: there is no key `__proto__`: {"title":"x","__proto__":{"a":1}}',
    );
  });
});
