import { describe, expect, it } from 'vitest';

import { decideNote, type NoteAct } from '../../src/ledger/decide-note.ts';
import { noteHash } from '../../src/ledger/note-text.ts';
import {
  MOST_NOTES_A_RUN,
  recordNotes,
  type RecordedNotes,
} from '../../src/ledger/record-notes.ts';
import { fileNoteStore } from '../../src/store/files/file-ledger-stores.ts';
import type { NoteStore } from '../../src/store/ports.ts';
import { isRunId, type RunId } from '../../src/words/ids.ts';
import { newestVersion, type Note } from '../../src/words/note.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { routineNamed } from '../kit/routine.ts';

const AT = '2026-11-21T09:00:00.000Z';
const UTC = { title: 'Dates are UTC', decision: 'Store instants in UTC.', reason: 'zones move' };
const REDIS = { title: 'Tests need Redis', text: 'Start it before npm test.', paths: ['test/**'] };

type Lines = Pick<Parameters<typeof recordNotes>[0], 'decisions' | 'knowledge'>;

function runId(number: number): RunId {
  const id = `01kaaaaaaaaaaaaaaaaaaaaa${number.toString().padStart(2, '0')}`;
  if (!isRunId(id)) throw new TypeError(id);
  return id;
}

function record(notes: NoteStore, run: number, lines: Partial<Lines>): Promise<RecordedNotes> {
  return recordNotes({
    notes,
    exclusively: (work) => work(),
    spec: { id: runId(run), routine: routineNamed('sweep') },
    session: 'session-1',
    decisions: [],
    knowledge: [],
    now: AT,
    ...lines,
  });
}

function decide(notes: NoteStore, id: string, act: NoteAct): Promise<Note> {
  return decideNote({ notes, exclusively: (work) => work(), id, act, by: 'ada', at: AT });
}

async function approve(notes: NoteStore, id: string, replaces?: string): Promise<Note> {
  const note = await notes.read(id);
  const hash = note === null ? '' : noteHash(newestVersion(note));
  return decide(notes, id, { kind: 'approve', hash, reason: '', ...(replaces && { replaces }) });
}

describe('recordNotes', () => {
  it('enters each line as a proposed note, once, however often the step is done', async () => {
    const notes = fileNoteStore(temporaryFolder());
    const lines = { decisions: [UTC], knowledge: [REDIS] };
    const first = await record(notes, 1, lines);
    expect(first.told).toEqual([]);
    expect(first.notes.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'D-1 proposed',
      'K-1 proposed',
    ]);
    expect(first.notes[0]?.versions[0]).toMatchObject({
      title: 'Dates are UTC',
      text: 'Store instants in UTC.',
      reason: 'zones move',
      paths: [],
    });
    expect(first.notes[1]?.origin).toEqual({
      routine: 'sweep',
      run: runId(1),
      session: 'session-1',
      line: 'knowledge.jsonl 1',
    });
    expect(await record(notes, 1, lines)).toEqual(first);
    expect(await notes.list()).toHaveLength(2);
  });

  it('tells what was proposed before and does not propose it again', async () => {
    const notes = fileNoteStore(temporaryFolder());
    await record(notes, 1, { decisions: [UTC], knowledge: [REDIS] });
    await decide(notes, 'D-1', { kind: 'reject', reason: 'local time is shown' });
    const loud = { ...UTC, title: 'DATES  are utc', decision: 'store instants in utc!' };
    const again = await record(notes, 2, { decisions: [loud], knowledge: [REDIS] });
    expect(again.notes).toEqual([]);
    expect(again.told).toEqual([
      '"DATES are utc" was proposed before as D-1, rejected because local time is shown',
      '"Tests need Redis" was proposed before, and waits as K-1',
    ]);
    await approve(notes, 'K-1');
    const known = await record(notes, 3, { knowledge: [REDIS] });
    expect(known.told).toEqual(['"Tests need Redis" is known already as K-1']);
    await decide(notes, 'K-1', { kind: 'retire', reason: 'it is in memory now' });
    const gone = await record(notes, 4, { knowledge: [REDIS] });
    expect(gone.told).toEqual(['"Tests need Redis" was K-1, retired because it is in memory now']);
    expect(await notes.list()).toHaveLength(2);
  });

  it('knows a text again that a person reworded', async () => {
    const notes = fileNoteStore(temporaryFolder());
    const [note] = (await record(notes, 1, { knowledge: [REDIS] })).notes;
    const before = note === undefined ? null : newestVersion(note);
    const version = { title: 'Redis', text: 'docker compose up redis', reason: '', paths: [] };
    const hash = before === null ? '' : noteHash(before);
    await decide(notes, 'K-1', { kind: 'edit', hash, version });
    expect((await record(notes, 2, { knowledge: [REDIS] })).told).toHaveLength(1);
  });

  it('takes a bounded number, and says how many it left', async () => {
    const notes = fileNoteStore(temporaryFolder());
    const knowledge = Array.from({ length: MOST_NOTES_A_RUN + 2 }, (_, at) => ({
      ...REDIS,
      title: `Number ${at}`,
      text: `What is known of number ${at} is this.`,
    }));
    const { told, notes: made } = await record(notes, 1, { knowledge });
    expect(made).toHaveLength(MOST_NOTES_A_RUN);
    expect(told).toEqual([
      '2 pieces of knowledge more were not entered: a run proposes 20 at most, and 500 may wait',
    ]);
  });
});

