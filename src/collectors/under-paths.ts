/** For an example of a prompt: where a collector looks, when not everywhere. */
export function underPaths(paths: readonly string[]): string {
  return paths.length === 0 ? '' : ` (${paths.slice(0, 3).join(', ')})`;
}
