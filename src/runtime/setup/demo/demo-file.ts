/**
 * A file of the demo's repository, with who wrote which line when.
 *
 * Each line stands behind the number of the commit that wrote it, `05-09|` when commit 9 took it out again.
 * `{date:9}` is the day of commit 9. Markers are written `@todo`, `@fixme`, `@hack`, so that a sweep of Roundsman itself does not find them.
 */
export interface DemoFile {
  readonly path: string;
  /** Where it was before a commit moved it. */
  readonly moved?: { readonly from: string; readonly inCommit: number };
  readonly lines: string;
}
