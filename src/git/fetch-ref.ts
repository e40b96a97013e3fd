import type { CallOptions, GitCall } from './git-call.ts';

export interface FetchRequest extends CallOptions {
  /** A remote's name or a URL. */
  readonly from: string;
  /** `+refs/heads/main:refs/roundsman/base/…`: each names where it goes, nothing else is written. */
  readonly refspecs: readonly string[];
  /** Newest commits only. */
  readonly depth?: number;
  /** What is started as the other end, as words for a shell; git adds the folder. Default: `git-upload-pack`. */
  readonly uploadPack?: string;
}

/** Fetches exactly these refs: no tags, no FETCH_HEAD, no tracking branches, no pruning, no maintenance. */
export async function fetchRefs(
  git: GitCall,
  { from, refspecs, depth, uploadPack, ...options }: FetchRequest,
): Promise<void> {
  await git(
    [
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-prune',
      '--no-write-fetch-head',
      '--no-recurse-submodules',
      '--no-auto-maintenance',
      '--refmap=',
      ...(depth === undefined ? [] : [`--depth=${depth}`]),
      ...(uploadPack === undefined ? [] : [`--upload-pack=${uploadPack}`]),
      '--',
      from,
      ...refspecs,
    ],
    {
      ...options,
      namesUploadPack: uploadPack !== undefined,
      config: ['fetch.fsckObjects=true', 'fetch.writeCommitGraph=false', ...(options.config ?? [])],
    },
  );
}

/** A folder as a URL for git, which decodes percent signs: through a URL it always asks `upload-pack`. */
export function fileUrl(path: string): string {
  return `file://${path.split('/').map(encodeURIComponent).join('/')}`;
}
