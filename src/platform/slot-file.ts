/**
 * A small file that has all its space before it is needed: what is written into it later needs no more, so that it can
 * still be written when the disk is full. Built-ins only.
 */
import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

export interface SlotFile {
  read(): Promise<Uint8Array>;
  /** In place and synced; the file stays as long as it is. */
  write(bytes: Uint8Array, offset: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens it, or makes it: written through and synced, since a hole would have no space. */
export async function openSlotFile(path: string, size: number): Promise<SlotFile> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    const { size: found } = await file.stat();
    if (found < size) {
      await writeWhole(file, Buffer.alloc(size - found, ' '), found);
      await file.sync();
    }
  } catch (thrown) {
    await file.close();
    throw thrown;
  }
  return {
    read: async () => {
      const bytes = Buffer.alloc(size);
      const { bytesRead } = await file.read(bytes, 0, size, 0);
      return bytes.subarray(0, bytesRead);
    },
    write: async (bytes, offset) => {
      await writeWhole(file, bytes, offset);
      await file.sync();
    },
    close: () => file.close(),
  };
}

async function writeWhole(file: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, offset + done);
    done += bytesWritten;
  }
}
