/** The option with which a person says why, in the words of all commands that keep it for later. */
import type { OptionDeclaration } from '../command.ts';

export const REASON: OptionDeclaration = {
  flags: '-m, --reason <text>',
  text: 'why; shown to later runs and people',
};

export const NEEDED_REASON: OptionDeclaration = {
  flags: '-m, --reason <text>',
  text: 'why (required); shown to later runs and people',
};
