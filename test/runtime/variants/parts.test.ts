import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sha256 } from '../../../src/platform/hash.ts';
import { newRunId } from '../../../src/platform/ids.ts';
import { firstWordsOf } from '../../../src/reports/first-words.ts';
import { mergeFindings, mergeProposals } from '../../../src/reports/variants/merge-lines.ts';
import { agentOf, partIdOf } from '../../../src/runtime/steps/variants/gate-parts.ts';
import { partWithoutRun } from '../../../src/runtime/variants/part-view.ts';
import { isRunId, type RunId, shortIdOf } from '../../../src/words/ids.ts';
import type { RunPart, RunResult } from '../../../src/words/run.ts';
import {
  formatPart,
  judgeParts,
  progressOfParts,
  variantLabels,
} from '../../../src/words/variants/parts.ts';
import { routineNamed } from '../../kit/routine.ts';
import { GOOD_RESULT } from '../../kit/stored-run.ts';

const RUN = newRunId(new Date('2026-11-21T02:00:00Z'));

function part(
  label: string,
  result: Partial<RunResult> | null,
  change: Partial<RunPart> = {},
): RunPart {
  const place = { index: 0, label, variant: { engine: 'claude' as const, model: null } };
  const ended =
    result === null ? {} : { state: 'ended' as const, result: { ...GOOD_RESULT, ...result } };
  return { ...partWithoutRun(place, null), id: RUN, ...ended, ...change };
}

describe('the id of a part', () => {
  it('is a run id of its own, begins with the time of its run, and is the same each time', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.nat(8),
        (at, index) => {
          const run = newRunId(at);
          const id = partIdOf(run, index, sha256);
          expect(isRunId(id)).toBe(true);
          expect(id.slice(0, 10)).toBe(run.slice(0, 10));
          expect(partIdOf(run, index, sha256)).toBe(id);
          const ids = new Set<RunId>([
            run,
            ...[0, 1, 2, 3, 4, 5, 6, 7].map((one) => partIdOf(run, one, sha256)),
          ]);
          expect(new Set([...ids].map(shortIdOf)).size).toBe(9);
        },
      ),
      { seed: 7, numRuns: 200 },
    );
  });
});

describe('variants', () => {
  it('are called by their engine, and by a number where it is there more than once', () => {
    const variants = [
      { engine: 'claude' as const, model: 'a' },
      { engine: 'codex' as const, model: null },
      { engine: 'claude' as const, model: 'b' },
    ];
    expect(variantLabels(variants)).toEqual(['claude-1', 'codex', 'claude-2']);
  });

  it('take from the routine what is meant for their engine', () => {
    const agent = {
      ...routineNamed('x').agent,
      engine: 'builtin' as const,
      builtin: 'todo-sweep' as const,
      command: ['node', 'x.mjs'],
      model: 'm',
      fallbacks: ['codex' as const],
      variants: [{ engine: 'claude' as const, model: null }],
    };
    const laid = agentOf(agent, { engine: 'claude', model: null });
    expect(laid).toMatchObject({ engine: 'claude', builtin: null, command: [], model: null });
    expect(laid).toMatchObject({ fallbacks: [], variants: [] });
    const own = agentOf(agent, { engine: 'builtin', model: null });
    expect(own).toMatchObject({ builtin: 'todo-sweep', model: 'm' });
    expect(agentOf(agent, { engine: 'command', model: 'n' })).toMatchObject({
      command: ['node', 'x.mjs'],
      model: 'n',
    });
  });
});

describe('what came of a run with parts', () => {
  const calm = { durationMs: 5, cancelled: null };

  it('is well when one of them did well', () => {
    const { exit, failure } = judgeParts([part('a', {}), part('b', { execution: 'failed' })], calm);
    expect(failure).toBeNull();
    expect(exit).toMatchObject({ cause: 'exited', exitCode: 0, durationMs: 5 });
  });

  it('names how each of them ended when none did', () => {
    const failed = { code: 'agent-failed', message: 'x', hint: '' };
    const { exit, failure } = judgeParts(
      [
        part('a', { execution: 'failed' }, { failure: failed }),
        part('b', { execution: 'timed-out' }),
        part('c', null, { skipped: 'the disk is full', state: 'ended' }),
      ],
      calm,
    );
    expect(exit).toMatchObject({ cause: 'exited', exitCode: 1 });
    expect(failure).toEqual({
      code: 'no-variant-succeeded',
      message: 'none of the variants succeeded: a failed (agent-failed), b timed-out, c skipped',
      hint: `Each has a log of its own: roundsman logs ${shortIdOf(RUN)}`,
    });
  });

  it.each([
    ['timed-out', 'timed-out'],
    ['limit-reached', 'limited'],
    ['lost', 'lost'],
  ] as const)('is %s when all of them were', (execution, cause) => {
    const parts = [
      part('a', { execution }),
      part('b', { execution }),
      part('c', null, { state: 'left-out' }),
    ];
    expect(judgeParts(parts, calm).exit.cause).toBe(cause);
  });

  it('is cancelled when somebody wanted that and nothing was done before', () => {
    const { exit, failure } = judgeParts([part('a', { execution: 'cancelled' })], {
      durationMs: 1,
      cancelled: 'enough',
    });
    expect([exit.cause, failure?.message]).toEqual(['cancelled', 'enough']);
  });

  it('adds up what they used, and passes the checks when one passed that did well', () => {
    const usage = (inputTokens: number, costUsd: number | null): RunPart['usage'] => ({
      inputTokens,
      cachedTokens: 0,
      outputTokens: 1,
      costUsd,
      estimated: costUsd === 2,
    });
    const told = progressOfParts([
      part('a', { checks: 'failed' }, { usage: usage(10, 1) }),
      part(
        'b',
        { checks: 'passed', changes: 'branch' },
        { usage: usage(5, 2), credentials: 'outside' },
      ),
    ]);
    expect(told).toMatchObject({
      usage: { inputTokens: 15, outputTokens: 2, costUsd: 3, estimated: true },
      checks: 'passed',
      changes: { kind: 'none' },
      credentials: 'outside',
    });
    const unknown = progressOfParts([
      part('a', {}, { usage: usage(1, null) }),
      part('b', {}, { usage: usage(1, 1) }),
    ]);
    expect(unknown.usage?.costUsd).toBeNull();
    expect(progressOfParts([part('a', { changes: 'refused(protected)' })]).changes).toEqual({
      kind: 'refused',
      reason: 'a',
    });
  });
});

