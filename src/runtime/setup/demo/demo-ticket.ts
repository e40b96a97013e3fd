/** What a customer of the demo's parcel tracker wrote. */
export interface DemoTicket {
  readonly daysAgo: number;
  /** UTC, `08:15`. */
  readonly at: string;
  readonly from: string;
  readonly title: string;
  readonly body: string;
  readonly labels?: readonly string[];
}
