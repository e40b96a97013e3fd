import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { flatYaml, copilotSessions } from '../../../src/engines/copilot/sessions/index.ts';
import { geminiSessions } from '../../../src/engines/gemini/sessions/index.ts';
import { piSessions } from '../../../src/engines/pi/sessions/index.ts';
import { qwenSessions } from '../../../src/engines/qwen/sessions/index.ts';
import { sha256 } from '../../../src/platform/hash.ts';
import {
  entriesIn,
  handlesOf,
  onlyHandle,
  RECORDED_CWD,
  recordedHome,
} from '../../kit/recorded-stores.ts';

const made: string[] = [];
function homeOf(engine: string, scenario: string): string {
  const home = recordedHome(engine, scenario);
  made.push(home);
  return home;
}
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

it.each([
  [piSessions, 'sessions/--home-me-repo--', 'sessions/--home-me-repo-two--'],
  [qwenSessions, 'projects/-home-me-repo/chats', 'projects/-home-me-repo-two/chats'],
] as const)(
  'tells sessions of folders apart whose names $engine writes alike',
  async (source, own, other) => {
    const home = homeOf(source.engine, 'ended');
    cpSync(join(home, own), join(home, other), { recursive: true });
    for (const name of readdirSync(join(home, other))) {
      const file = join(home, other, name);
      const text = readFileSync(file, 'utf8').replaceAll(RECORDED_CWD, '/home/me/repo-two');
      writeFileSync(file.replace('.jsonl', '-two.jsonl'), text);
      rmSync(file);
    }
    const handles = await handlesOf(source, { home });
    expect(handles.map(({ cwd }) => cwd)).toEqual([RECORDED_CWD]);
    const both = await handlesOf(source, { home, roots: ['/home/me'] });
    expect(new Set(both.map(({ cwd }) => cwd))).toEqual(
      new Set([RECORDED_CWD, '/home/me/repo-two']),
    );
  },
);

it('reads where a session began once, where somebody remembers it', async () => {
  const home = homeOf('pi', 'ended');
  const known = new Map<string, string>();
  const request = {
    places: piSessions.places({ kind: 'run', home }),
    roots: [RECORDED_CWD],
    since: null,
    remembered: known,
  };
  const found = await piSessions.find(request);
  expect([...known.values()]).toEqual([RECORDED_CWD]);
  for (const location of known.keys()) known.set(location, '/home/me/elsewhere');
  expect(found).toMatchObject({ kind: 'found', handles: [{ cwd: RECORDED_CWD }] });
  expect(await piSessions.find(request)).toEqual({ kind: 'found', handles: [] });
});

it('follows the branch of a session of pi that was written last', async () => {
  const home = homeOf('pi', 'ended');
  const handle = await onlyHandle(piSessions, home);
  const lines = readFileSync(handle.location, 'utf8').trimEnd().split('\n');
  const asked = lines.findIndex((line) => line.includes('"role":"user"'));
  const { parentId }: { readonly parentId: string } = JSON.parse(lines[asked] ?? '');
  const again = {
    type: 'message',
    id: 'again',
    parentId,
    timestamp: '2026-11-22T05:00:00.000Z',
    message: { role: 'user', content: 'Do something else.' },
  };
  writeFileSync(handle.location, `${lines.join('\n')}\n${JSON.stringify(again)}\n`);
  expect(await entriesIn(piSessions, handle)).toEqual([
    { kind: 'asked', text: 'Do something else.', at: '2026-11-22T05:00:00.000Z' },
  ]);
  expect(await piSessions.draft(handle)).toMatchObject({
    draft: { title: 'Do something else.', standing: { kind: 'model' }, filesTouched: [] },
  });
});

it('leaves out what a person took back in Gemini CLI', async () => {
  const home = homeOf('gemini', 'resumed');
  const handle = await onlyHandle(geminiSessions, home);
  const text = readFileSync(handle.location, 'utf8');
  const lines = text.trimEnd().split('\n');
  const second = lines.find((line) => line.includes('Commit it.') && line.startsWith('{"id"'));
  const { id }: { readonly id: string } = JSON.parse(second ?? '');
  writeFileSync(handle.location, `${text}${JSON.stringify({ $rewindTo: id })}\n`);
  const entries = await entriesIn(geminiSessions, handle);
  expect(entries.at(-1)).toMatchObject({ text: 'FINAL: NOTES.md is written.\nThe check failed.' });
});

it('reads a session of Gemini CLI that is one document, in a folder named by a hash', async () => {
  const home = homeOf('gemini', 'ended');
  const tmp = join(home, '.gemini/tmp');
  const { location } = await onlyHandle(geminiSessions, home);
  const [head = '', ...rest] = readFileSync(location, 'utf8').trimEnd().split('\n');
  const messages = new Map<unknown, unknown>();
  for (const line of rest) {
    const record: { readonly id?: string } = JSON.parse(line);
    if (record.id !== undefined) messages.set(record.id, record);
  }
  const document = { ...JSON.parse(head), messages: [...messages.values()] };
  writeFileSync(location.replace('.jsonl', '.json'), JSON.stringify(document));
  rmSync(location);
  rmSync(join(tmp, 'repo/.project_root'));
  renameSync(join(tmp, 'repo'), join(tmp, sha256(RECORDED_CWD)));
  const handle = await onlyHandle(geminiSessions, home);
  expect(handle.cwd).toBe(RECORDED_CWD);
  expect(await geminiSessions.draft(handle)).toMatchObject({
    draft: { id: document.sessionId, title: 'Write NOTES.md and check it.' },
  });
  expect((await entriesIn(geminiSessions, handle)).at(-1)).toMatchObject({ kind: 'said' });
});

it('waits where GitHub Copilot CLI wants leave, until it was given', async () => {
  const home = homeOf('copilot', 'killed');
  const handle = await onlyHandle(copilotSessions, home);
  const events = join(handle.location, 'events.jsonl');
  const standing = async () => {
    const read = await copilotSessions.draft(handle);
    return read.kind === 'draft' ? read.draft.standing : read;
  };
  const write = (type: string, data: Readonly<Record<string, unknown>>): void => {
    writeFileSync(events, `${JSON.stringify({ type, data })}\n`, { flag: 'a' });
  };
  write('permission.requested', {
    permissionRequest: { kind: 'shell', fullCommandText: 'npm test' },
  });
  expect(await standing()).toEqual({ kind: 'asks', what: 'permission: npm test' });
  write('permission.completed', { result: { kind: 'approved' } });
  expect(await standing()).toMatchObject({ kind: 'tool' });
});

it('reads the keys that GitHub Copilot CLI writes, however they are quoted', () => {
  const text = [
    'cwd: /home/me/my repo',
    "name: 'It''s: done' ",
    'branch: "task/\\u00e9" ',
    'summary: |-',
    '  First line',
    '  second line',
    'git_root: null # none',
    '- a list',
    '  nested: key',
    '__proto__: hostile',
  ].join('\n');
  expect([...flatYaml(text)]).toEqual([
    ['cwd', '/home/me/my repo'],
    ['name', "It's: done"],
    ['branch', 'task/é'],
    ['summary', 'First line\nsecond line'],
    ['git_root', ''],
    ['__proto__', 'hostile'],
  ]);
});
