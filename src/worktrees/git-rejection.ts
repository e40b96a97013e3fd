/**
 * What git's own checks have against objects: it says so in words only. `null` when it failed for something else.
 * @param message of a failed fetch: `… error: object 6e3d…: hasDotgit: contains '.git' fatal: fsck error …`
 */
export function gitRejection(message: string): string | null {
  const found =
    /\bobject ([0-9a-f]{40,64}): ([a-z]+[A-Z]\w*: .*?)(?= (?:error|fatal|warning): |$)/.exec(
      message,
    );
  if (found === null) return /\bfsck error\b/.test(message) ? 'its objects are malformed' : null;
  return `object ${(found[1] ?? '').slice(0, 12)}: ${found[2] ?? ''}`;
}

/** Names that git refuses to commit: some systems take them for git's own folder or read them as instructions. */
export function isForbiddenName(path: string, kind: 'file' | 'link'): boolean {
  const parts = path
    .split('/')
    .map((part) => part.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, ''));
  if (parts.some((part) => /^(\.git|git~1)[. ]*(:.*)?$/i.test(part))) return true;
  return (
    kind === 'link' &&
    parts.some((part) => /^(\.gitmodules|gitmod~\d|gi7eba~\d)[. ]*(:.*)?$/i.test(part))
  );
}
