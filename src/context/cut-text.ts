/** Text of at most so many characters, with a mark where something is missing. Never splits a character in two. */

/** Keeps the beginning. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const mark = `\n[${text.length - max} more characters were left out for size]`;
  const end = Math.max(0, max - mark.length);
  return `${text.slice(0, isLowHalf(text, end) ? end - 1 : end)}${mark}`.slice(0, max);
}

/** Whether the character at that place began before it. */
function isLowHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc_00 && code <= 0xdf_ff;
}
