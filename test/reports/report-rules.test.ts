import { describe, expect, it } from 'vitest';

import { isComplete, reportVerdict, type VerdictRequest } from '../../src/reports/report-rules.ts';
import type { CommandFacts, FactsByCollector } from '../../src/words/facts.ts';
import { EXITED_WELL } from '../kit/report-source.ts';
import { routineNamed } from '../kit/routine.ts';

const GOOD = '## Summary\n\nOne.\n\n### Findings (2)\n\n- two\n';

function facts(found: number, truncated = 0): FactsByCollector {
  const notes: CommandFacts = {
    kind: 'command',
    exitCode: 0,
    items: Array.from({ length: found - truncated }, (_, index) => index),
    coverage: { examined: 100, found },
    truncated,
    untrusted: true,
  };
  return { notes };
}

function ask(change: {
  readonly report?: string | null;
  readonly noop?: string;
  readonly examined?: number;
  readonly problems?: readonly string[];
  readonly minCoverage?: Readonly<Record<string, number>>;
  readonly facts?: FactsByCollector;
  readonly engine?: 'builtin' | 'command';
  readonly reported?: VerdictRequest['reported'];
}) {
  const routine = routineNamed('watch');
  return reportVerdict({
    output: {
      report: change.report === undefined ? GOOD : change.report,
      noop: change.noop === undefined ? null : { reason: change.noop },
      coverage: change.examined === undefined ? {} : { notes: { examined: change.examined } },
      problems: change.problems ?? [],
    },
    reported: change.reported ?? [],
    ledger: { routine: routine.id, lastRun: null, findings: [] },
    rules: {
      template: null,
      require: ['summary', 'findings'],
      minCoverage: change.minCoverage ?? {},
    },
    facts: change.facts ?? {},
    engine: change.engine ?? 'command',
  });
}

const invalid = (...problems: string[]) => ({ kind: 'invalid', problems });

describe('reportVerdict', () => {
  it('is valid when each word has a heading of any level with text under it', () => {
    expect(ask({})).toEqual({ kind: 'valid', quiet: false });
    expect(ask({ report: '1. Summary\n===\nx\n\nFindings\n---\n#### deep\ny' })).toEqual(
      invalid('report.md has no heading for `summary`'),
    );
    expect(ask({ report: 'Summary\n===\nx\n\nFindings\n---\n#### deep\ny' })).toEqual({
      kind: 'valid',
      quiet: false,
    });
  });

  it('names each heading that is not there, is empty, or stands in code only', () => {
    expect(ask({ report: '## Summary\n\n## Other\n\nx\n\n```\n## Findings\n\nx\n```\n' })).toEqual(
      invalid(
        'report.md has nothing under its heading for `summary`',
        'report.md has no heading for `findings`',
      ),
    );
  });

  it('is missing without any word, and invalid when what came could not be read', () => {
    expect(ask({ report: null })).toEqual({ kind: 'missing' });
    expect(ask({ report: ' \n' })).toEqual({ kind: 'missing' });
    expect(
      ask({ report: null, problems: ['report.md was not read: it is a symbolic link'] }),
    ).toEqual(invalid('report.md was not read: it is a symbolic link', 'there is no report.md'));
    expect(ask({ problems: ['findings.jsonl line 2: not JSON: x'] })).toEqual(
      invalid('findings.jsonl line 2: not JSON: x'),
    );
  });

  it('holds an agent to the coverage it tells of, and to what the routine asks for', () => {
    expect(ask({ facts: facts(4), examined: 3 })).toEqual(
      invalid('coverage of notes is too low: 3 of 4 examined, 100 % is asked for'),
    );
    expect(ask({ facts: facts(4), examined: 3, minCoverage: { notes: 0.75 } }).kind).toBe('valid');
    expect(ask({ facts: facts(4) }).kind).toBe('valid');
    expect(ask({ facts: facts(4), minCoverage: { notes: 0.5 } })).toEqual(
      invalid(
        'coverage of notes is unknown: coverage.json does not name it, and 50 % is asked for',
      ),
    );
    expect(ask({ facts: facts(4), engine: 'builtin' }).kind).toBe('invalid');
    expect(ask({ facts: facts(0), minCoverage: { notes: 1 } }).kind).toBe('valid');
    expect(ask({ facts: facts(9, 5), examined: 4 }).kind).toBe('valid');
  });

  it('takes noop.json for a quiet report unless it hides news or was not looked for', () => {
    expect(ask({ report: null, noop: 'same' })).toEqual({ kind: 'valid', quiet: true });
    expect(ask({ report: null, noop: 'same', facts: facts(4), examined: 0 }).kind).toBe('invalid');
    const news = {
      fingerprint: 'aaaa',
      title: 'A',
      body: '',
      severity: 'low',
      location: null,
      item: null,
    } as const;
    expect(ask({ noop: 'same', reported: [news] })).toEqual(
      invalid(
        'noop.json says that there is nothing to report, but findings.jsonl has 1 that was not known before',
      ),
    );
  });
});

describe('isComplete', () => {
  it('wants a valid report that is not quiet, a good end, and facts that were not cut off', () => {
    const request = {
      verdict: { kind: 'valid', quiet: false },
      agentExit: EXITED_WELL,
      facts: facts(3),
    } as const;
    expect(isComplete(request)).toBe(true);
    expect(isComplete({ ...request, verdict: { kind: 'valid', quiet: true } })).toBe(false);
    expect(isComplete({ ...request, verdict: { kind: 'missing' } })).toBe(false);
    expect(isComplete({ ...request, agentExit: { ...EXITED_WELL, exitCode: 1 } })).toBe(false);
    expect(isComplete({ ...request, agentExit: null })).toBe(false);
    expect(isComplete({ ...request, facts: facts(3, 1) })).toBe(false);
  });
});
