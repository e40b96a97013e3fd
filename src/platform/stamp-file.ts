/** When a file was last written, as it is to say. */
import { utimes } from 'node:fs/promises';

export async function stampFile(path: string, at: Date): Promise<void> {
  await utimes(path, at, at);
}
