/** What customers of the demo's parcel tracker wrote. Dates count back from the day that the demo is built. */
import { type DemoTicket, SURGE } from './surge-tickets.ts';

/** One JSON object a line, as help desks export it. */
export function demoTickets(now: Date): string {
  return DEMO_TICKETS.map((ticket, index) => {
    const { daysAgo, at, from, title, body, labels = [] } = ticket;
    const day = new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    const id = `H-${1041 + index}`;
    const line = { id, subject: title, description: body, created_at: `${day}T${at}:00Z` };
    const url = `https://help.harbour.example/tickets/${id}`;
    return `${JSON.stringify({ ...line, requester: from, tags: labels, url })}\n`;
  }).join('');
}

const DEMO_TICKETS: readonly DemoTicket[] = [
  {
    daysAgo: 6,
    at: '07:42',
    from: 'Ines Carvalho <ines.carvalho@post.example>',
    title: 'Unknown parcel although I have the number',
    body: 'Hello,\n\nthe page says "unknown parcel" for P204417. Yesterday evening it was still there. What happened?\n\nThanks, Ines',
  },
  {
    daysAgo: 6,
    at: '09:03',
    from: 'h.brandt@buero-brandt.example',
    title: 'Mails kommen auf Polnisch',
    body: 'Guten Tag, seit letzter Woche bekomme ich Ihre Mails auf Polnisch. Ich habe Deutsch eingestellt. Bitte ändern Sie die Sprache.',
  },
  {
    daysAgo: 6,
    at: '10:20',
    from: 'Tom Ashby',
    title: 'estimate says -1 to 3 hours',
    body: 'The estimate for my parcel is "-1 to 3 hours". Minus one hour? Is it here already or not?',
  },
  {
    daysAgo: 6,
    at: '14:51',
    from: 'Noor Haddad <noor@haddad.example>',
    title: 'Two mails for every parcel',
    body: 'I get each of your mails twice, same second, same text. One would do. You can reach me on +44 20 7946 0958.',
  },
  {
    daysAgo: 5,
    at: '06:58',
    from: 'Ruth Okoye',
    title: 'Parcel not found after the night',
    body: 'P204902 was on its way last night, this morning your site answers: unknown parcel. I need to know if it was lost.',
  },
  {
    daysAgo: 5,
    at: '08:33',
    from: 'Lasse Holm',
    title: 'Estimated time is negative',
    body: 'Your app shows "-1 to 3 hours" as the estimated arrival. Looks like a bug.',
  },
  {
    daysAgo: 5,
    at: '11:15',
    from: 'shop@teehaus-lindner.example',
    title: 'Only the first 20 parcels in the list',
    body: 'We send sixty parcels a day. Since the update our list of parcels ends after 20 and there is no next page. How do we see the rest?',
    labels: ['partner'],
  },
  {
    daysAgo: 5,
    at: '16:40',
    from: 'Greta Nyman',
    title: 'Delivered, but nothing is here',
    body: 'The status says delivered at 14:10. I was at home all day, nobody rang, there is no parcel and no card. Where did the driver leave it?',
  },
  {
    daysAgo: 4,
    at: '07:11',
    from: 'Pawel Zielinski',
    title: 'Language of the mails is wrong',
    body: 'My account is set to English and the mails arrive in Polish. I do speak Polish, but my colleagues who share the mailbox do not.',
  },
  {
    daysAgo: 4,
    at: '08:02',
    from: 'Ines Carvalho <ines.carvalho@post.example>',
    title: 'Again: unknown parcel',
    body: 'Same as last time: "unknown parcel" for P205120 in the morning, fine again ten minutes later. It worries people.',
  },
  {
    daysAgo: 4,
    at: '12:26',
    from: 'orders@fahrradladen-ost.example',
    title: 'Error 429 when our shop asks for parcels',
    body: 'Our shop asks for the state of about 150 parcels each morning. After a hundred requests your API answers 429. We are a partner and need a higher limit.',
    labels: ['partner'],
  },
  {
    daysAgo: 4,
    at: '18:09',
    from: 'Dele Adeyemi',
    title: 'Same mail twice',
    body: 'Every notification comes two times. It started on Monday. Please look into it.',
  },
  {
    daysAgo: 3,
    at: '07:30',
    from: 'Mia Sørensen',
    title: 'Says delivered, I have nothing',
    body: 'P205377 is marked as delivered. It was not. The neighbours have not got it either. My number is 0151 2345 6789 if the driver wants to call.',
  },
  {
    daysAgo: 3,
    at: '09:47',
    from: 'warehouse@lumen-lampen.example',
    title: 'List of our parcels is cut off',
    body: 'The customer list shows twenty parcels and stops, where are the others? Before the last release we saw all of them on one page.',
    labels: ['partner'],
  },
  {
    daysAgo: 3,
    at: '10:05',
    from: 'Kofi Mensah',
    title: 'unknown parcel',
    body: 'unknown parcel P205410. The shop says you have it.',
  },
  {
    daysAgo: 3,
    at: '15:22',
    from: 'Anna Weiss',
    title: 'Arrival time jumps around',
    body: 'In the morning the estimate was 2 to 6 hours, at noon it was 5 to 9 hours, and now it says -1 to 3 hours. Which estimate is right?',
  },
  {
    daysAgo: 2,
    at: '06:45',
    from: 'it@fahrradladen-ost.example',
    title: 'Still blocked by the request limit (429)',
    body: 'Following up: our import stops at a hundred requests with 429 Too Many Requests. Can the limit for partners be raised before the weekend?',
    labels: ['partner'],
  },
  {
    daysAgo: 2,
    at: '07:20',
    from: 'Beata Nowak',
    title: 'Mails in a language I did not choose',
    body: 'I chose German in the settings, I receive English mails. The text in the app is German.',
  },
  {
    daysAgo: 2,
    at: '08:12',
    from: 'Sven Aalto',
    title: 'Parcel P205533 disappeared',
    body: 'It was in my overview yesterday. Today: unknown parcel. Please do not tell me it is lost, it is a birthday present.',
  },
  {
    daysAgo: 2,
    at: '11:58',
    from: 'Yusuf Demir',
    title: 'Getting all notifications double',
    body: 'Two identical mails within a second for each parcel. My wife gets them twice as well.',
  },
  {
    daysAgo: 2,
    at: '13:36',
    from: 'Caroline Dubois',
    title: 'Can I change the delivery address?',
    body: 'I am moving on Saturday. How can I change the address of a parcel that is on its way already?',
  },
  {
    daysAgo: 1,
    at: '06:02',
    from: 'Marta Kowalska <marta.kowalska@firma.example>',
    title: 'URGENT: I can see the parcels of another customer',
    body: 'When I change the number in the address /customers/1882 I can see the parcels, names and postcodes of another customer. This is a security problem, please call me at once: +48 22 123 45 67.',
    labels: ['security'],
  },
  {
    daysAgo: 1,
    at: '06:50',
    from: 'Ruth Okoye',
    title: 'Unknown parcel, third time this week',
    body: 'Third morning in a row that my parcel is unknown until about seven. Do you restart something at night?',
  },
  {
    daysAgo: 1,
    at: '07:05',
    from: 'Piet de Vries',
    title: 'Your site does not know my parcel',
    body: 'It says "unknown parcel". The number is right, I copied it from your own mail.',
  },
  {
    daysAgo: 1,
    at: '07:06',
    from: 'Piet de Vries',
    title: 'Your site does not know my parcel',
    body: 'It says "unknown parcel". The number is right, I copied it from your own mail.',
  },
  {
    daysAgo: 1,
    at: '08:44',
    from: 'versand@teehaus-lindner.example',
    title: 'Parcels missing from the list, page two does not exist',
    body: 'Only 20 parcels are listed. We tried ?page=1 in the address and that works, but there is no button for the next page.',
    labels: ['partner'],
  },
  {
    daysAgo: 1,
    at: '09:31',
    from: 'Elif Kaya',
    title: 'Negative hours in the estimate',
    body: 'Estimate: "-1 to 3 hours". I laughed, my mother did not understand it at all.',
  },
  {
    daysAgo: 1,
    at: '12:00',
    from: 'George Whitlock',
    title: 'Marked as delivered but not received',
    body: 'The parcel is shown as delivered since noon. There is nothing at the door and nothing with the neighbours. Please find it.',
  },
  {
    daysAgo: 1,
    at: '15:17',
    from: 'accounts@lumen-lampen.example',
    title: 'The invoice mail came twice',
    body: 'Two identical mails about the yearly fee, and our whole card number 4111 1111 1111 1111 stands in both. Send it once, and without the number.',
  },
  ...SURGE,
];
