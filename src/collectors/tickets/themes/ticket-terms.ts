/** From words to terms: stemmed, several ways to say one thing joined, stop words gone. Pure once loaded. */
import { SAME_MEANING, WEAK_WORDS } from './support-words.ts';

/**
 * Fields of trouble, and the words that people use in them: knowing that "courier" and "parcel" go together lets two short
 * tickets meet that share no word. Data only, general to shops, apps, services and developers' tools; the fields name nothing
 * and bound nothing, they are one more term of a ticket that speaks of them. The first word is the field's own.
 */
const FIELDS: readonly string[] = [
  'delivery: delivery tracking parcel package courier carrier transit depot customs dhl ups fedex dpd hermes usps postman mailbox neighbour neighbor doorstep shipment shipped dispatch dispatched dispatched eta arrive delayed late post mailman warehouse lieferung zustellung colis envio llegado unterwegs',
  'crash: crash quit quits closes shut shuts launch startup splash reinstall reinstalled nullpointerexception segfault segmentation unhandled fatal exception abort aborted unexpectedly dies dead stopped',
  'slow: slow loading loads load speed performance ages forever lag lagging takes unusable seconds wait latency spinner spinning response',
  'password: password reset resetting forgot forgotten temporary expired token zurücksetzen vergessen restablecer oublié',
  'login: login locked lockout credentials username signin session logout anmelden entrar acceder blocked denied',
  'twofactor: twofactor sms verification code codes authenticator digit backup device identity phone number',
  'sso: sso saml okta azure keycloak entra ldap scim idp identity directory provisioning google workspace',
  'charge: charge twice debit statement bank overcharged double transaction transactions card paypal klarna withdrawal pending amount unexpected unauthorized',
  'refund: refund reimburse reimbursed money back return returned issued owed credited chargeback dispute erstattung',
  'invoice: invoice receipt tax vat accounting accountant bookkeeping finance company expenses purchase po employer itemize billing',
  'cancel: cancel subscription membership renew renewed renewal autorenew trial terminate plan notice period end ended monthly yearly annual premium',
  'plan: upgrade downgrade plan tier pricing price seat enterprise pro quote licence cost',
  'payment: payment declined decline card rejected checkout pay billing expired method failed',
  'discount: discount coupon voucher promo code codes sale offer percent promotion referral redeem basket cart',
  'giftcard: gift giftcard redeem balance voucher card',
  'damaged: damaged broken torn bent shattered scratched dented crushed cracked leaking defective faulty replacement packaging glass corner corners pieces stained wet ripped creased',
  'wrongitem: wrong item size colour color instead received somebody mixed ordered received sent different quantity',
  'address: address street postcode zip moved move house flat apartment recipient redirect relocated moving',
  'quality: quality blurry dark pixelated colour colours color sharp faded resolution tint poor grainy print prints printed',
  'upload: upload file files format mb size large jpg png pdf drag drop progress',
  'sync: sync syncing devices device conflict offline cloud both tablet desktop overwritten',
  'export: export csv excel xlsx pdf download spreadsheet report columns',
  'import: import csv excel migrate migration mapping rows columns spreadsheet',
  'search: search results filter filters sort find query indexing indexed',
  'notification: notification alert alerts push reminder reminders sound badge mute',
  'unsubscribe: unsubscribe newsletter marketing mailing spam ads advertising promotional abbestellen opt',
  'erasure: delete erase gdpr dsgvo privacy data personal account close deactivate permanently forgotten',
  'darkmode: darkmode theme dark night bright eyes contrast light colour scheme',
  'share: share shared sharing invite guest guests link collaborate collaborator collaborators family friends',
  'permission: permission role roles admin owner member members access restrict denied forbidden allowed rights viewer editor',
  'language: language translation german french spanish locale umlauts characters encoding',
  'calendar: calendar event events meeting schedule appointment timezone recurring week holidays holiday',
  'webhook: webhook payload endpoint event events delivery trigger triggered triggers retries hmac signature push callback',
  'api: apikey api token endpoint rest graphql sdk oauth scope scopes client request requests response',
  'ratelimit: quota limit limits throttling exceeded exceed requests minute',
  'queue: queue queued pending waiting stuck runner runners concurrency pick picked start starts agents worker workers hours',
  'build: build builds pipeline pipelines compile compilation job jobs step ci workflow',
  'cache: cache cached restore invalidate stale miss key hit purge clear evict',
  'memory: oom memory ram heap killed 137 gb mb leak swap limit kill daemon sigkill',
  'network: network dns resolve host connection timeout reset refused unreachable econnreset socket handshake proxy firewall packet intermittent curl',
  'secret: secret secrets env variable variables vault masked leak leaked plaintext rotate inject empty credentials',
  'artifact: artifact artifacts retention zip upload download expired',
  'config: configuration yaml yml syntax schema invalid key keys lint validate parse indentation',
  'container: docker container image images registry daemon dockerfile compose buildx kubernetes pod pods helm',
  'deploy: deploy deployment deployments deploys rollback roll release production staging canary rollout live promote',
  'logs: log logs output lines truncated viewer timestamps stream streaming stdout',
  'install: install installer installation cli brew homebrew apt npm path version binary windows checksum command setup msi',
  'certificate: certificate expired renew domain https letsencrypt chain trust handshake',
  'dns: domain dns cname record nameserver subdomain propagation',
  'database: database postgres mysql query migration schema replica connections pool deadlock sql table tables',
  'backup: backup restore snapshot recovery point',
  'usage: minutes credits usage overage spending consumed billed consumption hours compute',
  'incident: down outage unavailable 500 502 503 incident status unreachable offline gateway',
  'audio: audio sound microphone mic speaker headset volume mute echo voice',
  'video: video camera stream playback buffering recording subtitles',
  'print: printer printing paper margins label labels',
  'fonts: font fonts text caption captions bold size letters emoji emojis characters formatting',
  'battery: battery drain charging charger overheats power hot',
  'bluetooth: bluetooth pairing pair paired connect wifi disconnects connection',
  'booking: booking reservation reserve booked room flight seat check-in hotel ticket appointment',
];

