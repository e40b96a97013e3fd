/** The option with which a person says why, in the words of all commands that keep it for later. */
import type { OptionDeclaration } from '../command.ts';

export const REASON: OptionDeclaration = {
  flags: '--reason <text>',
  text: 'why; later runs and people read it',
};

export const NEEDED_REASON: OptionDeclaration = {
  flags: '--reason <text>',
  text: 'why, needed; later runs and people read it',
};
