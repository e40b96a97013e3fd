/** Where refs point, whatever way git keeps them. Types only. */
export type RefValue =
  /** The id of an object; of a tag, that of the tag object if it has one. */
  | { readonly kind: 'object'; readonly id: string }
  | { readonly kind: 'symbolic'; readonly ref: string };

export interface RefReader {
  /** A full name, `refs/heads/main`; `null` when there is no such ref, or it cannot be read. */
  read(ref: string): Promise<RefValue | null>;
  /** Full names, sorted. */
  listBranches(): Promise<readonly string[]>;
  /** Then HEAD is not a checkout: it names the default branch. */
  isBare(): Promise<boolean>;
}
