import { describe, expect, it } from 'vitest';

import {
  doubtfulFindings,
  findingLine,
  newsLines,
  notNamedAbove,
  renamedLine,
  formatSetAside,
} from '../../src/reports/finding-lines.ts';
import type { Finding } from '../../src/words/finding.ts';
import { keyOf } from '../kit/items.ts';
import { branchName, reportSource, runId } from '../kit/report-source.ts';
import { routineNamed } from '../kit/routine.ts';

const AT = '2026-11-01T00:00:00.000Z';

function found(id: string, change: Partial<Finding> = {}): Finding {
  return {
    id: `F-${id}`,
    routine: routineNamed('night-watch').id,
    fingerprint: id,
    title: `note ${id}`,
    body: '',
    severity: 'info',
    location: null,
    item: null,
    state: 'new',
    firstSeen: AT,
    lastSeen: AT,
    resolvedAt: null,
    runs: [],
    verdict: null,
    ...change,
  };
}

const COUNTS = { new: 1, known: 3, resolved: 0, regressed: 0 };

describe('news of a report', () => {
  it('leads with what came back, then what is new, the gravest first', () => {
    const source = reportSource({
      counts: COUNTS,
      regressedFindings: [found('a'), found('b', { severity: 'high' })],
      newFindings: [found('c', { severity: 'low' }), found('d', { severity: 'medium' })],
      wokeFindings: [found('e')],
    });
    expect(newsLines(source)).toEqual([
      '**Back:** `F-b` note b, high',
      '**Back:** `F-a` note a',
      '**New:** `F-d` note d, medium',
      '**New:** `F-c` note c',
      '**Snooze over:** `F-e` note e',
    ]);
  });

  it('says only where a new one is when the agent names its place', () => {
    const location = { path: 'src/a.ts', line: 3, symbol: null };
    const newFindings = [found('x', { location, item: keyOf(1) }), found('y', { location })];
    const news = (agentPart: string): readonly string[] =>
      newsLines(reportSource({ counts: COUNTS, newFindings, agentPart }));
    expect(news('- `src/a.ts:3` mend it')).toEqual([
      '**New:** `F-x` in `src/a.ts:3` (RM-1)',
      '**New:** `F-y` in `src/a.ts:3`',
    ]);
    expect(news('- `src/a.ts:31` mend it')[1]).toBe('**New:** `F-y` note y in `src/a.ts:3`');
  });

  it('leaves to the facts what neither the news nor the agent has named', () => {
    const place = { path: 'src/a.ts', line: 3, symbol: null };
    const newFindings = Array.from({ length: 12 }, (_one, index) => found(`${index}`));
    const named = found('x', { location: place });
    const near = found('y', { location: { ...place, line: 33 } });
    const ids = (source: Parameters<typeof notNamedAbove>[0], findings: readonly Finding[]) =>
      notNamedAbove(source, findings).map(({ id }) => id);
    const agentPart = '1. `src/a.ts:3` mend it';
    const later = reportSource({ counts: COUNTS, newFindings, agentPart });
    // What is new is named or counted in front, with the command that lists it.
    expect(ids(later, newFindings)).toEqual([]);
    expect(ids(later, [named, near])).toEqual(['F-y']);
  });

  it('names ten, and five of more with their number and the command that lists them', () => {
    const newFindings = Array.from({ length: 12 }, (_one, index) => found(`${index}`));
    const linesOf = (count: number): readonly string[] =>
      newsLines(reportSource({ counts: COUNTS, newFindings: newFindings.slice(0, count) }));
    expect(linesOf(10)).toHaveLength(10);
    expect(linesOf(12)).toHaveLength(6);
    expect(linesOf(12).at(-1)).toBe('and 7 more: `roundsman findings`');
  });

  it('is none on a first night, on which everything is new', () => {
    const newFindings = Array.from({ length: 12 }, (_one, index) => found(`${index}`));
    const counts = { new: 12, known: 0, resolved: 0, regressed: 0 };
    expect(newsLines(reportSource({ counts, newFindings }))).toEqual([]);
    expect(newsLines(reportSource({ counts: null, newFindings }))).toEqual([]);
    expect(newsLines(reportSource({ counts, newFindings, setAside: 1 }))).toHaveLength(6);
  });
});

describe('a finding in a line', () => {
  it('has its place, its item, and the branch that says it deals with it', () => {
    const finding = found('a', {
      location: { path: 'src/`a`.ts', line: 3, symbol: null },
      item: keyOf(7),
    });
    const branch = branchName('roundsman/night-watch/2026-11-21-4k2v9x');
    const line = findingLine(reportSource({ claims: [{ finding: 'F-a', branch }] }), finding);
    expect(line).toBe(
      '`F-a` note a in ``src/`a`.ts:3`` (RM-7); branch `roundsman/night-watch/2026-11-21-4k2v9x` says that it deals with it',
    );
  });

  it('stays one line of plain text, whatever the title holds', () => {
    const title = `# <img src=x>\n\u001b[31m**bold**](x) ${'x'.repeat(1_000_000)}`;
    const line = findingLine(reportSource(), found('a', { title }));
    expect(line).not.toContain('\n');
    expect(line).not.toContain('\u001b');
    expect(line).toMatch(/^`F-a` \\# \\<img src=x\\> \\\*\\\*bold/);
    expect(line.length).toBeLessThan(700);
  });
});

describe('what was taken for the same as before', () => {
  const alias = {
    fingerprint: 'z',
    title: 'old words',
    location: null,
    lastRun: null,
    lastSeen: AT,
  };
  const reworded = (likeness: number): Partial<Finding> => ({
    aliases: [alias],
    state: 'known',
    history: [{ kind: 'reworded', at: AT, run: runId(1), from: alias, likeness }],
  });

  it('is doubtful below a likeness of 0.95, unless a person set it aside', () => {
    const renamedFindings = [
      found('a', reworded(0.8)),
      found('b', reworded(0.97)),
      found('c', { ...reworded(0.8), state: 'dismissed' }),
    ];
    const doubtful = doubtfulFindings(reportSource({ renamedFindings }));
    expect(doubtful.map(({ id }) => id)).toEqual(['F-a']);
  });

  it('names how a person says that it is not', () => {
    expect(renamedLine(reportSource(), found('a', reworded(0.8)))).toBe(
      '`F-a` note a; was old words. Two things? `roundsman findings split F-a`',
    );
  });
});

it('what people set aside is counted', () => {
  expect(formatSetAside(reportSource())).toBe('');
  expect(formatSetAside(reportSource({ setAside: 2 }))).toBe(', 2 set aside by people');
});