export interface Terms {
  /** The terms of one piece of text, in order; `null` where a phrase may not cross. */
  readonly of: (text: string) => readonly (string | null)[];
  /** Said in tickets of any theme. */
  readonly isWeak: (term: string) => boolean;
  /** A small word of another language than English. */
  readonly isForeign: (word: string) => boolean;
  /** The fields of trouble that a term speaks of, each as a term of its own. */
  readonly fieldsOf: (term: string) => readonly string[];
  /** A thing that people write to a support desk about. */
  readonly isTopic: (term: string) => boolean;
}

/** Loads the stemmer and the stop words; they are slow to load, so only when there are tickets. */
export async function loadTerms(): Promise<Terms> {
  const [{ default: stemmers }, stopWords] = await Promise.all([
    import('snowball-stemmers'),
    import('stopword'),
  ]);
  const stemmer = stemmers.newStemmer('english');
  const { eng, deu, spa, fra, ita, por, nld } = stopWords;
  const stop = new Set([...eng, ...deu, ...spa, ...fra, ...ita, ...por, ...nld, ...CONTRACTIONS]);
  const foreign = new Set([...deu, ...spa, ...fra, ...ita, ...por, ...nld, ...FOREIGN]);
  for (const word of [...eng, ...ALSO_ENGLISH]) foreign.delete(word);
  const stems = new Map<string, string>();
  const stem = (word: string): string => {
    const known = stems.get(word);
    if (known !== undefined) return known;
    const found = ASCII.test(word) ? stemmer.stem(word) : word;
    if (stems.size < 200_000) stems.set(word, found);
    return found;
  };
  const { single, pair } = meanings(stem);
  for (const word of single.keys()) stop.delete(word);
  const weak = new Set(WEAK_WORDS.split(' ').map((word) => single.get(word) ?? stem(word)));
  const topics = new Set(single.values());
  const term = (word: string): string | null => {
    const known = single.get(word);
    if (known !== undefined) return known;
    return stop.has(word) || word.length < 2 ? null : (single.get(stem(word)) ?? stem(word));
  };
  const fields = fieldsByTerm(term);
  return {
    of: (text) => termsOf(text, { pair, term }),
    isWeak: (name) => weak.has(name),
    isForeign: (word) => foreign.has(word.toLowerCase()),
    fieldsOf: (name) => fields.get(name) ?? [],
    isTopic: (name) => topics.has(name) && !weak.has(name),
  };
}

