import { describe, expect, it } from 'vitest';

import {
  listFindings,
  renderQuietLine,
} from '../../../../src/collectors/builtin/release-check/check-release-notes.ts';
import {
  type CheckPlan,
  planCheck,
} from '../../../../src/collectors/builtin/release-check/plan-check.ts';
import type { BriefContext, PriorFinding } from '../../../../src/context/brief.ts';
import { FindingLine } from '../../../../src/engines/agent-contract.ts';
import type { ReleaseNotesFacts } from '../../../../src/words/facts.ts';
import {
  branchName,
  brief,
  commitSha,
  priorReport,
  routineId,
  runId,
} from '../../../kit/briefs.ts';
import {
  numberedSha,
  releaseCommit,
  releaseFacts,
  releaseNote,
  releaseProblem,
} from '../../../kit/release-facts.ts';

function plan(
  fields: Partial<ReleaseNotesFacts>,
  context: Partial<BriefContext> = {},
  narrowed: readonly string[] = [],
): CheckPlan {
  const facts = releaseFacts(fields);
  const routine = { id: routineId('release-check'), name: 'Release-note check', intent: null };
  return planCheck(brief({ 'release-notes': facts }, context, { routine, narrowed }), facts);
}

function fingerprints(fields: Partial<ReleaseNotesFacts>): readonly string[] {
  return plan(fields).due.map(({ issue }) => issue.fingerprint);
}

function prior(fingerprint: string, fields: Partial<PriorFinding> = {}): PriorFinding {
  return {
    fingerprint,
    title: fingerprint,
    state: 'known',
    firstSeen: '2026-11-20T02:00:00.000Z',
    lastSeen: '2026-11-20T12:00:00.000Z',
    location: null,
    item: null,
    verdict: null,
    ...fields,
  };
}

function branch(covers: readonly string[]): BriefContext['branches'][number] {
  return {
    branch: branchName('roundsman/release-check/2026-11-20-abc123'),
    routine: routineId('release-check'),
    run: runId(),
    date: '2026-11-20',
    files: ['CHANGELOG.md'],
    covers,
  };
}

const SILENT = releaseCommit(1, 'feat: add zones (#41)');
const OLD = releaseCommit(2, 'docs: say more', {
  userVisible: false,
  date: '2026-11-01T10:00:00.000Z',
});
const UNBACKED = releaseNote('Windows for each routine.', { commits: [], version: '1.3.0' });
const MISSING: Partial<ReleaseNotesFacts> = {
  items: [UNBACKED],
  commits: [SILENT, OLD],
  unmentioned: [SILENT.sha],
  problems: [releaseProblem()],
};
const KEYS = fingerprints(MISSING);

