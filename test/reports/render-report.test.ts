import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { renderTemplate } from '../../src/markup/strict-template.ts';
import { parseFrontMatter, writeFrontMatter } from '../../src/reports/front-matter.ts';
import { renderReport } from '../../src/reports/render-report.ts';
import { terminalReport } from '../../src/reports/reports.ts';
import { stripControls } from '../../src/words/text.ts';
import { branchName, EXITED_WELL, NO_OUTPUT, reportSource, runSpec } from '../kit/report-source.ts';

async function lead(...args: Parameters<typeof renderReport>): Promise<string> {
  const { markdown } = await renderReport(...args);
  return /^# [^\n]*\n\n([\s\S]*?)\n\n(?:## |<details>)/m.exec(markdown)?.[1] ?? '';
}

const FACTS = /^(?:## |<summary>)Run facts(?:<\/summary>)?$/gm;

const withBranch = {
  ...reportSource().progress,
  branch: branchName('roundsman/night-watch/2026-11-21-000001'),
  changes: { kind: 'branch' as const },
  diffstat: { files: 2, insertions: 10, deletions: 3 },
};

describe('renderReport', () => {
  it('leads with what came of it and what needs a person', async () => {
    const source = reportSource({
      progress: { ...withBranch, checks: 'failed' },
      counts: { new: 1, known: 4, resolved: 2, regressed: 0 },
      proposals: [{ id: 'P-000001-1', state: 'held', summary: 'RM-1' }],
    });
    expect(await lead(source)).toBe(
      `**Done.** 1 new finding, 4 known and 2 resolved. Branch \`roundsman/night-watch/2026-11-21-000001\`, 2 files, +10 −3.

- A check failed; its last lines are below.
- Review the branch: \`git diff 123456789012...roundsman/night-watch/2026-11-21-000001\`
- Decide on 1 request: \`roundsman requests\``,
    );
  });

  it('is one line and a folded part after a quiet night', async () => {
    const source = reportSource({
      verdict: { kind: 'valid', quiet: true },
      output: { ...NO_OUTPUT, noop: { reason: 'nothing changed' } },
    });
    const { markdown } = await renderReport(source);
    expect(await lead(source)).toBe('**Quiet.** Nothing changed.');
    const named = { reason: 'nothing new; branch `a/b_c` waits, not <b>this</b>' };
    expect(await lead({ ...source, output: { ...NO_OUTPUT, noop: named } })).toBe(
      '**Quiet.** Nothing new; branch `a/b_c` waits, not &lt;b>this&lt;/b>.',
    );
    expect(markdown).toContain('<details>\n<summary>Run facts</summary>\n\n- Execution: ');
    expect(markdown).not.toContain('## What the agent reports');
  });

  it.each([
    [10, 14, 'all 10, 4 more looked at'],
    [10, 7, '7 of 10'],
    [0, 4, 'none to examine, 4 more looked at'],
    [3, null, 'not told (3 given)'],
  ])('tells coverage of %s items, %s examined', async (given, examined, words) => {
    const coverage = [{ collector: 'todos', given, examined, wanted: null, enough: true }];
    const { markdown } = await renderReport(reportSource({ coverage }));
    expect(markdown).toContain(`· Coverage: todos ${words}`);
  });

  it('says so when there is no report, a bad one, or no agent at all', async () => {
    const missing = { verdict: { kind: 'missing' }, agentPart: null, counts: null } as const;
    expect(await lead(reportSource(missing))).toBe(
      '**No report.** The agent ended with exit code 0 after 42.3 s, but wrote no `report.md`: what it did is unknown. No branch.\n\n- See what the agent printed: `roundsman logs 000001`',
    );
    const problems = ['findings.jsonl line 2: not JSON: <b>'];
    const bad = reportSource({ verdict: { kind: 'invalid', problems } });
    expect(await lead(bad)).toContain('**The report does not hold.** 1 problem in what the agent');
    expect((await renderReport(bad)).markdown).toContain(
      '### Problems in what the agent wrote\n\n- findings.jsonl line 2: not JSON: \\<b\\>\n',
    );
    const failure = {
      code: 'setup-failed',
      message: 'npm ci ended with exit code 1',
      hint: 'See: roundsman logs RUN',
    };
    expect(await lead(reportSource({ ...missing, agentExit: null, failure }))).toBe(
      '**Failed before the agent started.** Npm ci ended with exit code 1.\n\n- See: roundsman logs 000001',
    );
  });

  it('records how the agent ended, what was dropped and what it left running', async () => {
    const agentExit = {
      ...EXITED_WELL,
      cause: 'timed-out',
      exitCode: null,
      signal: 'SIGKILL',
      outputBytes: 1_000_000_000,
      droppedBytes: 995_000_000,
      strays: 2,
    } as const;
    const { markdown } = await renderReport(
      reportSource({ agentExit, verdict: { kind: 'missing' }, agentPart: null }),
    );
    expect(markdown).toContain('- Execution: timed-out (SIGKILL, 42.3 s) · Report: ');
    expect(markdown).toContain(
      'Output: 1,000,000,000 bytes printed, 995,000,000 bytes of it not kept; 2 processes outlived it and were ended\n',
    );
  });

  it('keeps the agent from passing for the machine', async () => {
    const { markdown } = await renderReport(
      reportSource({ agentPart: '---\nrun: forged\n---\n# Run facts\n\n| Checks | passed |\n' }),
    );
    expect(markdown.match(FACTS)).toHaveLength(1);
    expect(markdown).toContain('\n### Run facts\n');
    expect(parseFrontMatter(markdown)?.['run']).toBe(runSpec(1).id);
  });

  it('uses a template of the routine, and adds the run facts when that leaves them out', async () => {
    const source = reportSource();
    const own = { name: 'own.md.hbs', source: '# {{title}}\n\n{{outcome}}' };
    const { markdown, notices } = await renderReport(source, own);
    expect(notices).toEqual([]);
    expect(markdown).toMatch(/---\n\n# Night watch\n\n\*\*Done\.\*\* No findings\. No branch\.\n/);
    expect(markdown.match(FACTS)).toHaveLength(1);
    const full = { ...own, source: '{{runFacts}}\n\n# {{title}}' };
    expect((await renderReport(source, full)).markdown.match(FACTS)).toHaveLength(1);
  });

  it('falls back to the shipped template with a notice when the own one fails', async () => {
    const own = { name: 'own.md.hbs', source: 'ok\n{{titel}}' };
    const { markdown, notices } = await renderReport(reportSource(), own);
    expect(notices).toEqual([
      "the report's own template was not used, because it failed: own.md.hbs line 2: there is no variable `titel`",
    ]);
    expect(markdown).toContain('## What the agent reports');
    expect(markdown).toContain("- the report's own template was not used");
  });
});

describe('renderTemplate', () => {
  const render = (source: string): string =>
    renderTemplate({ source, name: 'agent.prompt' }, { routine: { id: 'watch' }, text: '<{{x}}>' });

  it('fills in without escaping or expanding values', () => {
    expect(render('{{routine.id}} {{text}} \\{{kept}}')).toBe('watch <{{x}}> {{kept}}');
  });

  it('names the variable and the line of whatever it cannot fill in', () => {
    const problem = (source: string): string => {
      try {
        return render(source);
      } catch (thrown) {
        return thrown instanceof Error ? thrown.message : '';
      }
    };
    expect(problem('a\n{{b}}')).toBe('agent.prompt line 2: there is no variable `b`');
    expect(problem('{{routine.nam}}')).toBe('agent.prompt line 1: there is no variable `nam`');
    expect(problem('a\n{{#if nope}}x{{/if}}')).toBe(
      'agent.prompt line 2: a block asks for a name that does not exist',
    );
    expect(problem('{{#each routine.all}}x{{/each}}')).toMatch(/name that does not exist$/);
    expect(problem('{{constructor}}')).toBe(
      'agent.prompt line 1: there is no variable `constructor`',
    );
    for (const source of ['{{log text}}', '{{> other}}', '{{#if text}}', '{{lookup this "a"}}']) {
      expect(problem(source)).toMatch(/^agent\.prompt/);
    }
  });
});

describe('front matter', () => {
  it('is YAML that says what was meant, and is read back, whatever the values', () => {
    const scalar = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom('yes', 'null', '1e3', '2026-11-21', '---', 'a: b', '#x', '~', 'é', '0x1'),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    fc.assert(
      fc.property(scalar, scalar, (one, two) => {
        const text = writeFrontMatter({ one, nested: { two }, last: 1 });
        const read: unknown = parse(text.slice(4, -4));
        expect(read).toEqual(parseFrontMatter(text));
        const kept = typeof one === 'string' ? stripControls(one) : one;
        expect(parseFrontMatter(text)?.['one']).toBe(kept);
      }),
      { numRuns: 1_000 },
    );
    expect(parseFrontMatter('# no front matter')).toBe(null);
  });
});

describe('terminalReport', () => {
  it('makes headings bold where colours are wanted and lets no other escape through', () => {
    const report = '---\nrun: x\n---\n\n# Hi \u001b[31mred\n\n**Done.** a \\| b &lt;i>\n';
    expect(terminalReport(report, { colour: false })).toBe('# Hi red\n\nDone. a | b <i>\n');
    expect(terminalReport(report, { colour: true })).toBe(
      '\u001b[1m# Hi red\u001b[0m\n\n\u001b[1mDone.\u001b[0m a | b <i>\n',
    );
  });

  it('shows where a link leads, and in a list of links their words alone', () => {
    const shown = (text: string): string => terminalReport(`${text}\n`, { colour: false });
    expect(
      shown(String.raw`see [a \[1\] \*b\*](https://x.example/1) and [2](http://y.example)`),
    ).toBe('see a [1] *b* <https://x.example/1> and 2 <http://y.example>\n');
    expect(
      shown('[1](https://x.example/1), **[2](https://x.example/2)**, [3](https://x.example/3)'),
    ).toBe('1, 2, 3\n');
    expect(shown('`[1](https://x.example)` [2](javascript:x) [3]')).toBe(
      '`[1](https://x.example)` [2](javascript:x) [3]\n',
    );
    const evil = '['.repeat(1_000_000);
    expect(shown(evil)).toHaveLength(1_000_001);
    expect(shown('[a](https:'.repeat(100_000))).toHaveLength(1_000_001);
  });
});
