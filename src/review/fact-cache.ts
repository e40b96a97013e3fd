/** What was found out of git objects, by keys that name those objects: it can be made again, and never goes stale. */
export interface FactCache {
  /** Only those that are there. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /** Never throws: without it things only take longer. */
  write(entries: ReadonlyMap<string, unknown>): Promise<void>;
}
