/** A text in pieces of these widths, over and over, as a stream might bring it. */
export function cutInto(text: string, widths: readonly number[]): readonly string[] {
  const found: string[] = [];
  let from = 0;
  for (let index = 0; from < text.length; index += 1) {
    const width = widths[index % widths.length] ?? 1;
    found.push(text.slice(from, from + width));
    from += width;
  }
  return found;
}
