import { describe, expect, it } from 'vitest';

import { planCheck } from '../../../../src/collectors/builtin/release-check/plan-check.ts';
import type { EditOutcome } from '../../../../src/collectors/builtin/release-check/propose-edit.ts';
import { renderCheckReport } from '../../../../src/collectors/builtin/release-check/report/check-report.ts';
import type { BriefContext } from '../../../../src/context/brief.ts';
import { terminalReport } from '../../../../src/reports/reports.ts';
import type { ReleaseNotesFacts } from '../../../../src/words/facts.ts';
import { brief, commitSha, priorReport } from '../../../kit/briefs.ts';
import {
  numberedSha,
  releaseCommit,
  releaseFacts,
  releaseNote,
  releaseProblem,
} from '../../../kit/release-facts.ts';

const NONE: EditOutcome = { kind: 'none' };

function report(
  fields: Partial<ReleaseNotesFacts>,
  edit: EditOutcome = NONE,
  context: Partial<BriefContext> = {},
): string {
  const facts = releaseFacts(fields);
  const plan = planCheck(brief({ 'release-notes': facts }, context), facts);
  return renderCheckReport({ plan, edit, leftOver: 0 });
}

const SILENT = releaseCommit(1, 'feat(cli): add *zones* (#41)', { pullRequest: 41 });
const BACKING = releaseCommit(2, 'fix: count days', {
  author: 'Bo',
  coAuthors: ['Cy', 'Ada Example'],
});
const DOCS = releaseCommit(3, 'docs: say more', { userVisible: false });
const BACK = releaseCommit(4, 'Revert "feat: x"', { cancelled: true, userVisible: false });
const COMMITS = [BACK, DOCS, BACKING, SILENT];
const GOOD = releaseNote('Days are counted.', {
  version: '1.3.0',
  date: '2026-11-20',
  commits: [BACKING.sha],
  line: 9,
});
const BAD = releaseNote('See [the page](https://example.com/a) <b>.', {
  version: '1.3.0',
  date: '2026-11-20',
  commits: [],
  line: 8,
});

const edited: EditOutcome = {
  kind: 'edited',
  paths: ['CHANGELOG.md'],
  added: [
    {
      unmentioned: { commit: SILENT, subject: SILENT.subject, user: null, name: null },
      text: 'Add *zones* (#41)',
      version: '1.3.0',
    },
  ],
  left: [],
  joined: [],
  covers: [`commit:${SILENT.sha}`],
  commitProblem: null,
};

