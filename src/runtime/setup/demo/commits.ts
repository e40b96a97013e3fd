/** The commits of the demo's repository, oldest first; the first is number 1. */

export interface DemoCommit {
  readonly daysAgo: number;
  readonly author: keyof typeof AUTHORS;
  readonly subject: string;
  /** Numbers of the commits it stands on; the one before it, when nothing is said. */
  readonly parents?: readonly number[];
}

export const AUTHORS = {
  maya: 'Maya Lindqvist <maya@harbour.example>',
  jonas: 'Jonas Okafor <jonas@harbour.example>',
  priya: 'Priya Raman <priya@harbour.example>',
  sam: 'Sam Whitfield <sam@harbour.example>',
} as const;

export const DEMO_COMMITS: readonly DemoCommit[] = [
  { daysAgo: 412, author: 'maya', subject: 'Start the parcel tracker' },
  { daysAgo: 409, author: 'maya', subject: 'Read a parcel from a line of the feed' },
  { daysAgo: 405, author: 'jonas', subject: 'Estimate when a parcel arrives' },
  { daysAgo: 398, author: 'jonas', subject: 'Test the estimate' },
  { daysAgo: 390, author: 'maya', subject: 'Keep parcels in memory' },
  { daysAgo: 377, author: 'maya', subject: 'Answer GET /parcels/:id' },
  { daysAgo: 361, author: 'priya', subject: 'Tell the customer by mail' },
  { daysAgo: 349, author: 'priya', subject: 'Import carriers from the yearly sheet' },
  { daysAgo: 333, author: 'jonas', subject: 'Round the estimate to whole hours' },
  { daysAgo: 318, author: 'maya', subject: 'Refuse parcels without a postcode' },
  { daysAgo: 301, author: 'sam', subject: 'Describe how it is operated' },
  { daysAgo: 287, author: 'sam', subject: 'Say what a line of the log holds' },
  { daysAgo: 268, author: 'priya', subject: 'Give up after three bounces' },
  { daysAgo: 249, author: 'jonas', subject: 'Take weekends into account' },
  { daysAgo: 231, author: 'maya', subject: 'List the parcels of a customer' },
  { daysAgo: 214, author: 'sam', subject: 'Bring in a small queue' },
  { daysAgo: 203, author: 'priya', subject: 'Queue mails instead of sending them at once' },
  { daysAgo: 188, author: 'jonas', subject: 'Format distances in kilometres' },
  { daysAgo: 172, author: 'maya', subject: 'Move the routes to src/http' },
  { daysAgo: 159, author: 'sam', subject: 'Answer health checks' },
  { daysAgo: 146, author: 'priya', subject: 'Skip carriers without a contract' },
  { daysAgo: 131, author: 'jonas', subject: 'Cache estimates for ten minutes' },
  { daysAgo: 118, author: 'maya', subject: 'Drop the old feed format' },
  { daysAgo: 104, author: 'priya', subject: "Write mails in the customer's language" },
  { daysAgo: 101, author: 'priya', subject: 'Say where the texts are' },
  { daysAgo: 99, author: 'maya', subject: 'Check the id of a parcel', parents: [23] },
  { daysAgo: 96, author: 'maya', subject: "Merge branch 'mail-language'", parents: [26, 25] },
  { daysAgo: 83, author: 'sam', subject: 'Note how to rotate the feed key' },
  { daysAgo: 71, author: 'jonas', subject: 'Estimate by carrier' },
  { daysAgo: 62, author: 'maya', subject: 'Limit requests per customer' },
  { daysAgo: 51, author: 'priya', subject: 'Import carriers twice a year' },
  { daysAgo: 43, author: 'sam', subject: 'Name carriers with a bad speed' },
  { daysAgo: 36, author: 'jonas', subject: 'Show the estimate as a range' },
  { daysAgo: 27, author: 'maya', subject: 'Give the list of parcels in pages' },
  { daysAgo: 19, author: 'priya', subject: 'Ask before the third mail' },
  { daysAgo: 14, author: 'jonas', subject: 'Test parcels sent on a Sunday' },
  { daysAgo: 9, author: 'sam', subject: 'Explain the alarms' },
  { daysAgo: 6, author: 'maya', subject: 'Close the store on shutdown' },
  { daysAgo: 3, author: 'jonas', subject: 'Name the unit of the estimate' },
];

/** Releases, by the number of their commit. */
export const DEMO_TAGS: Readonly<Record<string, number>> = {
  'v1.0.0': 14,
  'v1.1.0': 27,
  'v1.2.0': 32,
};

/** The last commit brings Roundsman in. */
export const SETUP_COMMIT: DemoCommit = {
  daysAgo: 1,
  author: 'maya',
  subject: 'Let Roundsman make its rounds',
};
