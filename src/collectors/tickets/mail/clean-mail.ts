/**
 * What the writer of a mail, form or comment said: without greeting, signature, disclaimer, automatic headers, and the
 * earlier mails that it quotes. Every reader of a ticket's text gets it from here. Pure, and linear in the text's length.
 *
 * When in doubt a line stays: a signature that is read as words is a smaller loss than words that are taken for a
 * signature. Messages that are joined into one text stand apart by a line `---` (join-threads).
 */

const MAX_LINE = 2_000;
const ADDRESS = String.raw`<[^<>\s]{3,100}>|\[e-?mail\]|[\w.+-]{1,64}@[\w.-]{1,100}`;
const WROTE =
  /(?<!\p{L})(?:(?<!\bI )wrote|writes|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|kirjoitti|napisał|írta|написал)(?!\p{L})/iu;
/** How a line begins that a mail program breaks. */
const LEAD = /^(?:-{2,} ?)?(?:on|am|le|el|il|in data|em|op|den|\p{L}{2,4}\.?,? \d|\d)/iu;
const ENDS_IN_ADDRESS = new RegExp(String.raw`\d.{1,200}(?:${ADDRESS})>? ?:$`, 'i');

const ORIGINAL =
  /^[-_#\s]{2,}(?:original message|ursprüngliche nachricht|message d['’]origine|mensaje original|messaggio originale|oprindelig besked|oorspronkelijk bericht|(?:please type your )?reply above this line)[-_#\s]{2,}$/i;
const FORWARDED =
  /^(?:[-_\s]{2,}(?:forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato)[-_\s]{2,}|begin forwarded message:)$/i;
const FROM_HEADER = /^\*?(?:from|von|de|da|fra|från|van)\*? ?:\*? ?\S.{2,}/i;
const HEADER =
  /^\*?(?:from|sent|date|to|cc|bcc|subject|reply-to|importance|von|gesendet|datum|an|betreff|antwort an|de|envoyé(?: le)?|à|objet|enviado(?: el)?|para|asunto|fecha|da|inviato|a|oggetto|data|fra|från|skickat|till|ämne|dato|til|emne|van|verzonden|aan|onderwerp)\*? ?:\*? ?.{0,300}$/i;
/** What people write above a mail that they pass on. */
const PASSES_ON =
  /\b(?:fyi|below|forward(?:ed|ing)?|zur info(?:rmation)?|unten|weitergeleitet|ci-dessous|pour info|abajo|reenvío)\b/i;
const ATTACHED = /^\[attached: .*\]$/;
const FENCE = /^ {0,3}(?:```|~~~)/;

/** The text as it is when nothing would be left: a mail that only quotes still says something. */
export function cleanMail(text: string): string {
  const kept = text
    .replace(/\r\n?/g, '\n')
    .split(/\n\n---\n\n/)
    .map((message) => ownLines(withoutDisclaimers(message.split('\n'))).join('\n'))
    .map((message) => message.replace(/\n{3,}/g, '\n\n').trim())
    .filter((message) => message !== '')
    .join('\n\n---\n\n');
  return kept === '' ? text.trim() : kept;
}

function ownLines(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  /** Nothing was said so far, of a forwarded mail below its head. */
  let isFirst = true;
  let isCode = false;
  for (let at = 0; at < lines.length; at += 1) {
    const raw = lines[at] ?? '';
    const line = raw.trim();
    if (FENCE.test(raw)) isCode = !isCode;
    if (line === '' || isCode || line.length > MAX_LINE || ATTACHED.test(line)) {
      kept.push(raw);
      if (line !== '') isFirst = false;
      continue;
    }
    const introduction = introductionLength(lines, at);
    const header = introduction > 0 ? introduction : headerLength(lines, at);
    if (header > 0) {
      const isOver =
        introduction > 0
          ? !isFirst && isAllQuoted(lines, at + introduction)
          : !isPassedOn(kept, line);
      if (isOver) return [...kept, ...attachedIn(lines.slice(at))];
      at += header - 1;
      isFirst = true;
      continue;
    }
    if (line.startsWith('>') || isNotice(line)) continue;
    if ((!isFirst || !/\p{L}/u.test(line)) && isCourtesy(line)) {
      if (isSignature(lines.slice(at + 1, at + 1 + NEAR)))
        return [...kept, ...attachedIn(lines.slice(at))];
      continue;
    }
    const said = isFirst ? withoutGreeting(line) : line;
    kept.push(said === line ? raw : said);
    if (said !== '') isFirst = false;
  }
  return kept;
}

function attachedIn(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => ATTACHED.test(line));
}

/** How many lines introduce the mail that is answered: mail programs break theirs over up to three. */
function introductionLength(lines: readonly string[], at: number): number {
  let joined = '';
  for (let count = 1; count <= 3; count += 1) {
    const line = (lines[at + count - 1] ?? '').trim();
    joined = `${joined} ${line}`.trim();
    if (line === '' || joined.length > 300 || (count > 1 && !LEAD.test(joined))) return 0;
    const bare = joined.replace(/^-{2,} ?|(?: ?-{2,}) ?$/g, '');
    if (/[:：]$/.test(bare) || bare !== joined) {
      const isTold = WROTE.test(bare) && (/\d|@/.test(bare) || isQuoted(lines, at + count));
      return isTold || ENDS_IN_ADDRESS.test(bare) ? count : 0;
    }
  }
  return 0;
}

/** The next line that is not empty is quoted. */
function isQuoted(lines: readonly string[], from: number): boolean {
  return (
    lines
      .slice(from, from + 3)
      .find((line) => line !== '')
      ?.startsWith('>') ?? false
  );
}

/** Everything below is quoted: else the writer answers between the quotes or below them, and that is kept. */
function isAllQuoted(lines: readonly string[], from: number): boolean {
  if (!isQuoted(lines, from)) return true;
  let at = from;
  while (at < lines.length && /^\s*(?:>|$|\[attached: .*\]$)/.test(lines[at] ?? '')) at += 1;
  const next = (lines[at] ?? '').trim();
  const below = lines.slice(at + 1, at + 1 + NEAR);
  return (
    next === '' ||
    ((isCourtesy(next) || isNotice(next)) &&
      isSignature(below) &&
      !below.some((line) => line.startsWith('>')))
  );
}

/** Of a divider, and of a block of two headers or more: how many lines. */
function headerLength(lines: readonly string[], at: number): number {
  const line = (lines[at] ?? '').trim();
  const isDivider = ORIGINAL.test(line) || FORWARDED.test(line);
  let end = at;
  if (isDivider) {
    end += 1;
    while ((lines[end] ?? '').trim() === '' && end < lines.length) end += 1;
  }
  const isBlock =
    FROM_HEADER.test((lines[end] ?? '').trim()) &&
    (isDivider ||
      lines
        .slice(end + 1, end + 4)
        .some((next) => next.length < MAX_LINE && HEADER.test(next.trim())));
  if (!isBlock) return isDivider ? 1 : 0;
  // A long address or subject continues in the next line.
  while (end < lines.length && (lines[end] ?? '').trim() !== '') end += 1;
  return end - at;
}

/** What stands below the headers is the ticket: nothing was said above them, or only that it is passed on. */
function isPassedOn(kept: readonly string[], divider: string): boolean {
  const words = kept
    .join(' ')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  return (
    words.length === 0 ||
    (words.length <= 12 && (FORWARDED.test(divider) || PASSES_ON.test(words.join(' '))))
  );
}

/** Short lines without a sentence, up to the mail that is quoted below them. */
function isSignature(below: readonly string[]): boolean {
  let signed = 0;
  for (const [at, line] of below.entries()) {
    if (line.trim() === '' || /^\s*>/.test(line) || ATTACHED.test(line)) continue;
    if (introductionLength(below, at) + headerLength(below, at) > 0) return true;
    signed += 1;
    if (signed > MOST_SIGNED || isSentence(line)) return false;
  }
  return true;
}

/** Lines that are looked at below one that may begin a signature. */
const NEAR = 60;
/** With a slogan and three addresses. */
const MOST_SIGNED = 14;
const SAYING =
  /\b(?:i|we|my|you|it|is|are|was|can(?:not)?|could|please|not|ich|wir|bitte|nicht|ist|je|nous|vous|pas|yo|no|es)\b|[’'](?:t|m|ve|re)\b|\?\s*$/i;
/** A list, a heading, code, a postscript, and a field of a form, but not of a business card. */
const TELLING =
  /^\s*(?:[-*•+#]|\d+[.)]\s|```|p\.? ?s\b|(?!(?:tel|phone|mobile?|cell|fax|e-?mail|web|website|address|skype|office|direct|telefon|handy|móvil|[temwpfd])\b)[\p{L} ]{2,30}:\s)/iu;

function isSentence(line: string): boolean {
  const words = line.slice(0, MAX_LINE);
  return TELLING.test(words) || (SAYING.test(words) && words.trim().split(/\s+/).length >= 5);
}

/** Each paragraph without what continues from a disclaimer's first sentence; three marks of one make it. */
function withoutDisclaimers(lines: readonly string[]): readonly string[] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs.flatMap((paragraph) => {
    const text = paragraph.join('\n');
    const marks = DISCLAIMER_MARKS.flatMap((mark) => mark.exec(text)?.index ?? []);
    if (marks.length < 3) return [...paragraph, ''];
    const before = text.slice(0, Math.min(...marks));
    return [...before.slice(0, before.search(/[^.!?\n]*$/)).split('\n'), ''];
  });
}

