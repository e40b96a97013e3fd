/** What the main line changed between two commits. */
import type { CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

export type MainLine =
  /** `older` is no first-parent ancestor of `newer`, or is not known here. */
  | { readonly kind: 'apart' }
  | {
      readonly kind: 'forward';
      /** Every path that differs from the first parent in any step, also when changed back later. */
      readonly touched: ReadonlySet<string>;
    };

export async function firstParentChanges(
  context: GitContext,
  older: CommitSha,
  newer: CommitSha,
): Promise<MainLine> {
  if (older === newer) return { kind: 'forward', touched: new Set() };
  const range = `${older}..${newer}`;
  const log = await runGitBytes(
    [
      'log',
      '--first-parent',
      '-m',
      '--raw',
      '--no-abbrev',
      '--no-renames',
      '-z',
      '--format=%x02%P',
      range,
      '--',
    ],
    { ...context, okExitCodes: [0, 128] },
  );
  if (log.exitCode !== 0) return { kind: 'apart' };
  const { touched, root } = readRaw(log.stdout.toString('utf8'));
  if (root !== older) return { kind: 'apart' };
  return { kind: 'forward', touched };
}

/** `root`: the first parent of the oldest step. */
function readRaw(output: string): { readonly touched: ReadonlySet<string>; readonly root: string } {
  const touched = new Set<string>();
  let root = '';
  let isPath = false;
  for (const raw of output.split('\0')) {
    if (isPath) {
      touched.add(raw);
      isPath = false;
      continue;
    }
    const word = raw.replace(/^\n+/, '');
    if (word.startsWith('\u0002')) root = word.slice(1).split(' ')[0] ?? '';
    else isPath = word.startsWith(':');
  }
  return { touched, root };
}
