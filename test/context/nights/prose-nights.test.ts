/** An agent that finds the same thirty things and words them again each night, as models do, with no key of its own. */
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { toReportedFindings } from '../../../src/ledger/finding-fingerprint.ts';
import { foldFindings } from '../../../src/ledger/finding-life.ts';
import { withVerdict } from '../../../src/ledger/finding-verdict.ts';
import { sha256 } from '../../../src/platform/hash.ts';
import type { FindingLedger } from '../../../src/words/finding.ts';
import { routineId } from '../../kit/briefs.ts';
import { runId } from '../../kit/report-source.ts';
import { seededRandom } from '../../kit/todo-history.ts';

const NIGHTS = 60;
const DISMISSED = 3;

function phrasings(): readonly (readonly string[])[] {
  const path = new URL('prose-findings.json', import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8'));
}

function shuffled<T>(list: readonly T[], random: () => number): readonly T[] {
  return list
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

interface Lived {
  readonly ledger: FindingLedger;
  readonly newOnes: number;
  /** Findings of two things under one id, by night. */
  readonly mixed: readonly string[];
  readonly noisy: number;
}

function liveThrough(seed: number): Lived {
  const random = seededRandom(seed);
  const things = phrasings();
  let ledger: FindingLedger = { routine: routineId('prose'), lastRun: null, findings: [] };
  const owner = new Map<string, number>();
  const mixed: string[] = [];
  let [newOnes, noisy] = [0, 0];
  for (let night = 1; night <= NIGHTS; night += 1) {
    const told = things.flatMap((wordings, thing) => {
      // Something is overlooked now and then, and seen again the next night.
      if (random() < 0.03 && night > 1) return [];
      const title = wordings[Math.floor(random() * wordings.length)] ?? '';
      return [{ thing, title }];
    });
    const lines = shuffled(told, random).map(({ title }) => ({
      title,
      body: '',
      severity: 'info' as const,
    }));
    const at = new Date(Date.UTC(2026, 0, night, 2)).toISOString();
    const request = { run: runId(night), at, complete: true, hash: sha256 };
    const fold = foldFindings(ledger, toReportedFindings(lines, sha256), request);
    ledger = fold.ledger;
    newOnes += fold.counts.new;
    for (const { id, title, state } of ledger.findings.filter(({ lastSeen }) => lastSeen === at)) {
      const thing = told.find((one) => one.title === title)?.thing ?? -1;
      const known = owner.get(id);
      if (known !== undefined && known !== thing) mixed.push(`night ${night}: ${title}`);
      owner.set(id, thing);
      if (night > 5 && thing < DISMISSED && state !== 'dismissed') noisy += 1;
    }
    if (night === 5) ledger = dismissFirst(ledger, owner, at);
  }
  return { ledger, newOnes, mixed, noisy };
}

function dismissFirst(
  ledger: FindingLedger,
  owner: ReadonlyMap<string, number>,
  at: string,
): FindingLedger {
  const verdict = { kind: 'dismissed', reason: 'known', by: 'ada', at, until: null } as const;
  const findings = ledger.findings.map((finding) =>
    (owner.get(finding.id) ?? DISMISSED) < DISMISSED ? withVerdict(finding, verdict) : finding,
  );
  return { ...ledger, findings };
}

describe('sixty nights of prose', () => {
  const drawn = Math.floor(Math.random() * 1_000_000);
  it.each([1, 2, 3])('tell nothing as new twice, seed %i', (seed) => {
    expect(liveThrough(seed).newOnes).toBe(30);
  });

  it.each([1, 2, 3, drawn])(
    'never mix two things up, and tell one of them twice at the most, seed %i',
    (seed) => {
      const { newOnes, mixed, noisy, ledger } = liveThrough(seed);
      expect(mixed).toEqual([]);
      expect(newOnes).toBeLessThanOrEqual(31);
      expect(ledger.findings).toHaveLength(newOnes);
      expect(noisy).toBe(0);
    },
  );
});
