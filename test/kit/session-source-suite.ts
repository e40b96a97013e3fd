/** What every source of sessions keeps to, whatever it reads: src/engines/sessions/contract.ts. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import {
  ENDS,
  type SessionDraft,
  type SessionHandle,
  type SessionSource,
} from '../../src/engines/sessions/contract.ts';
import type { TranscriptEntry } from '../../src/engines/sessions/transcript.ts';
import { entriesIn, handlesOf } from './recorded-stores.ts';

export interface SourceUnderTest {
  readonly source: SessionSource;
  readonly scenarios: readonly string[];
  /** Where the recorded sessions were at work. */
  readonly root: string;
  /** A store of its own with one session, at a home as a run gives it. */
  home(scenario: string): string;
  /** Writes as its engine would: messages of `bytes` in all, the last of them short. */
  grow(handle: SessionHandle, bytes: number): void;
  /** The environment of a person whose store is at this home; each variable that moves it, by itself. */
  environments(home: string): readonly Readonly<Record<string, string>>[];
}

export function sessionSourceSuite(under: SourceUnderTest): void {
  const { source, root } = under;
  const onlyHandle = async (home: string): Promise<SessionHandle> => {
    const [handle, ...others] = await handlesOf(source, { home, roots: [root] });
    if (handle === undefined || others.length > 0) throw new Error('it is not exactly one session');
    return handle;
  };
  const made: string[] = [];
  const homeOf = (scenario: string): string => {
    const home = under.home(scenario);
    made.push(home);
    return home;
  };
  afterEach(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  describe(`the source of sessions of ${source.engine}`, () => {
    it.each(under.scenarios)('gives a draft and entries in the one form: %s', async (scenario) => {
      const handle = await onlyHandle(homeOf(scenario));
      expectHandle(handle, root);
      const read = await source.draft(handle);
      if (read.kind !== 'draft') throw new Error(read.detail);
      expectDraft(read.draft, under);
      expect(read.draft.id).toBe(handle.id);
      const entries = await entriesIn(source, handle);
      expect(entries.length).toBeGreaterThan(1);
      expect(entries).not.toContain('unreadable');
      for (const entry of entries) if (entry !== 'unreadable') expectEntry(entry);
      const moments = entries.flatMap((entry) => (entry === 'unreadable' ? [] : (entry.at ?? [])));
      expect(moments).toEqual(moments.toSorted());
    });

    it('is none where its engine never was', async () => {
      const home = homeOf(under.scenarios[0] ?? '');
      rmSync(home, { recursive: true });
      const places = source.places({ kind: 'run', home });
      expect(places.length).toBeGreaterThan(0);
      expect(await source.find({ places, roots: [root], since: null })).toEqual({
        kind: 'none',
      });
    });

    it('finds the store of a person by each variable that moves it', async () => {
      const home = homeOf(under.scenarios[0] ?? '');
      for (const env of under.environments(home)) {
        const places = source.places({ kind: 'person', env });
        const found = await source.find({ places, roots: [root], since: null });
        expect({ env, found: found.kind === 'found' ? found.handles.length : found }).toEqual({
          env,
          found: 1,
        });
      }
    });

    it('finds only what is of the folders, and new enough', async () => {
      const home = homeOf(under.scenarios[0] ?? '');
      const handle = await onlyHandle(home);
      const inside = async (roots: readonly string[]): Promise<readonly string[]> => {
        const handles = await handlesOf(source, { home, roots });
        const drafts = await Promise.all(handles.map((each) => source.draft(each)));
        return drafts.flatMap((read) => (read.kind === 'draft' ? (read.draft.cwd ?? []) : []));
      };
      expect(await inside(['/home/other'])).toEqual([]);
      expect(await inside([`${root}sitory`])).toEqual([]);
      expect(await inside([dirname(root)])).toEqual([root]);
      const since = handle.lastActivityAt;
      expect(await handlesOf(source, { home, roots: [root], since })).toHaveLength(1);
      expect(await handlesOf(source, { home, roots: [root], since: since + 1_000 })).toEqual([]);
    });

    it('reads no more of a session than its ends, and finds how it stands there', async () => {
      const handle = await onlyHandle(homeOf(under.scenarios[0] ?? ''));
      under.grow(handle, 3_000_000);
      const read = await source.draft(handle);
      if (read.kind !== 'draft') throw new Error(read.detail);
      expect(read.bytesRead).toBeGreaterThan(0);
      expect(read.bytesRead).toBeLessThanOrEqual(ENDS.headBytes + ENDS.tailBytes);
      expectDraft(read.draft, under);
      expect((await entriesIn(source, handle)).length).toBeGreaterThan(10);
    });

    it('gives another stamp to a session that grew, and the same to one that did not', async () => {
      const home = homeOf(under.scenarios[0] ?? '');
      const before = await onlyHandle(home);
      expect(await onlyHandle(home)).toEqual(before);
      under.grow(before, 100);
      const after = await onlyHandle(home);
      expect(after.id).toBe(before.id);
      expect(after.stamp).not.toBe(before.stamp);
    });

    it('writes nothing, and leaves nothing open', async () => {
      const home = homeOf(under.scenarios.at(-1) ?? '');
      const before = filesBelow(home);
      const handle = await onlyHandle(home);
      await source.draft(handle);
      await entriesIn(source, handle);
      for await (const block of source.entries(handle)) {
        expect(block).toBeDefined();
        break;
      }
      expect(filesBelow(home)).toEqual(before);
      expect(openBelow(home).filter((path) => !/\.db(-\w+)?$/.test(path))).toEqual([]);
    });

    it('ends early when its reader stops', async () => {
      const handle = await onlyHandle(homeOf(under.scenarios[0] ?? ''));
      under.grow(handle, 3_000_000);
      const blocks: unknown[] = [];
      for await (const block of source.entries(handle)) {
        blocks.push(block);
        if (blocks.length === 2) break;
      }
      expect(blocks).toHaveLength(2);
    });

    it('says of a session that is gone that it cannot be read', async () => {
      const home = homeOf(under.scenarios[0] ?? '');
      const handle = await onlyHandle(home);
      rmSync(home, { recursive: true });
      const read = await source.draft(handle);
      expect(read.kind).toBe('unreadable');
      expect((await entriesIn(source, handle)).filter((entry) => entry !== 'unreadable')).toEqual(
        [],
      );
    });

    it('follows no link, waits for no pipe and opens no folder in its store', async () => {
      const home = homeOf(under.scenarios[0] ?? '');
      const handle = await onlyHandle(home);
      const path = fileOf(handle);
      const elsewhere = homeOf(under.scenarios[0] ?? '');
      const other = fileOf(await onlyHandle(elsewhere));
      for (const put of [
        () => symlinkSync(other, path),
        () => execFileSync('mkfifo', [path]),
        () => mkdirSync(path),
      ]) {
        rmSync(path, { recursive: true });
        put();
        const places = source.places({ kind: 'run', home });
        const found = await source.find({ places, roots: [root], since: null });
        expect(found.kind === 'found' ? found.handles : []).toEqual([]);
        expect((await source.draft(handle)).kind).toBe('unreadable');
        const entries = await entriesIn(source, handle);
        expect(entries.filter((entry) => entry !== 'unreadable')).toEqual([]);
      }
    });
  });
}

/** A session may be a folder: then what is said stands in its events. */
function fileOf({ location }: SessionHandle): string {
  return statSync(location).isDirectory() ? join(location, 'events.jsonl') : location;
}

function expectHandle(handle: SessionHandle, root: string): void {
  expect(handle).toEqual({
    id: expect.stringMatching(/^\S+$/),
    location: expect.stringMatching(/^\//),
    stamp: expect.stringMatching(/\S/),
    cwd: handle.cwd === null ? null : root,
    lastActivityAt: expect.any(Number),
  });
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function expectDraft(draft: SessionDraft, { source, root }: SourceUnderTest): void {
  expect(draft).toMatchObject({
    engine: source.engine,
    cwd: root,
    title: expect.stringMatching(/^\S[^\n]*$/),
    startedAt: expect.stringMatching(MOMENT),
    lastActivityAt: expect.stringMatching(MOMENT),
  });
  expect(draft.title.length).toBeLessThanOrEqual(200);
  expect(draft.filesTouched.length).toBeLessThanOrEqual(50);
  expect(JSON.parse(JSON.stringify(draft))).toEqual(draft);
  expect(['tool', 'model', 'asks', 'turn-over', 'closed', 'unclear']).toContain(
    draft.standing.kind,
  );
}

function expectEntry(entry: TranscriptEntry): void {
  expect(entry.at ?? '1970-01-01T00:00:00.000Z').toMatch(MOMENT);
  if (entry.kind !== 'tool') return;
  expect(entry.summary).not.toContain('\n');
  expect(entry.output?.length ?? 0).toBeLessThanOrEqual(2_000);
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(path);
      return [path, size, mtimeMs].join(' ');
    })
    .toSorted();
}

/** Linux only; elsewhere nothing is open. */
function openBelow(folder: string): readonly string[] {
  const table = '/proc/self/fd';
  if (!existsSync(table)) return [];
  const real = realpathSync(folder);
  return readdirSync(table)
    .map((name) => {
      try {
        return readlinkSync(join(table, name));
      } catch {
        return '';
      }
    })
    .filter((path) => path.startsWith(real));
}