describe('the plan of a check', () => {
  it('lists unbacked entries, unmentioned commits and problems, the heaviest first', () => {
    expect(
      plan(MISSING).due.map(({ issue, news, standing }) => [
        issue.title,
        issue.severity,
        news,
        standing.kind,
      ]),
    ).toEqual([
      ['No commit backs: Windows for each routine.', 'medium', 'new', 'open'],
      ['Not in the notes: feat: add zones (#41)', 'medium', 'new', 'open'],
      ['Version 1.3.0 has no date.', 'low', 'new', 'open'],
    ]);
  });

  it('puts a breaking change without a mark on top, and tells its commit once', () => {
    const problem = releaseProblem({
      code: 'breaking-unmarked',
      severity: 'high',
      commits: [SILENT.sha],
      message: 'It breaks',
    });
    const due = plan({ ...MISSING, problems: [problem] }).due;
    expect(due.map(({ issue }) => issue.title)).toEqual([
      'It breaks',
      'No commit backs: Windows for each routine.',
    ]);
  });

  it('asks for nothing where the repository has no notes', () => {
    const { due } = plan({ ...MISSING, items: [], problems: [], changelog: null });
    expect(due).toEqual([]);
  });

  it('takes what is only perhaps so for nothing open, and does not call it mended', () => {
    const [note = '', missing = ''] = KEYS;
    const facts = {
      ...MISSING,
      items: [{ ...UNBACKED, doubtful: true as const }],
      unmentioned: [],
      perhaps: [SILENT.sha],
      problems: [],
    };
    const known = [note, missing].map((fingerprint) => prior(fingerprint));
    const { due, mended, leftBehind } = plan(facts, { findings: known });
    expect([due, mended, leftBehind]).toEqual([[], [], []]);
  });

  it('knows a thing again though lines, counts and letters change, and tells twins apart', () => {
    expect(KEYS).toEqual([
      expect.stringMatching(/^note:1\.3\.0:[0-9a-f]{16}$/),
      `commit:${numberedSha(1)}`,
      'release:date-missing:1.3.0',
    ]);
    const moved = {
      ...MISSING,
      items: [{ ...UNBACKED, line: 70, entry: 'windows  for each Routine.' }, UNBACKED],
      problems: [
        releaseProblem({ message: 'The heading of 1.3.0, one of 4, has no date', line: 9 }),
      ],
    };
    expect(fingerprints(moved)).toEqual([KEYS[0], `${KEYS[0] ?? ''}#2`, KEYS[1], KEYS[2]]);
  });

  it('knows what is known, back, dismissed, snoozed and on a branch', () => {
    const [note = '', commit = '', problem = ''] = KEYS;
    const findings = [
      prior(note, {
        state: 'dismissed',
        verdict: { kind: 'dismissed', reason: 'true all the same' },
      }),
      prior(commit),
      prior(problem, { state: 'resolved' }),
    ];
    const { due, branches } = plan(MISSING, { findings, branches: [branch([commit])] });
    expect(due.map(({ news, standing }) => [news, standing.kind])).toEqual([
      ['known', 'dismissed'],
      ['known', 'covered'],
      ['back', 'open'],
    ]);
    expect(branches.map(({ covered }) => covered)).toEqual([1]);
  });

  it('offers nothing again whose branch was discarded, and says why', () => {
    const [, commit = ''] = KEYS;
    const verdicts = [
      {
        about: 'branch' as const,
        id: 'roundsman/release-check/2026-11-19-abc123',
        title: 'Add 1 missing entry',
        verdict: 'discarded',
        reason: 'nobody needs to know',
        by: 'ada',
        at: '2026-11-20T03:00:00.000Z',
        until: null,
        routine: routineId('release-check'),
        covers: [commit],
      },
    ];
    const { due } = plan(MISSING, { verdicts });
    expect(due.map(({ standing }) => standing)).toEqual([
      { kind: 'open' },
      { kind: 'refused', reason: 'nobody needs to know' },
      { kind: 'open' },
    ]);
  });

  it('lets no branch go for what stands in another range', () => {
    const elsewhere = `commit:${commitSha('d')}`;
    const waiting = (state: PriorFinding['state']) =>
      plan(MISSING, { findings: [prior(elsewhere, { state })], branches: [branch([elsewhere])] }, [
        'collect.release-notes.from',
      ]).branches.map(({ covered, elsewhere: left }) => [covered, left]);
    expect(waiting('known')).toEqual([[0, 1]]);
    expect(waiting('resolved')).toEqual([[0, 0]]);
  });

  it('tells what was mended from what the range left behind', () => {
    const findings = [
      prior(`commit:${numberedSha(2)}`),
      prior(`commit:${commitSha('d')}`),
      prior('note:unreleased:00'),
    ];
    const narrowed = plan(MISSING, { findings }, ['collect.release-notes.from']);
    expect([narrowed.mended, narrowed.leftBehind, narrowed.lastReport]).toEqual([[], [], null]);
    const { mended, leftBehind, waiting } = plan(MISSING, { findings });
    expect(mended.map(({ fingerprint }) => fingerprint)).toEqual([
      `commit:${numberedSha(2)}`,
      'note:unreleased:00',
    ]);
    expect(leftBehind).toEqual([]);
    expect(waiting.map(({ fingerprint }) => fingerprint)).toEqual([`commit:${commitSha('d')}`]);
    const verdict = { kind: 'accepted', reason: '' };
    const decided = plan(MISSING, {
      findings: [prior(`commit:${commitSha('d')}`, { verdict })],
    });
    expect([decided.waiting.length, decided.leftBehind.length]).toEqual([0, 1]);
    const later = plan(
      { commits: [releaseCommit(9, 'feat: later', { date: '2026-11-21T01:00:00.000Z' })] },
      { findings },
    );
    expect([later.mended.length, later.leftBehind.length, later.waiting.length]).toEqual([0, 1, 2]);
    const listed = listFindings(later).findings;
    expect(listed.map(({ fingerprint }) => fingerprint)).toContain(`commit:${commitSha('d')}`);
  });
});

