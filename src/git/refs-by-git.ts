/** Where refs point, asked of git; for repositories whose refs are not files. */
import type { GitCall } from './git-call.ts';
import type { RefReader, RefValue } from './refs.ts';

const FORMAT = '--format=%(refname)%09%(objectname)%09%(symref)';

export function refsByGit(git: GitCall): RefReader {
  return {
    read: async (ref) => (ref === 'HEAD' ? readHead(git) : readRef(git, ref)),
    listBranches: async () => {
      const listed = await git(['for-each-ref', FORMAT, '--', 'refs/heads/']);
      return rowsOf(listed.stdout).map(([ref]) => ref);
    },
    isBare: async () => (await git(['rev-parse', '--is-bare-repository'])).stdout.trim() === 'true',
  };
}

async function readHead(git: GitCall): Promise<RefValue | null> {
  const asked = await git(['symbolic-ref', '--quiet', 'HEAD'], { okExitCodes: [0, 1, 128] });
  return asked.exitCode === 0 ? { kind: 'symbolic', ref: asked.stdout.trim() } : null;
}

async function readRef(git: GitCall, ref: string): Promise<RefValue | null> {
  const listed = await git(['for-each-ref', FORMAT, '--', ref]);
  // The pattern also matches what is below it: `refs/heads/main/x`.
  const row = rowsOf(listed.stdout).find(([name]) => name === ref);
  if (row === undefined) return null;
  const [, id, target] = row;
  return target === '' ? { kind: 'object', id } : { kind: 'symbolic', ref: target };
}

function rowsOf(text: string): readonly (readonly [string, string, string])[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [ref = '', id = '', target = ''] = line.split('\t');
      return [ref, id, target];
    });
}