/** A term that stands for a whole field of trouble, not for a word. */
export function isField(term: string): boolean {
  return term.startsWith(FIELD);
}

interface Dictionary {
  readonly pair: ReadonlyMap<string, string>;
  readonly term: (word: string) => string | null;
}

const ASCII = /^[a-z]+$/;
const FOREIGN =
  'ist nicht kein keine wird werden geht meine mein für beim vom zum zur hilfe kommt llega puedo subir fotos'.split(
    ' ',
  );
const ALSO_ENGLISH =
  'die war hat man was also am an in so no me he to is on at as do has more use over all most other we most made van per dare sin son sea era want may fine side come sent fin vans ten part mine'.split(
    ' ',
  );
const CONTRACTIONS = [
  'dont doesnt didnt cant couldnt wont wouldnt isnt arent wasnt werent havent hasnt hadnt shouldnt ive im id ill youre',
  'youve theyre thats whats theres lets gonna wanna u ur ya yes no not nt ok etc eg ie via per would could should may might',
  'must shall much anyone already bitte wir ich kann immer noch mehr seit hola favor puedo quiero tengo desde',
]
  .join(' ')
  .split(' ');

/** Runs of CJK and Thai letters are cut into pairs of characters: no spaces tell where their words end. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’\-_][\p{L}\p{M}\p{N}]+)*|[.!?;:|,()[\]{}"“”\n]/gu;

function termsOf(text: string, { pair, term }: Dictionary): (string | null)[] {
  const terms: (string | null)[] = [];
  const words = text.toLowerCase().match(WORD) ?? [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!/[\p{L}\p{N}]/u.test(word)) {
      terms.push(null);
      continue;
    }
    const both = pair.get(`${word} ${words[at + 1] ?? ''}`);
    if (both !== undefined) {
      terms.push(both);
      at += 1;
      continue;
    }
    for (const part of partsOf(word, pair)) {
      if (pair.has(part)) terms.push(pair.get(part) ?? null);
      else {
        const found = term(part);
        if (found !== null) terms.push(found);
      }
    }
  }
  return terms;
}

/** Compounds by hyphen or underscore, unspaced scripts in pairs; ids and long numbers are no words. */
function partsOf(word: string, pair: ReadonlyMap<string, string>): readonly string[] {
  const plain = word.replace(/['’](?:s|t|ll|re|ve|d|m)?$/u, '').replace(/['’]/gu, '');
  if (/[-_]/.test(plain)) {
    if (/^e-?mails?$/.test(plain)) return ['email'];
    const parts = plain.split(/[-_]+/);
    if (pair.has(parts.join(' '))) return [parts.join(' ')];
    return parts.length > 4 ? [] : parts.flatMap((part) => partsOf(part, pair));
  }
  if (UNSPACED.test(plain)) return pairsOf(plain);
  if (/\p{N}/u.test(plain)) {
    if (/^[45]\d\d$/.test(plain)) return [plain];
    return /\p{L}/u.test(plain) && plain.length <= 6 && !/\d{3}/.test(plain) ? [plain] : [];
  }
  return plain.length > 40 ? [] : [plain];
}

function pairsOf(run: string): string[] {
  const signs = Array.from(run).slice(0, 400);
  if (signs.length < 2) return [];
  return signs.slice(1).map((sign, index) => `${signs[index] ?? ''}${sign}`);
}

function meanings(stem: (word: string) => string): {
  single: Map<string, string>;
  pair: Map<string, string>;
} {
  const single = new Map<string, string>();
  const pair = new Map<string, string>();
  for (const row of SAME_MEANING) {
    const ways = row.split(',').map((way) => way.trim());
    const [first = ''] = ways;
    for (const way of ways) {
      if (way.includes(' ')) pair.set(way, first);
      else {
        single.set(way, first);
        if (!single.has(stem(way))) single.set(stem(way), first);
      }
    }
  }
  return { single, pair };
}

/** Marks a field among the terms; no word begins so. */
const FIELD = '~';

function fieldsByTerm(
  term: (word: string) => string | null,
): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  for (const row of FIELDS) {
    const [field = '', words = ''] = row.split(': ');
    for (const found of new Set(words.split(' ').map(term))) {
      if (found === null) continue;
      fields.set(found, [...(fields.get(found) ?? []), FIELD + field]);
    }
  }
  return fields;
}
