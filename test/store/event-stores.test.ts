import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { sha256 } from '../../src/platform/hash.ts';
import {
  fileDeploymentStore,
  fileEventStore,
  sweepHashed,
} from '../../src/store/files/file-definition-store.ts';
import { workspacePaths } from '../../src/store/state-paths.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('payloads of events', () => {
  it('are kept by the hash of their bytes, equal ones once', async () => {
    const stateDir = temporaryFolder('rm-events-');
    const events = fileEventStore(stateDir);
    const payloads = [bytes('one'), Uint8Array.of(0, 255, 10), bytes('one'), bytes('')];

    const hashes = await events.putAll(payloads);

    expect(hashes).toEqual(payloads.map(sha256));
    expect(await events.put(bytes('one'))).toBe(hashes[0]);
    expect(readdirSync(workspacePaths(stateDir).events)).toHaveLength(3);
    for (const [index, hash] of hashes.entries())
      expect(Uint8Array.from((await events.read(hash)) ?? [1])).toEqual(payloads[index]);
    expect(await events.read(sha256('never put'))).toBeNull();
  });

  it('may be none, and then nothing is made', async () => {
    const stateDir = temporaryFolder('rm-events-');

    expect(await fileEventStore(stateDir).putAll([])).toEqual([]);
    expect(readdirSync(stateDir)).toEqual([]);
  });

  it('are as young as their last use, so that no sweep takes what a new slot needs', async () => {
    const stateDir = temporaryFolder('rm-events-');
    const events = fileEventStore(stateDir);
    const [old = '', again = ''] = await events.putAll([bytes('old'), bytes('again')]);
    const folder = workspacePaths(stateDir).events;
    for (const hash of [old, again])
      utimesSync(join(folder, hash), new Date('2026-01-01'), new Date('2026-01-01'));
    await events.put(bytes('again'));

    expect(await sweepHashed(folder, { keep: new Set(), before: new Date('2026-06-01') })).toBe(1);
    expect(readdirSync(folder)).toEqual([again]);
  });
});

describe('what was deployed', () => {
  const place = { environment: '../review/x', ref: null };

  it('is kept by environment and ref, whatever their names', async () => {
    const deployments = fileDeploymentStore(temporaryFolder('rm-deployments-'));
    const entry = { id: 'd1', previous: null, deployed: 'aaa', at: '2026-11-21T09:00:00.000Z' };
    await deployments.write({ place, deployments: [entry] });

    expect(await deployments.read(place)).toEqual({ place, deployments: [entry] });
    const byRef = { ...place, ref: 'origin/live' };
    expect(await deployments.read(byRef)).toEqual({ place: byRef, deployments: [] });
  });

  it('is never guessed at when its file is broken', async () => {
    const stateDir = temporaryFolder('rm-deployments-');
    const deployments = fileDeploymentStore(stateDir);
    await deployments.write({ place, deployments: [] });
    const folder = workspacePaths(stateDir).deployments;
    const [name = ''] = readdirSync(folder);
    writeFileSync(join(folder, name), '{"place":');

    await expect(deployments.read(place)).rejects.toMatchObject({
      code: 'failed',
      reason: 'corrupt-deployments',
      message: `what was deployed to ../review/x cannot be read: ${join(folder, name)}: it is not JSON`,
    });
  });
});
