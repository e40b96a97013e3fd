/** Command lines of every command and verb that there is, each with a word for what it wants. */
import type { CommandDeclaration } from '../../src/cli/command.ts';
import { allCommands } from '../../src/cli/declare/all.ts';

/** @param routine id of one, for those that want a routine */
export function everyCommandLine(routine: string): readonly (readonly string[])[] {
  return allCommands.flatMap((command) => linesOf(command, routine, []));
}

function linesOf(
  command: CommandDeclaration,
  routine: string,
  above: readonly string[],
): readonly (readonly string[])[] {
  const words = (command.words ?? [])
    .filter(({ syntax }) => syntax.startsWith('<') || command.name === 'run')
    .map(({ syntax }) => (/routine/.test(syntax) ? routine : 'x'));
  const named = [...above, command.name];
  const more = command.name === 'start' ? ['--detach', '--no-doctor'] : [];
  const verbs = (command.verbs ?? []).flatMap((verb) => linesOf(verb, routine, named));
  return [[...named, ...words, ...more], ...verbs];
}
