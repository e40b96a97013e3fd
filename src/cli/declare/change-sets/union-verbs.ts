import type { CommandDeclaration } from '../../command.ts';

export const unionVerbs: readonly CommandDeclaration[] = [];
