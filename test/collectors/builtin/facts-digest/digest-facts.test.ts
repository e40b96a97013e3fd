import { describe, expect, it } from 'vitest';

import { digestFacts } from '../../../../src/collectors/builtin/facts-digest/digest-facts.ts';
import type { RecipeResult } from '../../../../src/collectors/builtin/recipe.ts';
import type { CommandFacts, CommitsFacts, FactsByCollector } from '../../../../src/words/facts.ts';
import { brief, commit, runId, todo, todosFacts } from '../../../kit/briefs.ts';
import {
  numberedSha,
  releaseCommit,
  releaseFacts,
  releaseNote,
  releaseProblem,
} from '../../../kit/release-facts.ts';

async function digest(facts: FactsByCollector): Promise<RecipeResult> {
  return digestFacts({ brief: brief(facts), worktree: '/nowhere', env: {}, say: () => undefined });
}

function commitsFacts(items: CommitsFacts['items'], truncated = 0): CommitsFacts {
  const coverage = { examined: items.length, found: items.length };
  return { kind: 'commits', items, coverage, truncated, untrusted: false };
}

function commandFacts(items: readonly unknown[], exitCode = 0, truncated = 0): CommandFacts {
  const coverage = { examined: items.length, found: items.length };
  return { kind: 'command', items, coverage, truncated, untrusted: true, exitCode };
}