describe('decideNote', () => {
  it('approves what the person saw, and nothing else', async () => {
    const notes = fileNoteStore(temporaryFolder());
    const [note] = (await record(notes, 1, { decisions: [UTC] })).notes;
    const seen = note === undefined ? '' : noteHash(newestVersion(note));
    const version = { title: 'Dates', text: 'Store them as text.', reason: '', paths: [] };
    await decide(notes, 'D-1', { kind: 'edit', hash: seen, version });
    const approving = decide(notes, 'D-1', { kind: 'approve', hash: seen, reason: '' });
    await expect(approving).rejects.toThrow(
      `D-1 has changed since it was looked at: you saw ${seen.slice(0, 12)}, ${noteHash({ ...version, by: '', at: '' }).slice(0, 12)} is there`,
    );
    const approved = await approve(notes, 'D-1');
    expect(approved).toMatchObject({
      state: 'approved',
      verdict: { kind: 'approved', by: 'ada', at: AT },
    });
    expect(approved.versions.map(({ text }) => text)).toEqual([
      'Store instants in UTC.',
      'Store them as text.',
    ]);
  });

  it('retires what an approved one takes the place of', async () => {
    const notes = fileNoteStore(temporaryFolder());
    await record(notes, 1, { decisions: [UTC] });
    await approve(notes, 'D-1');
    const newer = { ...UTC, title: 'Dates are local', decision: 'Store local time.' };
    await record(notes, 2, { decisions: [{ ...newer, replaces: 'D-1' }] });
    expect((await notes.read('D-1'))?.state).toBe('approved');
    expect((await approve(notes, 'D-2')).replaces).toBe('D-1');
    expect((await notes.read('D-1'))?.verdict?.reason).toBe('replaced by D-2');
  });

  it('refuses what the state forbids, with what was decided', async () => {
    const notes = fileNoteStore(temporaryFolder());
    await record(notes, 1, { decisions: [UTC] });
    const act = (kind: 'reject' | 'retire', reason: string): Promise<Note> =>
      decide(notes, 'D-1', { kind, reason });
    await expect(act('retire', 'no')).rejects.toThrow('D-1 is proposed, and cannot be retired');
    await expect(act('reject', ' ')).rejects.toThrow(
      'D-1 is rejected with a reason: later runs and people read it',
    );
    await act('reject', 'too vague');
    await expect(act('reject', 'again')).rejects.toThrow(
      'D-1 is rejected already by ada on 2026-11-21 (too vague)',
    );
    expect((await approve(notes, 'D-1')).state).toBe('approved');
    await expect(approve(notes, 'D-1', 'D-1')).rejects.toThrow('D-1 is approved already');
    await expect(decide(notes, 'D-9', { kind: 'reject', reason: 'x' })).rejects.toThrow(
      'there is no note D-9',
    );
  });

  it('does not let a decision take the place of knowledge, or of itself', async () => {
    const notes = fileNoteStore(temporaryFolder());
    await record(notes, 1, { decisions: [UTC], knowledge: [REDIS] });
    await expect(approve(notes, 'D-1', 'K-1')).rejects.toThrow(
      'D-1 cannot take the place of K-1: one is a decision, the other knowledge',
    );
    await expect(approve(notes, 'D-1', 'D-1')).rejects.toThrow(
      'D-1 cannot take the place of D-1: that is itself',
    );
  });
});
