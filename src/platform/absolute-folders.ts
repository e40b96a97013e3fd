/**
 * PATH for a program that is started in a folder of others, such as the checkout of a branch: entries like `.` or
 * `./node_modules/.bin`, and empty ones, would lead into that folder, and start what an agent put there.
 */
import { delimiter, isAbsolute } from 'node:path';

export function absoluteFolders(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .join(delimiter);
}
