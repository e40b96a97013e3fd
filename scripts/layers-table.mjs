// The table of layers in docs/ARCHITECTURE.md, between its two marks.
import { aligned } from './aligned-table.mjs';
import { homes, layers } from './layers.mjs';

const BEGIN = '<!-- layers:begin -->';
const END = '<!-- layers:end -->';

/** The page with the table made anew; throws when a mark is gone. */
export function withLayersTable(page) {
  const start = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (start === -1 || end < start)
    throw new Error(`docs/ARCHITECTURE.md has lost ${BEGIN} … ${END}`);
  return `${page.slice(0, start + BEGIN.length)}\n\n${table()}\n${page.slice(end)}`;
}

function table() {
  const rows = Object.entries(layers).map(([folder, may]) => {
    const packages = Object.keys(homes).filter((name) => homes[name] === folder);
    return [code([folder]), may.length === 0 ? 'nothing' : code(may), packages.join(', ')];
  });
  return aligned([['folder', 'may import', 'packages that live here'], ...rows]);
}

function code(names) {
  return names.map((name) => `\`${name}\``).join(' ');
}