describe('a check with nothing to tell', () => {
  const known = KEYS.map((key) => prior(key));
  const quiet = (one: CheckPlan): string | null =>
    one.quiet === null ? null : renderQuietLine(one, one.quiet);

  it('is quiet when nothing was committed since the last report', () => {
    const old = { ...MISSING, commits: [{ ...SILENT, date: '2026-11-10T10:00:00.000Z' }, OLD] };
    const reports = [priorReport()];
    expect(quiet(plan(old, { findings: known, reports }))).toBe(
      'Nothing new in v1.2.0..main since 2026-11-20; 3 things still to mend.',
    );
    const covered = plan(old, { findings: known, reports, branches: [branch(KEYS.slice(1, 2))] });
    expect(quiet(covered)).toBe(
      'Nothing new in v1.2.0..main since 2026-11-20; 3 things still to mend, branch roundsman/release-check/2026-11-20-abc123 waits with 1 of them.',
    );
    expect(quiet(plan({ commits: [OLD] }, { reports }))).toBe(
      'Nothing new in v1.2.0..main since 2026-11-20; the notes hold.',
    );
  });

  it('is not quiet the first time, after a commit, with news, or in a range that was given', () => {
    const reports = [priorReport()];
    expect(plan({ commits: [OLD] }).quiet).toBeNull();
    expect(
      plan({ commits: [{ ...OLD, date: '2026-11-20T10:00:00.000Z' }] }, { reports }).quiet,
    ).toBeNull();
    expect(plan({ commits: [OLD], problems: [releaseProblem()] }, { reports }).quiet).toBeNull();
    expect(
      plan({ commits: [OLD] }, { reports, findings: [prior(`commit:${OLD.sha}`)] }).quiet,
    ).toBeNull();
    const range = { ...releaseFacts().range, by: 'given' as const };
    expect(plan({ commits: [OLD], range }, { reports }).quiet).toBeNull();
  });

  it('is quiet in an empty range', () => {
    expect(quiet(plan({}))).toBe(
      'Nothing to check: there is no commit and no entry in v1.2.0..main.',
    );
  });

  it('names the run that checked a deployment, and lists only what is known', () => {
    const deployment = {
      ref: 'deploy/production',
      previous: commitSha('a'),
      deployed: commitSha('b'),
      checkedBy: runId(),
    };
    const one = plan({ ...MISSING, deployment }, { findings: known.slice(0, 2) });
    expect(quiet(one)).toBe(
      `Nothing new: bbbbbbbbbb at deploy/production was checked already, by run ${runId()}; 3 things still to mend.`,
    );
    expect(listFindings(one).findings.map(({ fingerprint }) => fingerprint)).toEqual(
      KEYS.slice(0, 2),
    );
  });
});

describe('the findings of a check', () => {
  it('hold to the contract, with place and body', () => {
    const { findings, left } = listFindings(plan(MISSING));
    expect(left).toBe(0);
    for (const finding of findings) expect(FindingLine.parse(finding)).toEqual(finding);
    expect(findings.map(({ path, line }) => [path, line])).toEqual([
      ['CHANGELOG.md', 7],
      [undefined, undefined],
      ['CHANGELOG.md', 3],
    ]);
    expect(findings[1]?.body).toBe(
      '`0000000000` feat: add zones (\\#41) (Ada Example, 2026-11-20)\n\n- `src/app.ts`',
    );
  });

  it('are cut at what a run may report, known ones first', () => {
    const commits = Array.from({ length: 600 }, (_, index) =>
      releaseCommit(index + 1, `feat: thing ${index}`),
    );
    const unmentioned = commits.map(({ sha }) => sha);
    const { findings, left } = listFindings(
      plan({ commits, unmentioned }, { findings: [prior(`commit:${numberedSha(600)}`)] }),
    );
    expect([findings.length, left]).toEqual([499, 101]);
    expect(findings.some(({ fingerprint }) => fingerprint === `commit:${numberedSha(600)}`)).toBe(
      true,
    );
  });
});