describe('the digest of facts', () => {
  it('tells commits with the breaking ones first, then by type', async () => {
    const items = [
      commit({ subject: 'fix: b *c*', type: 'fix', scope: 'web' }),
      commit({ subject: 'feat!: a', type: 'feat', breaking: true, author: 'Bo' }),
      commit({ subject: 'docs: d', type: 'docs' }),
      commit({ subject: 'feat: e', type: 'feat', scope: 'web' }),
      commit({ subject: 'whatever' }),
    ];
    const { report, noop, findings, coverage } = await digest({ commits: commitsFacts(items, 2) });
    expect(report).toBe(`\
## Summary

7 commits by 2 people, 1 breaking.

## Findings

### Commits

- Type: feat 2 · docs 1 · fix 1 · other 1
- Area: web 2
- Author: Ada Example 4 · Bo 1

**Breaking**

- feat!: a (\`cccccccccc\`, Bo, 2026-11-20)

**feat**

- feat: e (\`cccccccccc\`, Ada Example, 2026-11-20)

**fix**

- fix: b \\*c\\* (\`cccccccccc\`, Ada Example, 2026-11-20)

**docs**

- docs: d (\`cccccccccc\`, Ada Example, 2026-11-20)

**Other**

- whatever (\`cccccccccc\`, Ada Example, 2026-11-20)

and 2 older commits
`);
    expect({ noop, findings, coverage }).toStrictEqual({
      noop: null,
      findings: [],
      coverage: { commits: { examined: 5 } },
    });
  });

  it('shows what a command printed without believing it', async () => {
    const { report } = await digest({
      links: commandFacts(['a ``` \u001b[31mb', { url: 'x' }, 3], 2, 4),
    });
    expect(report).toBe(`\
## Summary

\`links\` gave 7 lines and exit code 2.

## Findings

### \`links\`

The command ended with exit code 2.

\`\`\`\`text
a \`\`\` b
{"url":"x"}
3
\`\`\`\`

and 4 more lines
`);
  });

  it('puts several collectors side by side, and only those with something to tell below', async () => {
    const items = [todo({ ageDays: 400, line: 1 })];
    const younger = Array.from({ length: 6 }, (_, index) => todo({ ageDays: 3, line: index + 2 }));
    const { report, coverage } = await digest({
      todos: todosFacts({ items, younger }),
      commits: commitsFacts([]),
      quiet: commandFacts([]),
    });
    expect(report).toBe(`\
## Summary

7 TODOs, 1 older than 30 days; no commits; \`quiet\` gave 0 lines.

## Findings

### TODOs

By age: 1 to 2 years 1 · under a month 6

- \`src/app.ts:1\` TODO: mend this (Ada Example, 13 months)
- \`src/app.ts:2\` TODO: mend this (Ada Example, 3 days)
- \`src/app.ts:3\` TODO: mend this (Ada Example, 3 days)
- \`src/app.ts:4\` TODO: mend this (Ada Example, 3 days)
- \`src/app.ts:5\` TODO: mend this (Ada Example, 3 days)
- and 2 more
`);
    expect(coverage).toStrictEqual({
      todos: { examined: 1 },
      commits: { examined: 0 },
      quiet: { examined: 0 },
    });
  });

  it('makes findings of notes, one for each text that is due, and asks for no items', async () => {
    const items = [
      todo({ ageDays: 400, line: 1, severity: { level: 'high', reason: 'it speaks of security' } }),
      todo({ ageDays: 40, line: 2, group: 'g' }),
      todo({ ageDays: 40, line: 3, group: 'g' }),
      todo({ ageDays: 40, line: 4, dueLater: { until: 'version 2.0', now: null } }),
    ];
    const younger = [todo({ ageDays: 3, line: 5 })];
    const { findings, proposals, report } = await digest({
      todos: todosFacts({ items, younger }),
    });
    expect(findings.map(({ line, severity }) => `${line} ${severity}`)).toEqual([
      '1 high',
      '2 low',
    ]);
    expect(proposals).toEqual([]);
    expect(report).toContain('Not due yet: 1 note (version 2.0: `src/app.ts:4`).');
  });

  it('is one quiet line when nothing was found', async () => {
    const reason = 'Nothing to tell: `commits`, `links` gave nothing.';
    expect(await digest({ commits: commitsFacts([]), links: commandFacts([]) })).toMatchObject({
      report: reason,
      noop: { reason },
    });
    expect((await digest({})).noop).toStrictEqual({
      reason: 'Nothing to tell: the routine collects nothing.',
    });
  });

  it('keeps long lists within bounds and counts the rest', async () => {
    const commits = Array.from({ length: 130 }, () => commit({ type: 'fix' }));
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index}`);
    const { report } = await digest({ commits: commitsFacts(commits), lines: commandFacts(lines) });
    expect(report.match(/^- change a thing /gm)).toHaveLength(100);
    expect(report).toContain('\nand 30 older commits\n');
    expect(report.match(/^line \d+$/gm)).toHaveLength(50);
    expect(report).toContain('\nand 10 more lines\n');
  });
});

describe('the digest of release notes', () => {
  it('tells what does not hold, and counts the entries of each version', async () => {
    const facts = releaseFacts({
      items: [
        releaseNote('Add *zones*.', { version: '1.3.0' }),
        releaseNote('Add weeks.', { version: '1.3.0', commits: [] }),
        releaseNote('Count days.', { version: '1.3.0', section: 'Fixed' }),
      ],
      commits: [releaseCommit(2, 'fix: count [hours]'), releaseCommit(1, 'feat: add zones')],
      unmentioned: [numberedSha(2)],
      problems: [releaseProblem()],
    });
    const { report } = await digest({ 'release-notes': facts });
    expect(report).toBe(`\
## Summary

3 release notes, 1 without a commit, 1 commit not mentioned, 1 problem.

## Findings

### Release notes

- Range: \`v1.2.0..main\`, 2 commits
- 1.3.0: Added 2 · Fixed 1

**Problems**

- Version 1.3.0 has no date.

**Without a commit**

- \`CHANGELOG.md:7\` Add weeks.

**Not mentioned**

- fix: count \\[hours\\] (\`0000000000\`, Ada Example)
`);
  });

  it('is quiet about nothing, and about a deployment that was checked', async () => {
    const { noop } = await digest({ 'release-notes': releaseFacts() });
    expect(noop?.reason).toBe('Nothing to tell: `release-notes` gave nothing.');
    const deployment = {
      ref: 'live',
      previous: null,
      deployed: numberedSha(1),
      checkedBy: runId(),
    };
    const checked = releaseFacts({ items: [releaseNote('Add zones.')], deployment });
    expect((await digest({ 'release-notes': checked })).noop).not.toBeNull();
    const good = releaseFacts({ items: [releaseNote('Add zones.')] });
    expect((await digest({ 'release-notes': good })).report).toContain(
      '1 release note, all backed by commits.',
    );
  });
});
