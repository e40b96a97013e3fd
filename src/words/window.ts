/** The stretch of time that a run covers, half-open [from, to). ISO 8601 instants in UTC. */
export interface Window {
  /** `null`: from the beginning (a first run without a bound). */
  readonly from: string | null;
  readonly to: string;
  /** What `window.max` cut off since the last success, to be reported; `null` when nothing was. */
  readonly uncovered: { readonly from: string; readonly to: string } | null;
}
