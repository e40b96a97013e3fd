/** Areas of a repository: its top folders, or one level deeper in a folder that holds nearly everything. */
import { countWords, type Counted } from '../count-words.ts';

/** Most first. The area of files in the repository's top folder is the empty string. */
export function countByArea(paths: readonly string[]): readonly Counted[] {
  const top = countWords(paths.map((path) => folderOf(path, 1)));
  const big = top[0];
  if (big === undefined || big.name === '' || big.count * 2 <= paths.length) return top;
  return countWords(paths.map((path) => folderOf(path, path.startsWith(`${big.name}/`) ? 2 : 1)));
}

/** The first `depth` folders of a path; fewer when the file lies above. */
function folderOf(path: string, depth: number): string {
  return path.split('/').slice(0, -1).slice(0, depth).join('/');
}
