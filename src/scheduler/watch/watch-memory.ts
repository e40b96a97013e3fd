/** What a source of events saw last, in one small durable file. */
import { join } from 'node:path';

import type { z } from 'zod';

import { makeFolder, readTextIfThere, writeDurably } from '../../platform/files.ts';
import { tryParseJson } from '../../platform/json.ts';
import type { WatchParts } from '../contract.ts';

interface WatchMemory<Seen> {
  /** From the file the first time. */
  read(): Promise<Seen>;
  /** Durable when it resolves; nothing is written when nothing changed. */
  write(seen: Seen): Promise<void>;
}

/** @param empty what is remembered at first, and in place of a file that does not parse, which is told */
export function watchMemory<Seen>(
  { memoryFolder, warn }: Pick<WatchParts, 'memoryFolder' | 'warn'>,
  {
    name,
    schema,
    empty,
  }: { readonly name: string; readonly schema: z.ZodType<Seen>; readonly empty: Seen },
): WatchMemory<Seen> {
  const path = join(memoryFolder, `${name}.json`);
  let known: { readonly seen: Seen; readonly text: string } | null = null;
  return {
    read: async () => {
      if (known !== null) return known.seen;
      const text = await readTextIfThere(path);
      const parsed = schema.safeParse(text === null ? empty : tryParseJson(text));
      if (!parsed.success) warn(`${path} cannot be read: what was seen before is forgotten`);
      known = { seen: parsed.success ? parsed.data : empty, text: text ?? '' };
      return known.seen;
    },
    write: async (seen) => {
      const text = `${JSON.stringify(seen)}\n`;
      if (known?.text === text) return;
      await makeFolder(memoryFolder);
      await writeDurably(path, text);
      known = { seen, text };
    },
  };
}
