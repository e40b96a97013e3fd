import { expect, test } from 'vitest';

import { createUrgencyJudge } from '../../../../src/collectors/tickets/urgency/urgent-words.ts';

const urgentWords = createUrgencyJudge({ words: [], except: [] });
const NOTHING = { title: '', body: '', labels: [], priorities: [] };
const inBody = (body: string) => urgentWords({ ...NOTHING, body });

const URGENT: readonly (readonly [string, string])[] = [
  ['This is urgent, we ship tomorrow', 'urgent'],
  ['URGENT: checkout fails', 'URGENT'],
  ['Please fix ASAP', 'ASAP'],
  ['We need it as soon as possible.', 'as soon as possible'],
  ['After the update there was data loss', 'data loss'],
  ['It deleted all my files', 'deleted all my files'],
  ['All our data is gone', 'All our data is gone'],
  ['My projects have disappeared', 'My projects have disappeared'],
  ['I cannot log in since this morning', 'cannot log in'],
  ['We can’t sign in any more', 'can’t sign in'],
  ['I am unable to log in', 'unable to log in'],
  ['Half the team is locked out', 'locked out'],
  ['Our production is down', 'production is down'],
  ['Your API is completely down', 'Your API is completely down'],
  ['It is down for everyone', 'down for everyone'],
  ['Is there an outage?', 'outage'],
  ['Our 3 servers are down since noon', 'servers are down'],
  ['All servers down after the upgrade', 'servers down'],
  ['The database is down', 'database is down'],
  ['The API returns 500 on every request', '500 on every request'],
  ['Checkout does not work and we lose orders', 'we lose orders'],
  ['Every customer sees an error page', 'Every customer sees an error'],
  ['Nobody can log in', 'Nobody can log in'],
  ['I was charged twice for November', 'charged twice'],
  ['My card got double charged', 'double charged'],
  ['We found a security vulnerability in the upload', 'security vulnerability'],
  ['My account was hacked', 'account was hacked'],
  ['The page shows another customer’s invoice', 'shows another customer’s'],
  ['We are losing money every hour', 'losing money'],
  ['Can you treat this as P1?', 'P1'],
  ['This is a sev-1 for us', 'sev-1'],
  ['It is not a small thing. Urgent!', 'Urgent'],
  ['I do not know why, but it is urgent', 'urgent'],
  ['No answer yet; this is urgent', 'urgent'],
  ['Es ist dringend', 'dringend'],
  ['My card has been stolen!', 'stolen'],
  ['Somebody has stolen my card', 'stolen'],
  ['I was mugged yesterday', 'was mugged'],
  ['I think I lost my wallet on the train', 'lost my wallet'],
  ['I can’t find my phone anywhere', 'can’t find my phone'],
  ['Our work laptop is missing', 'laptop is missing'],
  ['There are fraudulent charges on the account', 'fraudulent'],
  ['There is a payment I did not make', 'payment I did not make'],
  ['An unknown payment is on my statement', 'unknown payment'],
  ['Someone is using my card', 'Someone is using my'],
  ['Our admin account is compromised', 'account is compromised'],
  ['My account has been blocked', 'account has been blocked'],
  ['Please unlock my account', 'unlock my account'],
  ['I do not know who has stolen it', 'stolen'],
  ['You will hear from my lawyer', 'my lawyer'],
  ['I have filed a GDPR complaint', 'GDPR complaint'],
  ['The money has disappeared', 'money has disappeared'],
  ['I see the same transaction twice', 'same transaction twice'],
  ['Mein Handy wurde gestohlen', 'gestohlen'],
  ['On m’a volé ma carte', 'On m’a volé'],
  ['I ask for urgent help', 'urgent'],
  ['This is for an urgent order', 'urgent'],
  ['It is a case of emergency', 'emergency'],
  ['Me robaron la cartera', 'Me robaron'],
];

