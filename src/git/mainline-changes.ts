/** What each commit of a branch's first parents brought, newest first, by one process; a merge counts as a whole. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

export interface MainlineCommit {
  readonly commit: CommitSha;
  /** Blob by path; `null`: it took the file away. */
  readonly blobs: ReadonlyMap<string, string | null>;
}

/** More than anybody lands while a branch waits. */
const MOST_COMMITS = 3_000;
const RAW = /^:\d{6} \d{6} [0-9a-f]{40,64} ([0-9a-f]{40,64}) [A-Z]\d*$/;

/** Throws `failed` / `git-failed` for what is not a commit. @param floor what it has is not looked at */
export async function mainlineChanges(
  { tip, floor }: { readonly tip: CommitSha; readonly floor: CommitSha | null },
  context: GitContext,
): Promise<readonly MainlineCommit[]> {
  const { stdout } = await runGitBytes(
    [
      'log',
      '-z',
      '--first-parent',
      '--diff-merges=first-parent',
      '--raw',
      '--no-renames',
      '--no-abbrev',
      '--no-ext-diff',
      '--no-show-signature',
      '--format=%H',
      `--max-count=${MOST_COMMITS}`,
      tip,
      ...(floor === null ? [] : ['--not', floor]),
      '--',
    ],
    context,
  );
  return parseMainline(stdout.toString('utf8'));
}

/** `sha`, then `:modes blobs status` and a path for each file; where the first of them follows a line's end. */
function parseMainline(text: string): readonly MainlineCommit[] {
  const commits: { commit: CommitSha; blobs: Map<string, string | null> }[] = [];
  const tokens = text.split('\0');
  for (let at = 0; at < tokens.length; at += 1) {
    const token = (tokens[at] ?? '').replace(/^\n/, '');
    const raw = RAW.exec(token);
    if (raw !== null) {
      const blob = raw[1] ?? '';
      commits.at(-1)?.blobs.set(tokens[at + 1] ?? '', /^0+$/.test(blob) ? null : blob);
      at += 1;
    } else if (isCommitSha(token)) {
      commits.push({ commit: token, blobs: new Map() });
    }
  }
  return commits;
}

// What the main line changed between two commits.
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
