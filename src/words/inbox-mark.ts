/** Set aside in the inbox: until then, or for good (`null`); it comes back when its stamp is another one. */
export interface InboxMark {
  readonly entry: string;
  readonly stamp: string;
  readonly until: string | null;
  readonly by: string;
  readonly at: string;
}
