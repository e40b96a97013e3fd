import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { RUN_TOOLS } from '../../src/engines/format-tool.ts';
import { readAgentOutput } from '../../src/reports/agent-output.ts';
import type { AgentOutput } from '../../src/reports/contract.ts';
import { makeRedactor } from '../../src/words/redaction/redactor.ts';
import {
  deskOf,
  mcpWorkspace,
  runDesk,
  SECRET,
  storeWorkingRun,
  type McpDesk,
} from '../kit/mcp-desk.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

const REPORT = '## Summary\n\nFine.\n\n## Findings\n\nNone.\n';

function told(desk: McpDesk, file: string): string {
  return readFileSync(join(desk.run?.paths.told ?? '', file), 'utf8');
}

/** As step `report` reads it. */
async function taken(desk: McpDesk): Promise<AgentOutput> {
  const {
    out,
    told: toldFolder,
    accepted,
  } = desk.run?.paths ?? { out: '', told: '', accepted: '' };
  mkdirSync(out, { recursive: true });
  return readAgentOutput({
    outFolder: out,
    toldFolder,
    acceptedFolder: accepted,
    redactor: makeRedactor([]),
  });
}

describe('the tools of a run', () => {
  it('are those that its prompt names', async () => {
    const { client } = await runDesk();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(RUN_TOOLS);
  });

  it('keep findings, decisions, knowledge and what was missing as if they had been written by the agent', async () => {
    const desk = await runDesk();
    expect(
      await desk.call('report_finding', { title: 'dead code', path: 'src/a.ts', line: 3 }),
    ).toEqual({
      text: 'Kept. findings so far: 1.',
      isError: false,
    });
    await desk.call('report_finding', { title: 'old date' });
    await desk.call('record_decision', { title: 'Dates', decision: 'Instants are UTC.' });
    await desk.call('propose_knowledge', { title: 'Build', text: 'Run make first.' });
    await desk.call('report_missing', { kind: 'tool', what: 'gh' });
    await desk.call('hand_off', { note: 'Look at b.ts.' });
    await desk.call('hand_off', { note: 'And at c.ts.' });
    const output = await taken(desk);
    expect(output).toMatchObject({
      findings: [{ title: 'dead code', path: 'src/a.ts', line: 3 }, { title: 'old date' }],
      decisions: [{ title: 'Dates' }],
      knowledge: [{ title: 'Build' }],
      missing: [{ what: 'gh' }],
      handoff: 'Look at b.ts.\n\nAnd at c.ts.',
      problems: [],
    });
  });

  it('refuse what the schema does not take, in its words, and keep nothing of it', async () => {
    const desk = await runDesk();
    expect(await desk.call('report_finding', { severity: 'huge', colour: 'red' })).toEqual({
      text:
        'report_finding was not called: `title` is missing; `severity`: invalid option: expected one of "info"|"low"|"medium"|"high"; there is no key `colour`\n' +
        'Correct the arguments and call once more.',
      isError: true,
    });
    expect(existsSync(join(desk.run?.paths.told ?? '', 'findings.jsonl'))).toBe(false);
  });

  it('count lines together with those of the agent’s own file, and say when it is full', async () => {
    const desk = await runDesk();
    const { out = '' } = desk.run?.paths ?? {};
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'findings.jsonl'), '{"title":"a"}\n'.repeat(499));
    expect((await desk.call('report_finding', { title: 'b' })).isError).toBe(false);
    expect(await desk.call('report_finding', { title: 'c' })).toEqual({
      text:
        'findings.jsonl is full: at most 500 lines and 1000000 bytes, with what you wrote yourself\n' +
        'Say the rest in the report, summed up.',
      isError: true,
    });
    const output = await taken(desk);
    expect(output.findings).toHaveLength(500);
    expect(output.problems).toEqual([]);
  });

  it('write to a folder of ours, whatever the agent put in the place of its own', async () => {
    const desk = await runDesk();
    const { out = '', folder = '' } = desk.run?.paths ?? {};
    mkdirSync(out, { recursive: true });
    symlinkSync(join(folder, 'state.json'), join(out, 'findings.jsonl'));
    expect((await desk.call('report_finding', { title: 'b' })).isError).toBe(false);
    expect((await taken(desk)).problems).toEqual([
      'findings.jsonl was not read: it is a symbolic link',
    ]);
    expect(told(desk, 'findings.jsonl')).toContain('"title":"b"');
  });

  it('take many calls at once, each whole', async () => {
    const desk = await runDesk();
    const titles = Array.from({ length: 20 }, (_one, index) => `finding ${index}`);
    await Promise.all(titles.map((title) => desk.call('report_finding', { title })));
    const { findings } = await taken(desk);
    expect(findings.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
  });

  it('take secrets and control characters out before anything is kept', async () => {
    const desk = await runDesk();
    await desk.call('report_finding', { title: `key \u001b[31m${SECRET}\u202e` });
    expect(told(desk, 'findings.jsonl')).not.toContain(SECRET);
    expect(told(desk, 'findings.jsonl')).not.toMatch(/u001b|\u202e/);
  });

  it('number what they propose so that no line of the agent’s file has the same number', async () => {
    const here = await mcpWorkspace();
    const spec = await storeWorkingRun(here.workspace);
    const [key] = await here.workspace.items.reserve({
      count: 1,
      routine: spec.routine.id,
      run: spec.id,
      now: '2026-11-22T06:00:00.000Z',
    });
    const desk = await deskOf(here, spec);
    expect(await desk.call('propose', { type: 'file-item', key: 'RM-77', title: 'x' })).toEqual({
      text: `RM-77 is not set aside for this run\nTake one of ${key}, each once.`,
      isError: true,
    });
    expect((await desk.call('propose', { type: 'file-item', key, title: 'x' })).isError).toBe(
      false,
    );
    expect((await desk.call('propose', { type: 'file-item', key, title: 'y' })).text).toContain(
      'is used by an earlier proposal already',
    );
    expect((await taken(desk)).proposals).toMatchObject([{ line: 501, value: { key } }]);
  });
});

