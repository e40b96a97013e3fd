/** What came of one try to send a message. */
export type SendResult =
  | { readonly kind: 'sent'; readonly receipt: string }
  /** May work later. `afterMs`: as the other side asked for. `unsure`: it may have arrived all the same. */
  | {
      readonly kind: 'retry';
      readonly why: string;
      readonly afterMs?: number;
      readonly unsure?: boolean;
    }
  /** Never will as it is: a wrong address, a refused log-in, a setting. */
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string };
