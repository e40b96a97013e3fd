import type { Desk, Tool } from '../contract.ts';
import { listTool, readTool, searchTool } from './look-up.ts';
import { personTools, runTools } from './run-tools.ts';

/** They change nothing. */
export const READING: readonly Tool[] = [searchTool, listTool, readTool];

/** What is offered: few, because every request of an agent carries them. */
export function toolsFor({ run }: Pick<Desk, 'run'>): readonly Tool[] {
  return [...READING, ...(run === null ? personTools : runTools)];
}

/** Also what is not offered here, to say why. */
export function findTool(name: string): Tool | null {
  return [...READING, ...runTools, ...personTools].find((one) => one.name === name) ?? null;
}
