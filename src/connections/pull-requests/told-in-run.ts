/** What a run told, as far as the text of a pull request repeats it. Pure; hostile. */

/** What stands under the heading Summary, up to the next heading. */
export function summaryIn(markdown: string): string {
  const lines = markdown.split('\n');
  const from = lines.findIndex((line) => /^#{1,3}\s+summary\s*$/i.test(line));
  if (from < 0) return '';
  const rest = lines.slice(from + 1);
  const to = rest.findIndex((line) => /^#{1,3}\s/.test(line));
  return (to < 0 ? rest : rest.slice(0, to)).join('\n').trim().slice(0, 10_000);
}
