/** Where something stands in a text, half-open. */
export interface Span {
  readonly from: number;
  readonly to: number;
}
