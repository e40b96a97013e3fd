import { describe, expect, it } from 'vitest';

import { newRunId } from '../../../src/platform/ids.ts';
import { variantsSection } from '../../../src/reports/render-report.ts';
import { branchNeeds } from '../../../src/reports/report-lead.ts';
import { partWithoutRun } from '../../../src/runtime/variants/part-view.ts';
import { isBranchName, shortIdOf } from '../../../src/words/ids.ts';
import type { RunPart } from '../../../src/words/run.ts';
import { GOOD_RESULT } from '../../kit/stored-run.ts';

const id = newRunId(new Date('2026-11-21T02:00:00Z'));
const short = shortIdOf(id);
const branch = 'roundsman/x/2026-11-21-abcdef-claude';

function ended(change: Partial<RunPart> = {}): RunPart {
  if (!isBranchName(branch)) throw new TypeError(branch);
  const place = { index: 0, label: 'claude', variant: { engine: 'claude' as const, model: 'a|b' } };
  return {
    ...partWithoutRun(place, null),
    id,
    state: 'ended',
    result: { ...GOOD_RESULT, changes: 'branch', checks: 'passed' },
    branch,
    diffstat: { files: 2, insertions: 10, deletions: 3 },
    findings: { new: 1, known: 2, resolved: 4, regressed: 0 },
    usage: {
      inputTokens: 1200,
      cachedTokens: 0,
      outputTokens: 30,
      costUsd: 0.0123,
      estimated: true,
    },
    reportPath: '/repo/reports/x/2026-11-21-abc def.md',
    startedAt: '2026-11-21T02:00:00.000Z',
    endedAt: '2026-11-21T02:04:00.000Z',
    ...change,
  };
}

const missing = partWithoutRun(
  { index: 1, label: 'codex', variant: { engine: 'codex', model: null } },
  { code: 'engine-missing', message: 'codex is not <here>', hint: 'Install it.' },
);

describe('the comparison of variants', () => {
  it('is a table with a row for each, links to their reports, and who found what', () => {
    const foundBy = [
      { fingerprint: 'f', title: 'A *finding*', labels: ['claude'] },
      { fingerprint: 'g', title: 'Another', labels: ['claude'] },
    ];
    expect(variantsSection({ parts: [ended(), missing], foundBy }).split('\n')).toEqual([
      '## Variants',
      '',
      '| Variant | Outcome | Report | Changes | Checks | Findings | Tokens | Cost | Time |',
      '|---|---|---|---|---|---|---|---|---|',
      String.raw`| claude (a\|b) | succeeded | valid | 2 files, +10 −3 | passed | 3, 1 new | 1200 in, 30 out | about $0.0123 | 4m 00s |`,
      '| codex | left out (engine-missing) | – | none | – | – | – | – | – |',
      '',
      `- claude (a\\|b): [report](2026-11-21-abc%20def.md), branch \`${branch}\`, \`roundsman show ${short}\``,
      String.raw`- codex: codex is not \<here\>. Install it.`,
      '',
      '### Found by',
      '',
      String.raw`- A \*finding\* (claude)`,
      '- Another (claude)',
    ]);
  });

  it('says that the price is unknown, and what was refused', () => {
    const usage = {
      inputTokens: 1,
      cachedTokens: 0,
      outputTokens: 1,
      costUsd: null,
      estimated: false,
    };
    const result = { ...GOOD_RESULT, changes: 'refused(protected)' };
    const text = variantsSection({
      parts: [ended({ usage, branch: null, diffstat: null, result })],
      foundBy: [],
    });
    expect(text).toContain('| refused(protected) |');
    expect(text).toContain('| unknown |');
  });

  it('is nothing for a run without parts', () => {
    expect(variantsSection({ parts: [], foundBy: [] })).toBe('');
    expect(branchNeeds([ended()], null)).toEqual([]);
  });
});
