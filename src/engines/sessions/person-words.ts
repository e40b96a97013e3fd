/** What a person typed, out of what their agent wrapped around it. */

/** So much of a text is looked at for wrappers: they stand at its ends, and a text may be a megabyte. */
const MOST = 200_000;
/** What agents put into the mouth of a person: notes of their own, output of commands. */
const NOTES = [
  'system-reminder',
  'local-command-stdout',
  'local-command-stderr',
  'local-command-caveat',
  'bash-stdout',
  'bash-stderr',
  'command-message',
  'environment_context',
  'user_instructions',
  'permissions instructions',
  'skills_instructions',
  'turn_aborted',
  'subagent_notification',
] as const;
const OPENINGS = NOTES.map((name) => `<${name}`);

/** Without notes; a command as it was typed. Empty when nothing of a person is left. */
export function personWords(text: string): string {
  if (!text.includes('<')) return text.trim();
  let rest = text.slice(0, MOST);
  for (const [at, name] of NOTES.entries()) rest = without(rest, OPENINGS[at] ?? '', `</${name}>`);
  return asTyped(rest).trim();
}

/** All from an opening to its closing; one that is never closed takes the rest. */
function without(text: string, opening: string, closing: string): string {
  let rest = text;
  for (let from = rest.indexOf(opening); from !== -1; from = rest.indexOf(opening, from)) {
    const end = rest.indexOf(closing, from);
    rest = rest.slice(0, from) + (end === -1 ? '' : rest.slice(end + closing.length));
  }
  return rest;
}

/** `<command-name>/review</command-name><command-args>src</command-args>` was typed as `/review src`. */
function asTyped(text: string): string {
  const name = between(text, 'command-name');
  if (name === null) return between(text, 'bash-input') ?? text;
  const args = between(text, 'command-args') ?? '';
  return `${name} ${args}`;
}

function between(text: string, name: string): string | null {
  const from = text.indexOf(`<${name}>`);
  const end = from === -1 ? -1 : text.indexOf(`</${name}>`, from);
  return end === -1 ? null : text.slice(from + name.length + 2, end).trim();
}
