/** What is told to the service manager, as one would type it. */
import type { Argv } from '../../daemon/service/contract.ts';
import type { Page } from './page.ts';

export function writeCommands(page: Page, commands: readonly Argv[]): void {
  for (const command of commands) page.line(`  ${command.map(shellWord).join(' ')}`);
}

function shellWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word)
    ? word
    : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
