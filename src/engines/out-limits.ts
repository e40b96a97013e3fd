/** What an agent may leave: bytes a file, lines a `.jsonl` file. Apart from the schemas, which need zod. */
export const OUT_LIMITS = { maxFileBytes: 1_000_000, maxLines: 500 } as const;

/** Of `handoff.md`, in characters: a note, which every later run of the routine reads. */
export const HANDOFF_LIMIT = 20_000;
