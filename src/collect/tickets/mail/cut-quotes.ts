/** What a mail's writer wrote: without the mail that is answered below it, and without the signature. Pure. */

/** Lines that introduce the mail that is answered, in the languages of common mail programs. */
const INTRODUCES =
  /^(?:on\b.{4,200}\bwrote|am\b.{4,200}\bschrieb\b.{0,100}|le\b.{4,200}\ba écrit|el\b.{4,200}\bescribió|il\b.{4,200}\bha scritto|em\b.{4,200}\bescreveu|op\b.{4,200}\bschreef\b.{0,100}|.{1,150}<[^<>\s]{3,100}> (?:wrote|schrieb|a écrit|escribió)) ?:$/i;
const DIVIDER =
  /^(?:-{2,} ?(?:original message|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|forwarded message|reply above this line) ?-{2,}|_{20,}|#{2,}-? ?please type your reply above this line.{0,10})$/i;
/** The block of headers that Outlook puts above what is answered. */
const HEADER_BLOCK = /^\*?(?:from|von|de|da)\*?:\*? .{3,}/i;
const SECOND_HEADER =
  /^\*?(?:sent|date|gesendet|datum|envoyé|enviado|inviato|to|an|à|para|a)\*?:\*? .{3,}/i;
const SIGNATURE =
  /^(?:-- ?|sent from my .{2,40}|von meinem .{2,40} gesendet|envoyé de mon .{2,40})$/i;
const MAX_LINE = 2_000;

/** The text as it is when nothing would be left: a mail that only quotes still says something. */
export function cutQuotes(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((line, index) => endsOwnText(line, lines, index));
  const own = (end === -1 ? lines : lines.slice(0, end)).filter((line) => !line.startsWith('>'));
  const kept = withoutIntroduction(own).join('\n').trim();
  return kept === '' ? text.trim() : kept;
}

function endsOwnText(line: string, lines: readonly string[], index: number): boolean {
  if (line.length > MAX_LINE) return false;
  const trimmed = line.trim();
  if (DIVIDER.test(trimmed) || SIGNATURE.test(line.trimEnd() === '--' ? line : trimmed))
    return true;
  if (HEADER_BLOCK.test(trimmed)) {
    return lines
      .slice(index + 1, index + 4)
      .some((next) => next.length < MAX_LINE && SECOND_HEADER.test(next.trim()));
  }
  return introduces(lines, index) && quotesBelow(lines, index);
}

/** The words may be broken over two lines. */
function introduces(lines: readonly string[], index: number): boolean {
  const line = (lines[index] ?? '').trim();
  if (line.length > 300) return false;
  if (INTRODUCES.test(line)) return true;
  const next = (lines[index + 1] ?? '').trim();
  return (
    line !== '' && next.length < 200 && next.endsWith(':') && INTRODUCES.test(`${line} ${next}`)
  );
}

/** Everything below is quoted: else the writer answers between the quotes, and that is kept. */
function quotesBelow(lines: readonly string[], index: number): boolean {
  const below = lines.slice(index + 1).filter((line) => line.trim() !== '');
  const skip = (lines[index] ?? '').trim().endsWith(':') ? 0 : 1;
  const quoted = below.slice(skip);
  if (quoted.length === 0 || !(quoted[0] ?? '').startsWith('>')) return true;
  const last = quoted.findLastIndex((line) => line.startsWith('>'));
  const after = quoted.slice(last + 1);
  return quoted.slice(0, last).every((line) => line.startsWith('>')) && after.every(isParting);
}

function isParting(line: string): boolean {
  return line.length < MAX_LINE && SIGNATURE.test(line.trim());
}

function withoutIntroduction(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.length > 300 || !INTRODUCES.test(line.trim()));
}