// What belongs to the form of a mail in English, German, French, Spanish and a few more. Patterns hold no nested repetition. Pure.

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
function isCourtesy(line: string): boolean {
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
function isNotice(line: string): boolean {
  return NOTICES.some((notice) => notice.test(line));
}

/** Each says one of the things that disclaimers say. */
const DISCLAIMER_MARKS: readonly RegExp[] = [
  /\b(?:this|the|any) (?:e-?mail|message|communication|transmission)\b|\b(?:diese|ce|este|questa) (?:e-?mail|nachricht|message|courriel|correo|mensaje)\b/i,
  /\b(?:confidential|privileged|vertrauliche?|confidentiel(?:les?)?|confidencial|riservat[ae])\b/i,
  /\bintended (?:only|solely|exclusively|for|recipients?)\b|\baddressees?\b|\b(?:adressat|empfänger|destinataires?|destinatarios?)\b/i,
  /\b(?:received?|receiving|erhalten|reçu|recibido)\b[^.]{0,80}\b(?:error|mistake|irrtümlich|erreur|error)\b|\bnot (?:an?|the) (?:intended|named)\b|\b(?:notify|inform) the sender\b|\bunauthori[sz]ed (?:use|copying|review|disclosure)|\b(?:disclos|disseminat|distribut)[a-z]+\b[^.]{0,80}\bprohibited\b/i,
];
