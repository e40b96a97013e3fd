import type { CommandDeclaration } from '../../command.ts';

export const landingVerbs: readonly CommandDeclaration[] = [];
