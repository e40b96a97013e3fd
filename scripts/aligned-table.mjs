// A table of Markdown, aligned as the formatter would write it.

/** The first row is the head. */
export function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return `${[line(rows[0]), rule, ...rows.slice(1).map(line)].join('\n')}\n`;
}