describe('finish', () => {
  it('counts as it was called last', async () => {
    const desk = await runDesk();
    await desk.call('finish', { noop: { reason: 'nothing new' } });
    await desk.call('finish', { report: REPORT });
    expect(await taken(desk)).toMatchObject({ report: REPORT, noop: null, problems: [] });
    await desk.call('finish', { noop: { reason: 'nothing new after all' } });
    expect(await taken(desk)).toMatchObject({
      report: null,
      noop: { reason: 'nothing new after all' },
    });
  });

  it('counts more than report.md, which is said', async () => {
    const desk = await runDesk();
    const { out = '' } = desk.run?.paths ?? {};
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'report.md'), '## Summary\n\nMine.\n');
    await desk.call('finish', { report: REPORT });
    expect(await taken(desk)).toMatchObject({
      report: REPORT,
      notices: [
        'the agent left report.md, and ended with `finish` too: what it told `finish` counts',
      ],
    });
  });

  it('wants the headings that the routine asks for, and one of report and noop', async () => {
    const desk = await runDesk();
    expect((await desk.call('finish', { report: 'Fine.' })).text).toContain(
      'the report was not taken: report.md has no heading for `summary`',
    );
    expect((await desk.call('finish', {})).text).toContain('give `report` or `noop`, one of them');
    expect((await desk.call('finish', { report: '  ' })).isError).toBe(true);
  });
});

describe('ask_human', () => {
  it('keeps the question, and says that the turn is to end', async () => {
    const desk = await runDesk();
    const answer = await desk.call('ask_human', { question: 'Keep it?', options: ['yes', 'no'] });
    expect(answer.text).toContain('End your turn now');
    expect(JSON.parse(told(desk, 'question.json'))).toMatchObject({ question: 'Keep it?' });
  });
});

describe('tools outside of their time', () => {
  it('are not served for a run that has ended, or that is none', async () => {
    const here = await mcpWorkspace();
    const spec = await storeEndedRun(here.workspace);
    await expect(deskOf(here, spec)).rejects.toThrow(`no agent of run ${spec.id} works now`);
  });

  it('take nothing more once the agent has ended', async () => {
    const desk = await runDesk();
    const { state = '' } = desk.run?.paths ?? {};
    const record = JSON.parse(readFileSync(state, 'utf8'));
    record.phase.cursor.step = 'check';
    writeFileSync(state, JSON.stringify(record));
    expect(await desk.call('report_finding', { title: 'late' })).toMatchObject({ isError: true });
  });
});
