/**
 * What a machine that loses its power may lose: nothing that has its final name. Every process of a daemon with a run is
 * watched from inside: a file is synced before it is renamed or linked into its place, and the folder afterwards.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { crashTemplate, crashWorld } from '../kit/crash-world.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { brokenInvariants } from '../kit/invariants.ts';
import { allEnded, queueOne, serveUntil } from '../kit/serve-until.ts';

const TRACER = fileURLToPath(new URL('../fixtures/probed/trace-syncs.cjs', import.meta.url));

type Traced =
  | readonly [pid: number, kind: 'sync', path: string]
  | readonly [pid: number, kind: 'rename' | 'link', from: string, to: string];

/** Made again when it is lost, or moved as it is: nothing to sync. */
const NEED_NO_SYNC = [
  // Written again at each beat.
  /^heartbeat\.json$/,
  // What can be rebuilt from the runs, and is when it does not parse.
  /^(?:index|runs-index)[^/]*$/,
  /^cache\//,
  // Written again by whoever takes its run up again; named at once so that nobody reads half of it.
  /^runs\/[^/]+\/brief\//,
  // Whole trees on their way out.
  /(?:^|\/)trash\//,
];

function unsynced(trace: readonly Traced[], stateDir: string): readonly string[] {
  return trace.flatMap((one, at) => {
    if (one[1] === 'sync') return [];
    const [pid, , from, to] = one;
    const name = relative(stateDir, to);
    if (name.startsWith('..') || NEED_NO_SYNC.some((pattern) => pattern.test(name))) return [];
    const isSync = (other: Traced, path: string): boolean =>
      other[0] === pid && other[1] === 'sync' && other[2] === path;
    const before = trace.slice(0, at).some((other) => isSync(other, from));
    const after = trace.slice(at).some((other) => isSync(other, dirname(to)));
    return [
      ...(before ? [] : [`${name} was not synced before it was named`]),
      ...(after ? [] : [`the folder of ${name} was not synced`]),
    ];
  });
}

describe('everything that a daemon and a run name', () => {
  it(
    'is synced before it has its name, and its folder after that',
    { timeout: 360_000 },
    async () => {
      const file = join(temporaryFolder(), 'trace');
      const world = await crashWorld(crashTemplate(), {
        NODE_OPTIONS: `--require ${TRACER}`,
        SYNC_TRACE: file,
      });
      await queueOne(world);
      await serveUntil(world, () => allEnded(world));
      expect(await brokenInvariants(world)).toEqual([]);
      const trace: readonly Traced[] = readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line): Traced => JSON.parse(line));
      const { stateDir } = world.workspace.location;
      const named = trace.flatMap((one) => (one[1] === 'sync' ? [] : [relative(stateDir, one[3])]));
      // So that it was not a test of nothing.
      expect(
        named.filter((name) => /^runs\/[^/]+\/state\.json$/.test(name)).length,
      ).toBeGreaterThan(20);
      expect(named.some((name) => name === 'daemon.lock')).toBe(true);
      expect([...new Set(unsynced(trace, stateDir))]).toEqual([]);
    },
  );
});
