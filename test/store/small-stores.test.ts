import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { StoredDefinition } from '../../src/store/definition-ports.ts';
import {
  fileDefinitionStore,
  fileEventStore,
} from '../../src/store/files/file-definition-store.ts';
import { filePauseStore, fileScheduleStore } from '../../src/store/files/file-schedule-store.ts';
import { fileTexts } from '../../src/store/files/file-texts.ts';
import { listSetAside } from '../../src/store/files/read-record.ts';
import { workspacePaths } from '../../src/store/state-paths.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { routineNamed } from '../kit/routine.ts';
import { routineId } from '../kit/slots.ts';

const AT = '2026-11-21T09:00:00.000Z';
const sweep = routineId('sweep');

function setAside(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.includes('.unreadable.'));
}

describe('the schedule store', () => {
  it('sets a file aside that cannot be read, and begins again', async () => {
    const stateDir = temporaryFolder();
    const store = fileScheduleStore(stateDir);
    const { scheduleCursor, scheduleStarts } = workspacePaths(stateDir);
    writeFileSync(scheduleCursor, '{"plannedTo":');
    writeFileSync(scheduleStarts, '[]');
    expect(await store.readCursor()).toEqual({ plannedTo: null });
    expect(await store.readStarts()).toEqual(new Map());
    expect(existsSync(scheduleCursor)).toBe(false);
    const aside = await listSetAside(fileTexts(stateDir, 'workspace'));
    expect(aside.map(({ path }) => readFileSync(path, 'utf8'))).toEqual(['{"plannedTo":', '[]']);
    expect(aside[0]?.problem).toBe('it could not be read, and was set aside');
    await store.writeCursor({ plannedTo: AT });
    expect(await store.readCursor()).toEqual({ plannedTo: AT });
    expect(setAside(stateDir)).toHaveLength(2);
  });
});

describe('the pause store', () => {
  it.each(['{"rout', '{"routine":"sweep","pause":{"by":1},"resumedAt":null}'])(
    'takes a file that cannot be read for a pause, until a person resumes the routine: %s',
    async (text) => {
      const stateDir = temporaryFolder();
      const { pauses } = workspacePaths(stateDir);
      mkdirSync(pauses);
      const path = join(pauses, 'sweep.json');
      writeFileSync(path, text);
      const store = filePauseStore(stateDir);
      expect(await store.list(AT)).toMatchObject([{ routine: 'sweep', by: 'roundsman' }]);
      expect((await store.list(AT))[0]?.reason).toContain(
        `what was said of it cannot be read: ${path}: it is not`,
      );
      expect(await store.remove(sweep, AT)).toBe(true);
      expect(await store.list(AT)).toEqual([]);
      expect(setAside(pauses)).toHaveLength(1);
    },
  );
});

describe('what is kept by its hash', () => {
  const definition: StoredDefinition = {
    hash: 'a'.repeat(64),
    routine: routineNamed('sweep'),
    file: 'routines/sweep.yaml',
    settings: {
      timezone: 'UTC',
      trackReports: false,
      diskFloorBytes: 0,
      engines: {},
      budget: null,
    },
  };

  it('is given back as it was put, however often', async () => {
    const stateDir = temporaryFolder();
    const [definitions, events] = [fileDefinitionStore(stateDir), fileEventStore(stateDir)];
    await definitions.put(definition);
    await definitions.put(definition);
    expect(await definitions.read(definition.hash)).toEqual(definition);
    expect(await definitions.read('b'.repeat(64))).toBeNull();
    const payload = Buffer.from([0, 255, 10]);
    const hash = await events.put(payload);
    expect(await events.put(payload)).toBe(hash);
    expect(await events.read(hash)).toEqual(payload);
    expect(await events.read('b'.repeat(64))).toBeNull();
  });

  it('is set aside when it is not what it was, and can be put again', async () => {
    const stateDir = temporaryFolder();
    const paths = workspacePaths(stateDir);
    const [definitions, events] = [fileDefinitionStore(stateDir), fileEventStore(stateDir)];
    await definitions.put(definition);
    const hash = await events.put(Buffer.from('payload'));
    writeFileSync(join(paths.definitions, `${definition.hash}.json`), '{"hash":');
    writeFileSync(join(paths.events, hash), 'paylod');
    expect(await definitions.read(definition.hash)).toBeNull();
    expect(await events.read(hash)).toBeNull();
    expect([...setAside(paths.definitions), ...setAside(paths.events)]).toHaveLength(2);
    await definitions.put(definition);
    expect(await definitions.read(definition.hash)).toEqual(definition);
    expect(await events.put(Buffer.from('payload'))).toBe(hash);
    expect(await events.read(hash)).toEqual(Buffer.from('payload'));
  });
});