describe('the report of a check', () => {
  it('tells what is to be mended first, then every entry, then what was not asked about', () => {
    const facts = {
      items: [BAD, GOOD],
      commits: COMMITS,
      unmentioned: [SILENT.sha],
      problems: [releaseProblem()],
    };
    expect(report(facts, edited)).toBe(`\
## Summary

**3 things to mend before this is announced.**

- Checked: \`v1.2.0..main\`, 4 commits by 3 people, beside \`CHANGELOG.md\`.
- 2 entries, 1 backed by commits; 2 user-visible commits, 1 not in the notes.
- This run's branch adds 1 entry to \`CHANGELOG.md\`. The other 2 things are for a person to judge.

## Findings

### Entries that no commit backs (1)

- \`CHANGELOG.md:8\` “See the page \\<b\\>.” (1.3.0)

### Changes that no entry mentions (1)

- \`0000000000\` feat(cli): add \\*zones\\* (\\#41) (Ada Example, 2026-11-20)

### Versions, dates and headings (1)

- \`CHANGELOG.md:3\` Version 1.3.0 has no date. Write 2026-11-21 behind it.

## Proposed entries

\`\`\`md
1.3.0

- Add *zones* (#41)
\`\`\`

## Entries and their commits

**1.3.0** · 2026-11-20

| Line | Entry | Commits | Tied by |
| --- | --- | --- | --- |
| 8 | See the page \\<b\\>. | – | – |
| 9 | Days are counted. | \`0000000\` | words |

Tied by words or files alone, so worth a look:

- \`CHANGELOG.md:9\` “Days are counted.”: \`0000000000\` “fix: count days”

## Not asked about

1 commit taken back within the range, so that nothing of it is left:

- \`0000000000\` Revert "feat: x"

1 commit that no user notices, as far as type, words and paths tell (docs 1).
`);
  });

  it('is short where the notes hold, and names a deployment', () => {
    const deployment = {
      ref: 'deploy/production',
      previous: commitSha('a'),
      deployed: commitSha('b'),
      checkedBy: null,
    };
    const text = report({ items: [{ ...GOOD, by: 'number' }], commits: [BACKING], deployment });
    expect(text).toContain('**The notes hold: 1 of 1 entry backed, nothing missing.**\n');
    expect(text).toContain('- Deployed: `aaaaaaaaaa`..`bbbbbbbbbb` at `deploy/production`.\n');
    expect(text).toContain('## Findings\n\nNone.\n');
    expect(text).not.toContain('Proposed entries');
  });

  it('calls a deployment that went back a rollback', () => {
    const deployment = {
      ref: 'deploy/production',
      previous: commitSha('a'),
      deployed: commitSha('b'),
      checkedBy: null,
      rolledBack: true as const,
    };
    const text = report({ items: [GOOD], commits: [BACKING], deployment });
    expect(text).toContain(
      '**Rolled back: 1 entry of the notes tells what is not live any more.**',
    );
    expect(text).toContain(
      '- Rolled back: `deploy/production` went from `aaaaaaaaaa` to `bbbbbbbbbb`.',
    );
  });

  it('asks for nothing where there are no notes', () => {
    const text = report({
      items: [],
      problems: [],
      commits: [SILENT],
      unmentioned: [SILENT.sha],
      changelog: null,
    });
    expect(text).toContain(
      '**No release notes could be read here, so there is nothing to check.**',
    );
    expect(text).toContain('## Findings\n\nNone.\n');
    expect(text).toContain('\n1 commit that users may notice:\n\n- ');
    expect(text).not.toContain('## Proposed entries');
  });

  it('lists what it is not sure of, five at most, and makes no finding of it', () => {
    const many = [11, 12, 13, 14, 15].map((number) => releaseCommit(number, `Add part ${number}`));
    const doubted = { ...BAD, doubtful: true as const };
    const facts = {
      items: [doubted],
      problems: [],
      commits: [...many, SILENT],
      unmentioned: [],
      perhaps: many.map(({ sha }) => sha),
    };
    const text = report(facts);
    expect(text).toContain('**The notes hold: ');
    expect(text).toContain('; 6 things below, under Perhaps.**');
    const [, folded = ''] = text.split('## Perhaps\n\n');
    expect(folded).toMatch(
      /^6 things that the check is not sure of:\n\n- No commit was found for /,
    );
    expect(folded.match(/^- No (?:entry|commit) was found for /gm)).toHaveLength(5);
    expect(folded).toContain('- and 1 more\n');
  });

  it('tells what changed since the last report, and what people set aside', () => {
    const findings = [
      {
        fingerprint: `commit:${numberedSha(2)}`,
        title: 'Not in the notes: fix: count days',
        state: 'known' as const,
        firstSeen: '2026-11-20T12:00:00Z',
        lastSeen: '2026-11-20T12:00:00Z',
        location: null,
        item: null,
        verdict: null,
      },
      {
        fingerprint: `commit:${SILENT.sha}`,
        title: 'x',
        state: 'dismissed' as const,
        firstSeen: '2026-11-20T12:00:00Z',
        lastSeen: '2026-11-20T12:00:00Z',
        location: null,
        item: null,
        verdict: { kind: 'dismissed', reason: 'no user sees it' },
      },
    ];
    const text = report({ items: [GOOD], commits: COMMITS, unmentioned: [SILENT.sha] }, NONE, {
      reports: [priorReport()],
      findings,
    });
    expect(text).toContain('**The notes hold: 1 of 1 entry backed, 1 thing set aside by people.**');
    expect(text).toContain('- Since 2026-11-20: 1 mended: “Not in the notes: fix: count days”.');
    expect(text).toContain('(Ada Example, 2026-11-20) — dismissed: no user sees it');
  });

  it('keeps its table within eighty columns on a terminal', () => {
    const items = Array.from({ length: 3 }, (_, index) =>
      releaseNote(
        `An entry \`with\` [many](https://example.com) words that go on and on ${index}`,
        { line: 100 + index, commits: [BACKING.sha, SILENT.sha], by: 'number' },
      ),
    );
    const shown = terminalReport(report({ items, commits: COMMITS }), { colour: false });
    const rows = shown.split('\n').filter((line) => line.startsWith('|'));
    expect(rows.length).toBe(4);
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(80);
  });

  it('shows hostile words literally', () => {
    const entry = releaseNote('</details> \u001b[31m @team | `x` \u202e# y', { commits: [] });
    const text = report({
      items: [entry],
      commits: [releaseCommit(1, '![x](http://x) <img>')],
      unmentioned: [numberedSha(1)],
    });
    expect(text).not.toContain('\u001b');
    expect(text).toContain('“\\</details\\> @\u200bteam \\| x \\# y” (unreleased)');
    expect(text).toContain('!x \\<img\\>');
  });

  it('does not call notes good that say nothing of changes which users may notice', () => {
    const text = report({ items: [], commits: [SILENT, BACKING], perhaps: [SILENT.sha] });
    expect(text).toContain(
      '**There is no entry for this range. 1 change that users may notice is below, under Perhaps.**',
    );
    expect(text).toContain('none surely missing, perhaps 1.\n');
    expect(report({ items: [], commits: [], unmentioned: [] })).toContain(
      '**The notes hold: there is no entry, and no change that calls for one.**',
    );
  });

  it('lists each commit that users may notice once, also what stands in no other list', () => {
    const bump = releaseCommit(5, 'Upgrade the type checker');
    const text = report({
      items: [GOOD],
      commits: [bump, BACKING, SILENT],
      unmentioned: [SILENT.sha],
    });
    expect(text).toContain(
      '1 commit told with another change, or of a kind that these notes seldom list:\n\n- `0000000000` Upgrade the type checker\n',
    );
    expect(report({ items: [GOOD], commits: [BACKING], unmentioned: [] })).not.toContain('seldom');
  });

  it('lists by name what is told with the next release, breaking changes first', () => {
    const breaking = { ...BACKING, breaking: true };
    const text = report({
      items: [GOOD],
      commits: [SILENT, breaking],
      unmentioned: [],
      waiting: [SILENT.sha, breaking.sha],
    });
    expect(text).toContain('**The notes hold: 1 of 1 entry backed, nothing missing yet.**');
    expect(text).toContain(
      '2 user-visible commits, 2 told with the next release (listed at the end), 0 missing',
    );
    const lead =
      '2 commits whose notes are written with the next release, as before, 1 breaking change first:';
    expect(text).toContain(`${lead}\n\n- \`0000000000\` fix: count days\n`);
  });

  it('asks for no entry a commit before the first release', () => {
    const range = { ...releaseFacts().range, from: null, fromName: 'the first commit' };
    const text = report({
      items: [GOOD],
      commits: [SILENT, BACKING],
      unmentioned: [SILENT.sha],
      range,
    });
    expect(text).toContain('**The notes hold: 1 of 1 entry backed, nothing missing.**');
    expect(text).toContain('1 not in the notes; none are expected before the first release.\n');
    expect(text).toContain(
      '1 commit before the first release, when everything is new and no entry is expected for each:\n',
    );
  });
});
