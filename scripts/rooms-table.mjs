// The table of rooms in docs/ARCHITECTURE.md, between its two marks.
import { aligned } from './aligned-table.mjs';
import { homes, rooms } from './rooms.mjs';

const BEGIN = '<!-- rooms:begin -->';
const END = '<!-- rooms:end -->';

/** The page with the table made anew; throws when a mark is gone. */
export function withRoomsTable(page) {
  const start = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (start === -1 || end < start)
    throw new Error(`docs/ARCHITECTURE.md has lost ${BEGIN} … ${END}`);
  return `${page.slice(0, start + BEGIN.length)}\n\n${table()}\n${page.slice(end)}`;
}

function table() {
  const rows = Object.entries(rooms).map(([room, holds]) => {
    const packages = Object.keys(homes).filter((name) => homes[name] === room);
    return [`\`${room}\``, holds, packages.join(', ')];
  });
  return aligned([['room', 'holds', 'packages that live here'], ...rows]);
}