const CALM: readonly string[] = [
  'This is not urgent',
  'It isn’t urgent at all',
  "It's not really that urgent",
  'Nothing urgent, just an idea',
  'Non-urgent question',
  'No urgent need',
  'Less urgent than the other one',
  'Urgent: no',
  'For urgent matters contact bob',
  'For urgent inquiries, please call the desk.',
  'In case of emergency, use the other door',
  'If urgent, write to Bob.',
  'There was no data loss',
  'without any data loss',
  'to prevent data loss, save often',
  'not a security issue',
  'No need to answer as soon as possible',
  'It is never down for everyone',
  'The security question in my profile has a typo',
  'Where do I find the security settings?',
  'Scroll down for the whole list',
  'It writes down the production date',
  'I can log in, but the page is slow',
  'The critical path view is nice',
  'I was charged the right amount',
  '> this is urgent\n\nThanks, that works',
  '```\nERROR urgent: data loss\n```\nWhat does this line mean?',
  'What does `URGENT` mean in the log?',
  'The word insurgent has a typo',
  'p1.example.com has a new certificate',
  'Lost all interest',
  'My card was not stolen, I found it',
  'I found my lost card in my jacket',
  'We got lost in the settings',
  'Has my application for the card gone through?',
  'The export has lost its formatting',
  'What does “your account is locked” mean?',
  'The banner says "security incident" in red',
  'Tell me a joke about lawyers',
  'How do I lock a column?',
  'When do I get paid again?',
  'Nothing was lost or stolen',
  'The outage was resolved yesterday, this is about billing',
  'The double charge has been refunded, thank you',
  'My account is no longer locked',
];

test.each(URGENT)('%j is urgent: %j', (body, words) => {
  expect(inBody(body)).toBe(words);
});

test.each(CALM)('%j is not urgent', (body) => {
  expect(inBody(body)).toBeNull();
});

test.each([
  'urgent',
  'Critical',
  'priority: urgent',
  'priority/critical',
  'P0',
  'prio:p1',
  'sev1',
  'SEV-0',
  'Severity 1',
  'Blocker',
  'Highest',
  'severity: critical',
  'security',
  '1 - Critical',
  'P1 - High',
])('the label %j says so', (label) => {
  expect(urgentWords({ ...NOTHING, labels: ['billing', label] })).toBe(label);
  expect(urgentWords({ ...NOTHING, priorities: [label] })).toBe(label);
});

test.each([
  'not urgent',
  'non-critical',
  'low',
  'High',
  'Normal',
  'P2',
  'sev3',
  'p10',
  '1',
  '4',
  'security-docs',
  'critical-path',
  'priority: low',
  'Medium',
])('the label %j does not', (label) => {
  expect(urgentWords({ ...NOTHING, labels: [label], priorities: [label] })).toBeNull();
});

test('a label goes before the title, the title before the body', () => {
  const ticket = { title: 'Outage', body: 'It is urgent', labels: ['P1'], priorities: [] };
  expect(urgentWords(ticket)).toBe('P1');
  expect(urgentWords({ ...ticket, labels: [] })).toBe('Outage');
  expect(urgentWords({ ...ticket, labels: [], title: 'Export' })).toBe('urgent');
});

test('a megabyte of almost-words comes through', () => {
  for (const part of [
    'not ',
    'no-',
    'all my ',
    "can't ",
    'lost all ',
    'charged a ',
    'a ',
    '-',
    'security ',
    'someone ',
    'payment ',
    'lost my ',
    'same payment ',
    'report my ',
    'account is ',
  ]) {
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    expect(urgentWords({ title: text, body: text, labels: [text], priorities: [] })).toBeNull();
  }
});

test('a routine adds words of its own, and names phrases that never count', () => {
  const judge = createUrgencyJudge({
    words: ['line stopped', 'VIP'],
    except: ['planned outage', 'security'],
  });
  const text = (body: string) => judge({ ...NOTHING, body });
  expect(text('In hall 3 the line  stopped at noon')).toBe('line stopped');
  expect(text('It is not that the line stopped')).toBeNull();
  expect(text('The streamlines topped out')).toBeNull();
  expect(text('When is the planned outage?')).toBeNull();
  expect(text('A planned outage became a full outage')).toBe('full outage');
  expect(judge({ ...NOTHING, labels: ['vip'] })).toBe('vip');
  expect(judge({ ...NOTHING, labels: ['security'] })).toBeNull();
});

test.each(['a.b', '(', 'c++', '[x]', '$1', 'a|b'])('%j is taken as it stands', (word) => {
  const judge = createUrgencyJudge({ words: [word], except: [] });
  expect(judge({ ...NOTHING, body: `about ${word} today` })).toBe(word);
  expect(judge({ ...NOTHING, body: 'axb' })).toBeNull();
});

test('the answer of a machine is not urgent, unless somebody says so', () => {
  const body = 'I am away. Urgent! Call Bob.';
  for (const title of [
    'Out of office',
    'Re: Out of the office until Monday',
    'Automatic reply: your invoice',
  ])
    expect(urgentWords({ ...NOTHING, title, body })).toBeNull();
  expect(urgentWords({ ...NOTHING, title: 'Out of office', body, priorities: ['urgent'] })).toBe(
    'urgent',
  );
  expect(urgentWords({ ...NOTHING, title: 'Locked out of the office', body })).toBe('Locked out');
});
