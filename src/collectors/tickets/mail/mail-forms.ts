/** What belongs to the form of a mail in English, German, French, Spanish and a few more. Patterns hold no nested repetition. Pure. */

const GREETING =
  /^(?:hi|hello|hey|hiya|helo|dear|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|moin|servus|liebes?r?|sehr geehrte[rs]?|hola|buenos d[ií]as|buenas(?: tardes| noches)?|estimad[oa]s?|bonjour|salut|ciao|ol[aá]|to whom it may concern)(?![\p{L}'’-])/iu;
/** Who is greeted: a word, or several that are names or titles. */
const GREETED =
  /^ ?(?:\p{L}[\p{L}.'’-]*|(?:(?:\p{Lu}[\p{L}.'’-]*|there|all|dear|the|of|and|team|everyone|folks|guys|support|customer|service|sir|madam|or|zusammen|liebes|und|herren|damen|a todos|equipo|à tous)(?: |$|(?=[,!.:;–-]))){1,6})? ?(?:[,!.:;]+|[–-] |$)/u;
const GREETED_ALL = /^ (?:there|all|team|everyone|everybody|folks|guys|support|zusammen)\b ?/i;

/** The line without the greeting that opens it. */
export function withoutGreeting(line: string): string {
  const greeting = GREETING.exec(line);
  if (greeting === null) return line;
  const rest = line.slice(greeting[0].length);
  const greeted = GREETED.exec(rest) ?? GREETED_ALL.exec(rest);
  if (greeted !== null) {
    const said = rest.slice(greeted[0].length).trim();
    return /[\p{L}\p{N}]/u.test(said) ? said : '';
  }
  // If the sentence continues at once, the greeting has no name.
  return /^ (?:I\b|\p{Ll})/u.test(rest) ? rest.trim() : line;
}

const THANKS =
  'thanks?(?: you| u)?|many thanks|thx|ty|tia|cheers|regards|wishes|sincerely|faithfully|respectfully|truly|rgds|br|mfg|lg|vg|(?:freundliche[nr]?|beste[nr]?|liebe|viele|herzliche[nr]?|sch[öo]ne) gr[uü](?:ß|ss)en?|gr[uü](?:ß|ss)e|danke?(?: schön)?|saludos?|gracias|cordialement|merci|bien à vous|atentamente|atte|saluti|obrigad[oa]|groet(?:en)?|hilsen';
const CLOSING = new RegExp(
  String.raw`^(?:(?:many|kind(?:est)?|best|warm(?:est)?|with|yours|very|un|cordiales?|muchas|vielen|herzlichen|besten|mit|med vennlig|cordiali|met vriendelijke|thanks?(?: you)?,? and|thanks?) ){0,4}(?:${THANKS})(?: (?:so much|very much|a lot|a million|in advance|again|cordiales|im voraus|d['’]avance|de antemano|and (?:kind |best )?regards|for (?:your|the|any) \p{L}+(?: \p{L}+)?))?(?![\p{L}'’])`,
  'iu',
);
/** A name, or one word more. */
const SIGNED = /^[^\p{L}\p{N}]*(?:\p{L}+|(?:\p{Lu}[\p{L}.'’-]* ?){0,4})[^\p{L}\p{N}]*$/u;
const SENT_FROM =
  /^(?:sent (?:from|by|with|via) (?:my|mail|yahoo|outlook|samsung|proton|typeapp)\b|(?:von meinem|envoyé (?:de mon|depuis|à partir)|enviado desde|gesendet (?:von|mit)|inviato da|verstuurd vanaf)\b|get (?:outlook|bluemail) for\b)[^,.;!?]{0,50}(?:<\S*>?)?$/i;

/** A line that parts from the reader, and one that sets a signature off. */
export function isCourtesy(line: string): boolean {
  if (/^(?:--|_{2,}|[—–]+)$/.test(line)) return true;
  const closing = line.length < 70 ? CLOSING.exec(line) : null;
  return closing !== null && SIGNED.test(line.slice(closing[0].length));
}

const NOTICES = [
  SENT_FROM,
  /^\W*(?:caution|warning|external|attention|achtung|vorsicht|this|diese|ce)\b.{0,60}\b(?:originated|came|stammt|received|sent|provient)\b.{0,30}\b(?:outside|external|extern|außerhalb|extérieur)/i,
  /^(?:do not|don['’]t) (?:click|open)\b.{0,80}\b(?:attachments?|links?)\b.{0,60}\bunless\b/i,
  /^\W*(?:please )?(?:consider|think of|think about) the environment before print/i,
  /^(?:this (?:e-?mail|message) has been (?:checked|scanned)|virus-free\b|diese (?:e-?mail|nachricht) wurde (?:von|auf)\b)/i,
  /^\W*\[?external (?:e-?mail|sender|mail)\W*$/i,
];

/** A line that a program put into the mail. */
export function isNotice(line: string): boolean {
  return NOTICES.some((notice) => notice.test(line));
}

/** Each says one of the things that disclaimers say. */
export const DISCLAIMER_MARKS: readonly RegExp[] = [
  /\b(?:this|the|any) (?:e-?mail|message|communication|transmission)\b|\b(?:diese|ce|este|questa) (?:e-?mail|nachricht|message|courriel|correo|mensaje)\b/i,
  /\b(?:confidential|privileged|vertrauliche?|confidentiel(?:les?)?|confidencial|riservat[ae])\b/i,
  /\bintended (?:only|solely|exclusively|for|recipients?)\b|\baddressees?\b|\b(?:adressat|empfänger|destinataires?|destinatarios?)\b/i,
  /\b(?:received?|receiving|erhalten|reçu|recibido)\b[^.]{0,80}\b(?:error|mistake|irrtümlich|erreur|error)\b|\bnot (?:an?|the) (?:intended|named)\b|\b(?:notify|inform) the sender\b|\bunauthori[sz]ed (?:use|copying|review|disclosure)|\b(?:disclos|disseminat|distribut)[a-z]+\b[^.]{0,80}\bprohibited\b/i,
];
