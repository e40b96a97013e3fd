/** The front matter of a Markdown text with both lines of dashes, and what follows it. Either may be empty. */
export function splitFrontMatter(content: string): readonly [string, string] {
  const end = content.startsWith('---\n') ? content.indexOf('\n---\n', 3) : -1;
  return end === -1 ? ['', content] : [content.slice(0, end + 5), content.slice(end + 5)];
}
