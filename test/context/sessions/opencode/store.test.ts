import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  opencodeSessions,
  opencodeSessionsBy,
} from '../../../../src/engines/opencode/sessions/index.ts';
import {
  openOpencodeStore,
  recordedRows,
  writeOpencodeStore,
} from '../../../kit/opencode-store.ts';
import { entriesIn, handlesOf, onlyHandle, RECORDED_CWD } from '../../../kit/recorded-stores.ts';

let home = '';
let path = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rm-opencode-'));
  path = join(home, 'data/opencode/opencode.db');
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

async function find() {
  const places = opencodeSessions.places({ kind: 'run', home });
  return opencodeSessions.find({ places, roots: [RECORDED_CWD], since: null });
}

/** Every file beside the database, with what would change were it written. */
function traces(): readonly string[] {
  const folder = join(home, 'data/opencode');
  return readdirSync(folder).map((name) => {
    // Not when its facts changed: where root reads, SQLite sets the owner of the log to who it is.
    const { size, mtimeMs, ino, mode, uid } = statSync(join(folder, name));
    return [name, size, mtimeMs, ino, mode, uid].join(' ');
  });
}

/**
 * The database as a writer that was killed left it, in a home of its own: of the old one this process may close a
 * connection at any time, and would take the log along.
 */
async function leaveBehind(
  writer: Awaited<ReturnType<typeof startWriter>>,
  ends: readonly string[],
): Promise<void> {
  const contents = ends.map((end) => [end, readFileSync(`${path}${end}`)] as const);
  await writer.kill();
  rmSync(home, { recursive: true, force: true });
  home = mkdtempSync(join(tmpdir(), 'rm-opencode-'));
  path = join(home, 'data/opencode/opencode.db');
  mkdirSync(dirname(path), { recursive: true });
  for (const [end, content] of contents) writeFileSync(`${path}${end}`, content);
}

/** One that nobody has open, and nothing stands beside. */
function writeClosed(to: string): void {
  const from = join(home, 'from.db');
  writeOpencodeStore(from, recordedRows('ended'));
  const store = openOpencodeStore(from);
  mkdirSync(dirname(to), { recursive: true });
  store.exec(`VACUUM INTO '${to}'`);
  store.close();
}

