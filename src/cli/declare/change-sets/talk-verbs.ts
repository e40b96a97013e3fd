import type { CommandDeclaration } from '../../command.ts';

export const talkVerbs: readonly CommandDeclaration[] = [];
