/** A file that is only appended to, and begins again when it is large; one older part is kept beside it. */
import { appendFile, rename, stat } from 'node:fs/promises';

export interface RotatingFile {
  /** Appended in order; a disk that takes nothing more loses lines, and nothing else. */
  append(text: string): void;
  /** When everything that was appended is there. */
  flush(): Promise<void>;
}

export function openRotatingFile(path: string, maxBytes: number): RotatingFile {
  let size: number | null = null;
  let last: Promise<void> = Promise.resolve();
  const write = async (text: string): Promise<void> => {
    size ??= await stat(path).then(
      (facts) => facts.size,
      () => 0,
    );
    if (size > 0 && size + text.length > maxBytes) {
      await rename(path, `${path}.1`);
      size = 0;
    }
    await appendFile(path, text, { mode: 0o600 });
    size += text.length;
  };
  return {
    append: (text) => {
      last = last.then(() => write(text)).catch(() => undefined);
    },
    flush: () => last,
  };
}