/** A writer in another process: OpenCode keeps its connection, and its rows in the log. */
async function startWriter() {
  const program = `
    import Libsql from 'libsql';
    const database = new Libsql(process.argv[1]);
    database.exec('PRAGMA wal_autocheckpoint=0');
    const rename = (title) => database.prepare('UPDATE session SET title = ?, time_updated = time_updated + 1').run(title);
    rename('Written by another process');
    console.log('ready');
    for await (const line of process.stdin) {
      const began = performance.now();
      rename(String(line).trim());
      console.log(performance.now() - began);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: process.cwd(),
  });
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  return {
    write: async (title: string): Promise<void> => {
      const done = once(lines, 'line');
      child.stdin.write(`${title}\n`);
      await done;
    },
    kill: async (): Promise<void> => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function titleNow(): Promise<string> {
  const read = await opencodeSessions.draft(await onlyHandle(opencodeSessions, home));
  if (read.kind !== 'draft') throw new Error(read.detail);
  return read.draft.title;
}

describe('the database of OpenCode', () => {
  it('is read while another process writes it, with what is only in its log, and leaves no trace', async () => {
    writeOpencodeStore(path, recordedRows('ended'));
    const writer = await startWriter();
    try {
      const before = traces();
      expect(before.some((trace) => trace.startsWith('opencode.db-shm'))).toBe(true);
      expect(await titleNow()).toBe('Written by another process');
      expect(traces()).toEqual(before);
      await writer.write('Written once more');
      expect(await titleNow()).toBe('Written once more');
    } finally {
      await writer.kill();
    }
  });

  it('does not keep the writer from moving its log into the database', async () => {
    writeOpencodeStore(path, recordedRows('ended'));
    const own = openOpencodeStore(path);
    const handle = await onlyHandle(opencodeSessions, home);
    for await (const [entry] of opencodeSessions.entries(handle)) {
      expect(entry).toMatchObject({ kind: 'asked' });
      own.exec("UPDATE session SET title = 'while it is read'; PRAGMA wal_checkpoint(TRUNCATE)");
      break;
    }
    expect(statSync(`${path}-wal`).size).toBe(0);
    own.close();
  });

  it('is read after its writer was killed, with what is only in its log, and leaves no trace', async () => {
    writeOpencodeStore(path, recordedRows('killed'));
    await leaveBehind(await startWriter(), ['', '-wal', '-shm']);
    const before = traces();
    expect(await titleNow()).toBe('Written by another process');
    expect(traces()).toEqual(before);
  });

  it('is read from a copy when nothing stands beside it, and nothing stands beside it then', async () => {
    writeClosed(path);
    const wal = readFileSync(path);
    // As it is left when its log is on and everything was moved out of it.
    wal.set([2, 2], 18);
    writeFileSync(path, wal);
    const before = traces();
    expect(await titleNow()).toBe('Write NOTES.md and check it.');
    expect(traces()).toEqual(before);
  });

  it('is read from a copy with its log when the index of the log is gone', async () => {
    writeOpencodeStore(path, recordedRows('killed'));
    await leaveBehind(await startWriter(), ['', '-wal']);
    const before = traces();
    expect(await titleNow()).toBe('Written by another process');
    expect(traces()).toEqual(before);
  });

  it('is unavailable while somebody keeps all of it locked', async () => {
    writeClosed(path);
    const store = openOpencodeStore(path);
    store.exec('BEGIN EXCLUSIVE');
    expect(await find()).toEqual({
      kind: 'unavailable',
      detail: `${path}: database is locked (SQLITE_BUSY)`,
    });
    store.exec('COMMIT');
    store.close();
  });

  it('is unavailable when it is cut short, or something else', async () => {
    writeClosed(path);
    truncateSync(path, 5_000);
    expect(await find()).toEqual({
      kind: 'unavailable',
      detail: `${path}: database disk image is malformed (SQLITE_CORRUPT)`,
    });
    writeFileSync(path, 'no database at all, but long enough to be looked at'.repeat(100));
    expect(await find()).toEqual({
      kind: 'unavailable',
      detail: `${path}: file is not a database (SQLITE_NOTADB)`,
    });
    writeFileSync(path, '');
    expect(await find()).toEqual({
      kind: 'unavailable',
      detail: `${path} is in a form that is not known: it has no session.id`,
    });
  });

  it('never fails on one that is damaged anywhere', async () => {
    writeClosed(path);
    const whole = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.uint8Array({ minLength: 1, maxLength: 600 }),
        async (at, bytes) => {
          const damaged = Buffer.from(whole);
          damaged.set(bytes.subarray(0, damaged.length - at), at);
          rmSync(path);
          writeFileSync(path, damaged);
          const answer = await find();
          expect(['unavailable', 'found']).toContain(answer.kind);
          if (answer.kind !== 'found') return;
          for (const handle of answer.handles) {
            await opencodeSessions.draft(handle);
            await entriesIn(opencodeSessions, handle);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is unavailable when it is a folder or a link', async () => {
    mkdirSync(path, { recursive: true });
    const detail = `${path} is not a regular file`;
    expect(await find()).toEqual({ kind: 'unavailable', detail });
    rmSync(path, { recursive: true });
    const elsewhere = join(home, 'elsewhere.db');
    writeOpencodeStore(elsewhere, recordedRows('ended'));
    symlinkSync(elsewhere, path);
    expect(await find()).toEqual({ kind: 'unavailable', detail });
  });

  it('is none where there is none', async () => {
    expect(await find()).toEqual({ kind: 'none' });
  });

  it('tells of the files that were there before there was a database', async () => {
    mkdirSync(join(home, 'data/opencode/storage/session'), { recursive: true });
    expect(await find()).toEqual({
      kind: 'unavailable',
      detail: `${join(home, 'data/opencode/storage/session')} is in the form of OpenCode before 1.2: start a newer one once, and it moves its sessions`,
    });
  });

  it('says what to install where libsql is not', async () => {
    writeOpencodeStore(path, recordedRows('ended'));
    const source = opencodeSessionsBy(async () => {
      throw new Error("Cannot find package 'libsql'");
    });
    const request = {
      places: source.places({ kind: 'run', home }),
      roots: [RECORDED_CWD],
      since: null,
    };
    const detail = "libsql is not installed: npm install libsql reads OpenCode's sessions";
    expect(await source.find(request)).toEqual({ kind: 'unavailable', detail });
    const handle = await onlyHandle(opencodeSessions, home);
    expect(await source.draft(handle)).toEqual({ kind: 'unreadable', detail, bytesRead: 0 });
    expect(await entriesIn(source, handle)).toEqual(['unreadable']);
  });
});

describe('a form of the database that is not known', () => {
  it.each([
    ['ALTER TABLE session RENAME COLUMN directory TO folder', 'session.directory'],
    ['ALTER TABLE message RENAME COLUMN data TO content', 'message.data'],
    ['DROP TABLE part', 'part.id'],
  ])('is told by what is missing after %s', async (change, missing) => {
    writeOpencodeStore(path, recordedRows('ended'));
    const store = openOpencodeStore(path);
    store.exec(change);
    store.close();
    expect(await find()).toEqual({
      kind: 'unavailable',
      detail: `${path} is in a form that is not known: it has no ${missing}`,
    });
  });

  it('is read all the same when columns are missing that it can do without', async () => {
    writeOpencodeStore(path, recordedRows('ended'));
    const store = openOpencodeStore(path);
    store.exec(`DROP INDEX session_parent_idx; ALTER TABLE session DROP COLUMN parent_id;
      ALTER TABLE session DROP COLUMN title; ALTER TABLE session DROP COLUMN revert;
      ALTER TABLE part DROP COLUMN time_updated`);
    store.close();
    expect(await titleNow()).toBe('Write NOTES.md and check it.');
  });

  it('is told of a session whose messages are in the tables of a newer version', async () => {
    writeOpencodeStore(path, recordedRows('ended'));
    const store = openOpencodeStore(path);
    store.exec(`CREATE TABLE session_message (id text, session_id text, data text);
      INSERT INTO session_message SELECT id, session_id, data FROM message; DELETE FROM part; DELETE FROM message`);
    store.close();
    const read = await opencodeSessions.draft(await onlyHandle(opencodeSessions, home));
    expect(read).toMatchObject({
      kind: 'unreadable',
      detail: 'its messages are in a form of a newer OpenCode that is not known',
    });
  });

  it('is unclear when what was written last is not JSON', async () => {
    writeOpencodeStore(path, recordedRows('killed'));
    const store = openOpencodeStore(path);
    store.exec('UPDATE part SET data = \'{"type":"tool",\' WHERE id = (SELECT max(id) FROM part)');
    store.close();
    const handle = await onlyHandle(opencodeSessions, home);
    expect(await opencodeSessions.draft(handle)).toMatchObject({
      kind: 'draft',
      draft: {
        standing: { kind: 'unclear', why: 'the last thing that its engine wrote cannot be read' },
      },
    });
    expect((await entriesIn(opencodeSessions, handle)).at(-1)).toBe('unreadable');
  });
});

describe('hostile rows', () => {
  it('are read where a text is not UTF-8, at which libsql would end this process', async () => {
    writeOpencodeStore(path, recordedRows('killed'));
    const store = openOpencodeStore(path);
    store.exec(`UPDATE session SET title = CAST(x'4cff6f6b' AS TEXT);
      UPDATE part SET data = CAST(x'7b2274797065ff' AS TEXT) WHERE id = (SELECT min(id) FROM part)`);
    store.close();
    expect(await titleNow()).toBe('L\uFFFDok');
    const entries = await entriesIn(opencodeSessions, await onlyHandle(opencodeSessions, home));
    expect(entries[0]).toBe('unreadable');
  });

  it.each([
    ['is not UTF-8', `CAST(x'ffff' AS TEXT)`],
    ['is longer than what is read of it', `'m' || printf('%.*c', 300, 'm')`],
  ])('end where the id of a message %s', async (_what, id) => {
    writeOpencodeStore(path, recordedRows('killed'));
    const store = openOpencodeStore(path);
    store.exec(`UPDATE message SET id = ${id} WHERE id = (SELECT max(id) FROM message)`);
    store.close();
    expect(await entriesIn(opencodeSessions, await onlyHandle(opencodeSessions, home))).not.toEqual(
      [],
    );
  });

  it('are read in part where they are large', async () => {
    const rows = recordedRows('killed');
    writeOpencodeStore(path, rows);
    const store = openOpencodeStore(path);
    const [known] = rows.tables['part']?.rows.slice(-1) ?? [];
    store.exec('BEGIN');
    for (let index = 0; index < 100; index += 1) {
      const input = { command: 'make', filePath: '\u0001'.repeat(3_000) };
      const state = { status: 'completed', input, output: 'x'.repeat(100_000) };
      const data = JSON.stringify({ type: 'tool', tool: 'bash', state });
      store.insert('part', { ...known, id: `prt_z${1_000 + index}`, data });
    }
    store.exec('COMMIT');
    store.close();
    const read = await opencodeSessions.draft(await onlyHandle(opencodeSessions, home));
    expect(read).toMatchObject({ kind: 'draft', draft: { standing: { kind: 'model' } } });
    expect(read.bytesRead).toBeLessThan(64 * 1024 + 256 * 1024);
  });

  it('never make reading fail, whatever their JSON is', async () => {
    writeOpencodeStore(path, recordedRows('resumed'));
    const value = fc.oneof(fc.json({ maxDepth: 3 }), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('part', 'message'), value, async (table, data) => {
        const store = openOpencodeStore(path);
        const literal = data.replaceAll("'", "''").replaceAll('\0', '');
        store.exec(`UPDATE ${table} SET data = '${literal}' WHERE rowid % 3 = 0`);
        store.exec(`UPDATE session SET revert = '${literal}', time_updated = 9e15`);
        store.close();
        const handle = await onlyHandle(opencodeSessions, home);
        expect((await opencodeSessions.draft(handle)).kind).toBe('draft');
        expect((await entriesIn(opencodeSessions, handle)).length).toBeGreaterThan(0);
      }),
      { numRuns: 25 },
    );
  });
});

describe('sessions in the database of OpenCode', () => {
  it('are listed but for those of subagents, of other folders, and from before', async () => {
    const rows = recordedRows('ended');
    writeOpencodeStore(path, rows);
    const store = openOpencodeStore(path);
    const [session] = rows.tables['session']?.rows ?? [];
    store.insert('session', { ...session, id: 'ses_child', parent_id: 'ses_other' });
    store.insert('session', { ...session, id: 'ses_other', directory: '/home/me/other' });
    store.insert('session', { ...session, id: 'ses_near', directory: '/home/me/repository' });
    store.insert('session', {
      ...session,
      id: 'ses_below',
      directory: `${RECORDED_CWD}/packages/one`,
    });
    store.insert('session', { ...session, id: 'ses_old', time_updated: 1_000 });
    store.close();
    const recent = await handlesOf(opencodeSessions, { home, since: 1_700_000_000_000 });
    expect(new Set(recent.map(({ id }) => id))).toEqual(new Set([session?.['id'], 'ses_below']));
    const all = await handlesOf(opencodeSessions, { home });
    expect(all.map(({ id }) => id)).toContain('ses_old');
  });

  it('have another stamp when a tool that runs wrote something', async () => {
    writeOpencodeStore(path, recordedRows('killed'));
    const before = await onlyHandle(opencodeSessions, home);
    const store = openOpencodeStore(path);
    store.exec(
      'UPDATE part SET time_updated = time_updated + 5000 WHERE id = (SELECT max(id) FROM part)',
    );
    store.close();
    const after = await onlyHandle(opencodeSessions, home);
    expect(after.stamp).not.toBe(before.stamp);
    expect(after.lastActivityAt).toBe(before.lastActivityAt + 5000);
  });

  it('are told without what a person took back', async () => {
    const rows = recordedRows('resumed');
    writeOpencodeStore(path, rows);
    const second = rows.tables['message']?.rows.filter(({ data }) =>
      String(data).includes('"role":"user"'),
    )[1];
    const store = openOpencodeStore(path);
    store.exec(`UPDATE session SET revert = '${JSON.stringify({ messageID: second?.['id'] })}'`);
    store.close();
    const handle = await onlyHandle(opencodeSessions, home);
    const entries = await entriesIn(opencodeSessions, handle);
    expect(entries.at(-1)).toMatchObject({
      text: 'FINAL: NOTES.md is written.\nThe check failed.',
    });
    expect(await opencodeSessions.draft(handle)).toMatchObject({
      draft: {
        standing: { kind: 'turn-over', said: 'FINAL: NOTES.md is written. The check failed.' },
      },
    });
  });

  it('ask a person what their question tool asks', async () => {
    writeOpencodeStore(path, recordedRows('killed'));
    const store = openOpencodeStore(path);
    const part = {
      type: 'tool',
      tool: 'question',
      callID: 'c',
      state: {
        status: 'running',
        input: { questions: [{ question: 'Keep onChange?', header: 'API', options: [] }] },
      },
    };
    store.exec(
      `UPDATE part SET data = '${JSON.stringify(part)}' WHERE id = (SELECT max(id) FROM part)`,
    );
    store.close();
    const read = await opencodeSessions.draft(await onlyHandle(opencodeSessions, home));
    expect(read).toMatchObject({ draft: { standing: { kind: 'asks', what: 'Keep onChange?' } } });
  });
});
