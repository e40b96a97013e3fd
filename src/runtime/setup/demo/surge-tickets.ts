/** What many customers wrote on one day, so that the second digest has something to tell. */

export const SURGE: readonly DemoTicket[] = [
  {
    daysAgo: 1,
    at: '05:48',
    from: 'Jamal Reyes',
    title: 'unknown parcel again',
    body: 'P205561 is an unknown parcel since five this morning. Yesterday it was out for delivery.',
  },
  {
    daysAgo: 1,
    at: '06:21',
    from: 'dispatch@fahrradladen-ost.example',
    title: 'Twelve of our parcels are unknown',
    body: 'Twelve parcels of ours are unknown parcels since the night, among them P205544 and P205547. Our customers call us.',
  },
  {
    daysAgo: 1,
    at: '06:37',
    from: 'Hanna Lind',
    title: 'Is my parcel gone?',
    body: 'The app answers "unknown parcel" for P205519. It is medicine, please tell me where it is.',
  },
  {
    daysAgo: 1,
    at: '07:29',
    from: 'Omar Farouk',
    title: 'Unknown parcel',
    body: 'Unknown parcel for P205570, although your mail of last night says that it is on its way.',
  },
  {
    daysAgo: 1,
    at: '07:52',
    from: 'versand@teehaus-lindner.example',
    title: 'All parcels of this morning unknown',
    body: 'Each parcel that we handed over yesterday is an unknown parcel in your list today.',
  },
  {
    daysAgo: 1,
    at: '08:15',
    from: 'Chloe Martin',
    title: 'Tracking says unknown parcel',
    body: 'Tracking says unknown parcel. I asked the shop, they sent me back to you.',
  },
  {
    daysAgo: 1,
    at: '10:02',
    from: 'Ingrid Solberg',
    title: 'Unknown parcel since the morning',
    body: 'Unknown parcel since the morning: P205590. It was listed at midnight.',
  },
  {
    daysAgo: 1,
    at: '10:40',
    from: 'Lukas Brandner',
    title: 'unknown parcel, please check',
    body: 'unknown parcel P205593, please check whether you have lost it.',
  },
  {
    daysAgo: 1,
    at: '11:09',
    from: 'shop@kerzen-und-mehr.example',
    title: 'Unknown parcels',
    body: 'Four unknown parcels, P205581 to P205584, handed over last night.',
  },
  {
    daysAgo: 1,
    at: '12:44',
    from: 'Amira Saleh',
    title: 'My parcel is unknown to you',
    body: 'Unknown parcel P205598. The driver scanned it in front of me.',
  },
  {
    daysAgo: 1,
    at: '13:20',
    from: 'Peter Novak',
    title: 'Where is it? Unknown parcel',
    body: 'Where is it? All I see is unknown parcel, number P205566.',
  },
  {
    daysAgo: 1,
    at: '14:05',
    from: 'Sofia Rossi',
    title: 'unknown parcel on the phone and on the web',
    body: 'The app and the web page both say unknown parcel for P205571.',
  },
  {
    daysAgo: 1,
    at: '16:31',
    from: 'Erik Dahl',
    title: 'Unknown parcel, again',
    body: 'Unknown parcel, again. Last week it came back after ten minutes, today it did not.',
  },
  {
    daysAgo: 1,
    at: '17:48',
    from: 'lager@buero-brandt.example',
    title: 'Unbekanntes Paket / unknown parcel',
    body: 'unknown parcel P205577, P205578. Our warehouse waits for both.',
  },
];

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