describe('the words for a part', () => {
  const ten = shortIdOf(RUN);
  it.each([
    [part('a', null, { id: null, state: 'queued' }), 'waits for a place'],
    [part('a', null, { state: 'running' }), `runs as ${ten}`],
    [
      part('a', null, { state: 'parked', until: '2026-11-21T03:00:00Z' }),
      `parked as ${ten} until 2026-11-21T03:00:00Z`,
    ],
    [
      part('a', null, {
        state: 'left-out',
        failure: { code: 'engine-missing', message: '', hint: '' },
      }),
      'left out (engine-missing)',
    ],
    [
      part('a', { report: 'invalid', checks: 'failed' }),
      'succeeded, report invalid, checks failed',
    ],
    [
      part(
        'a',
        { execution: 'failed' },
        { failure: { code: 'agent-failed', message: '', hint: '' } },
      ),
      'failed, agent-failed',
    ],
    [part('a', null, { state: 'ended', skipped: 'no room' }), 'skipped: no room'],
  ])('tell where it stands: %#', (one, words) => {
    expect(formatPart(one)).toBe(words);
  });
});

describe('what several engines told', () => {
  it('is each finding once, with who told it; twins of one stay two', () => {
    const blue = { title: 'The sky is blue', body: '', severity: 'low' as const, path: 'a.ts' };
    const own = { title: 'Mine', body: '', severity: 'low' as const, fingerprint: 'own-1' };
    const { findings, foundBy } = mergeFindings(
      [
        { label: 'claude', findings: [blue, blue] },
        { label: 'codex', findings: [own, { ...blue, title: 'the sky  is blue.', body: 'other' }] },
      ],
      sha256,
    );
    expect(findings.map(({ title }) => title)).toEqual([
      'The sky is blue',
      'The sky is blue',
      'Mine',
    ]);
    expect(foundBy.map(({ labels }) => labels)).toEqual([
      ['claude', 'codex'],
      ['claude'],
      ['codex'],
    ]);
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(3);
  });

  it('is each proposal once: about the same findings, or in the same words', () => {
    const line = {
      type: 'file-item' as const,
      title: 'Fix it',
      body: 'Now.',
      findings: ['f-1111', 'f-2222'],
    };
    const { proposals, same } = mergeProposals([
      {
        label: 'claude',
        proposals: [
          { ...line, key: 'RM-1' },
          { ...line, key: 'RM-2', findings: [] },
        ],
      },
      {
        label: 'codex',
        proposals: [
          { ...line, key: 'RM-3', title: 'Mend it', findings: ['f-2222', 'f-1111'] },
          { ...line, key: 'RM-4', findings: [] },
          { ...line, key: 'RM-5', body: 'Later.', findings: [] },
        ],
      },
    ]);
    expect(proposals.map((one) => 'key' in one && one.key)).toEqual(['RM-1', 'RM-2', 'RM-5']);
    expect(same).toEqual([
      { label: 'codex', key: 'RM-3', as: 'RM-1' },
      { label: 'codex', key: 'RM-4', as: 'RM-2' },
    ]);
  });
});

describe('the first words of a report', () => {
  it('are its summary, else what stands first', () => {
    expect(
      firstWordsOf('# T\n\nIntro.\n\n## Summary of it\n\nTwo things.\n\n## Findings\n\nA.'),
    ).toBe('Two things.');
    expect(firstWordsOf('# T\n\nIntro.\n\n## Findings\n\nA.')).toBe('Intro.');
    expect(firstWordsOf('# T')).toBe('');
  });

  it('are cut at a whole line, and never inside of a block of code', () => {
    const cut = firstWordsOf(
      `## Summary\n\nHere:\n\n\`\`\`\n${'x'.repeat(30)}\n${'y'.repeat(30)}\n\`\`\`\n`,
      45,
    );
    expect(cut).toBe('Here:\n\n…');
  });

  it('hold no more fences than they close, whatever the report', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('```', '~~~', 'text', '# H', '## Summary', '')),
        fc.nat(40),
        (lines, max) => {
          const fences = firstWordsOf(lines.join('\n'), max).match(/^(?:```|~~~)$/gm) ?? [];
          const kinds = ['```', '~~~'].map((kind) => fences.filter((one) => one === kind).length);
          // Inside of a block of one kind the other kind is text: then the outer ones are even.
          expect(kinds.some((count) => count % 2 === 0)).toBe(true);
        },
      ),
      { seed: 11, numRuns: 300 },
    );
  });
});
