/** Links of a note to an issue of the repository's own tracker: such a note has its issue already. */
import { gitIn } from '../../git/git-call.ts';
import { fetchUrl } from '../../git/remote-urls.ts';
import type { GitContext } from '../../git/run-git.ts';

const LINK = /https?:\/\/[^\s/]+\/([^\s?#)\]>]+?)\/(?:-\/)?issues\/([1-9]\d{0,8})\b/gi;

/** The path of `origin`, in lower case: `google/gson`; only its last name where that is a folder, `null` without a remote. */
export async function ownTracker(context: GitContext): Promise<string | null> {
  const url = await fetchUrl(gitIn(context), 'origin');
  if (url === null) return null;
  const plain = url
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .toLowerCase();
  const remote = /^(?:[a-z+]+:\/\/[^/]+\/|[^/]+@[^/:]+:\/?)(.+)$/.exec(plain)?.[1];
  if (remote !== undefined && !plain.startsWith('file:')) return remote;
  return plain.split('/').at(-1) ?? null;
}

/** `#12`, in order of appearance. Pure. */
export function linkedIssues(text: string, tracker: string | null): readonly string[] {
  if (tracker === null) return [];
  return Array.from(text.matchAll(LINK)).flatMap(([, path = '', number = '']) => {
    const own = path.toLowerCase();
    return own === tracker || own.endsWith(`/${tracker}`) ? [`#${number}`] : [];
  });
}
