import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readClaims } from '../../../src/runtime/steps/write-report.ts';
import type { Finding } from '../../../src/words/finding.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';
import { routineNamed } from '../../kit/routine.ts';

function found(fingerprint: string, change: Partial<Finding> = {}): Finding {
  return {
    id: `F-${fingerprint}`,
    routine: routineNamed('sweep').id,
    fingerprint,
    title: 'a note',
    body: '',
    severity: 'info',
    location: null,
    item: null,
    state: 'known',
    firstSeen: '2026-11-01T00:00:00.000Z',
    lastSeen: '2026-11-01T00:00:00.000Z',
    resolvedAt: null,
    runs: [],
    verdict: null,
    ...change,
  };
}

const BRANCH = 'roundsman/sweep/2026-11-21-4k2v9x';

async function claimsIn(told: string | null): Promise<unknown> {
  const brief = temporaryFolder();
  mkdirSync(join(brief, 'context'));
  if (told !== null) writeFileSync(join(brief, 'context', 'branches.json'), told);
  return readClaims({ brief }, [found('aaaa'), found('bbbb')]);
}

test('a branch that the run was told of claims what it covers', async () => {
  const told = [{ branch: BRANCH, covers: ['bbbb', 7, 'cccc'] }];
  expect(await claimsIn(JSON.stringify(told))).toEqual([{ finding: 'F-bbbb', branch: BRANCH }]);
});

test.each([
  ['nothing was told', null],
  ['what was told is not JSON', '{"branch":'],
  ['it is not a list', '{"branch":"x","covers":["aaaa"]}'],
  ['it names no branch of ours', '[{"branch":"../main","covers":["aaaa"]}, null, 3]'],
  ['it covers no list', `[{"branch":"${BRANCH}","covers":"aaaa"}]`],
])('none does when %s', async (_what, told) => {
  expect(await claimsIn(told)).toEqual([]);
});
