/** What of a ticket's text its writer meant to say: no greeting, signature, quoted reply, stack frame or footer. Pure. */
import { stripControls } from '../../../domain/text.ts';

/** Beyond this many characters a ticket repeats itself or quotes a log. */
const LONGEST = 6_000;

/** The body's own lines, in order, without what belongs to the form of a letter. */
export function meantLines(body: string): readonly string[] {
  const kept: string[] = [];
  let sayings = 0;
  for (const raw of stripControls(body.slice(0, LONGEST)).split('\n')) {
    const line = raw.slice(0, 1_500).trim();
    if (sayings > 0 && endsTheLetter(line)) break;
    if (line === '' || isNotTheirWords(line)) continue;
    const said = withoutGreeting(line);
    if (!/\p{L}/u.test(said)) continue;
    kept.push(said);
    sayings += 1;
  }
  return kept;
}

/** A title without reply marks, urgency shouts and greetings. */
export function meantTitle(title: string): string {
  let clean = stripControls(title.slice(0, 400)).replace(/\s+/g, ' ').trim();
  for (let round = 0; round < 4; round += 1) {
    const next = clean.replace(TITLE_MARKS, '').trim();
    if (next === clean) break;
    clean = next;
  }
  return withoutGreeting(clean);
}

/** Links, addresses, masks, ids, hashes, dates and long numbers become a gap that no phrase may cross. */
export function withoutReferences(text: string): string {
  return text
    .replace(/\b(?:https?:\/\/|www\.)\S+/gi, ' | ')
    .replace(/[\w.+-]{1,64}@[\w.-]{1,255}/g, ' | ')
    .replace(/\[(?:e-?mail|phone|card|name|redacted|masked)[^\]]{0,20}\]/gi, ' | ')
    .replace(/<[^<>\s]{1,200}>/g, ' | ')
    .replace(/(?<![\w-])#?[A-Za-z]{1,6}-?\d{4,}[\w-]*/g, ' | ')
    .replace(/(?<![\w-])[A-Z]{2,10}-\d{1,8}\b/g, ' | ')
    .replace(/\b(?=[a-f0-9-]*\d)[a-f0-9][a-f0-9-]{9,}\b/gi, ' | ')
    .replace(/#\s?\d+/g, ' | ')
    .replace(/\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/g, ' | ')
    .replace(/\b\d{4,}\b/g, ' | ');
}

const TITLE_MARKS =
  /^(?:(?:re|fwd?|aw|wg|rv|tr|antw)\s?(?:\[\d+\])?\s?:|\[[^\]]{1,40}\]|(?:very |super |extremely )?(?:urgent|asap|important|help|please help|pls help|question|bug(?: report)?|feature request|feature|request|issue|problem|dringend|urgente|frage|hilfe|ayuda|p[0-4]|sev[0-4])\s?[:!\-–—|/]+|[!*\-–—:|/\s]+)/i;

const GREETING =
  /^(?:hi|hello|hey|hiya|helo|dear|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|moin|servus|liebes?r?|sehr geehrte\S*|hola|buenos d[ií]as|buenas(?: tardes| noches)?|estimad\S*|bonjour|salut|ciao|ol[aá]|to whom it may concern)\b/i;

function withoutGreeting(line: string): string {
  const greeting = GREETING.exec(line);
  if (greeting === null) return line;
  const rest = line.slice(greeting[0].length);
  const stop = /^[^,!.:;\n]{0,40}?(?:[,!.:;\n]|\s[-–—]\s)/.exec(rest);
  if (stop !== null) return rest.slice(stop[0].length).trim();
  const words = rest.trim().split(/\s+/);
  if (words.length <= 3) return '';
  return rest.replace(/^\s*(?:there|all|team|everyone|folks|guys|support|zusammen)\b/i, '').trim();
}

const CLOSING =
  /^(?:many |kind(?:est)? |best |warm |with (?:best |kind )?|yours |thanks?,? (?:and )?(?:kind |best )?)?(?:thanks?(?: you)?(?: so much| very much| a lot| in advance| again)?|thx|ty|tia|cheers|regards|wishes|sincerely|faithfully|respectfully|rgds|br|mfg|lg|vg|(?:mit )?(?:freundliche[nr]?|beste[nr]?|liebe|viele|herzliche) gr[uü](?:ß|ss)en?|gr[uü](?:ß|ss)e|(?:vielen )?danke?(?: im voraus)?|(?:un )?(?:cordial )?saludos?(?: cordiales)?|(?:muchas )?gracias(?: de antemano)?|cordialement|merci(?: d'avance)?|atentamente|atte)\s?[,.!:)\-–—]*(?:\s+\S+){0,3}$/i;

/** From here on it is a signature, an older message or a footer. */
function endsTheLetter(line: string): boolean {
  return (
    /^(?:--+|__+|==+)$/.test(line) ||
    (line.length < 60 && CLOSING.test(line)) ||
    /^(?:sent|gesendet|enviado|envoyé|get outlook)\b.{0,60}\b(?:my|meinem|mein|mi|mon|for|von|from|desde|depuis)\b/i.test(
      line,
    ) ||
    QUOTE_INTRODUCTION.test(line)
  );
}

const QUOTE_INTRODUCTION =
  /^(?:(?:on|am|le|el|op) .{4,120} (?:wrote|schrieb.{0,60}|a écrit|escribió|schreef)\s?:?$|-{3,} ?(?:original message|ursprüngliche nachricht|mensaje original|reply above).{0,30})/i;

/** Quoted lines, names of attachments, headers of forwarded mail, stack frames, footers. */
function isNotTheirWords(line: string): boolean {
  return (
    line.startsWith('>') ||
    line.startsWith('```') ||
    /^\[attached: .*\]$/.test(line) ||
    /^-{3,}.{0,40}(?:forwarded|weitergeleitet|reenviado)/i.test(line) ||
    /^(?:from|to|cc|date|sent|subject|von|an|betreff|gesendet|datum|de|para|asunto|fecha)\s?: .{0,200}$/i.test(
      line,
    ) ||
    /^at [\w$.<>[\] ]{1,200}[( ]/.test(line) ||
    /^(?:File "|goroutine \d|\.\.\. \d+ more|#\d+ 0x|\w+\.go:\d+|from \S+:\d+:in )/.test(line) ||
    /\b(?:confidential|vertraulich|confidencial)\b.{0,200}\b(?:e-?mail|message|recipient|empfänger|destinatario|attachments?)\b/i.test(
      line,
    ) ||
    /\bintended (?:only |solely )?for the (?:addressee|recipient|use of)/i.test(line)
  );
}
