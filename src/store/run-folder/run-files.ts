/** What a run leaves that other machines read: its report whole, and the ends of its logs. Bounded. */
import { Buffer } from 'node:buffer';

import { inspectPath, readBytesIfThere, readFrom } from '../../platform/files.ts';
import type { RunId } from '../../words/ids.ts';
import { runPaths } from './run-paths.ts';

export const RUN_FILES = ['report', 'agentLog', 'agentErrors', 'workerLog'] as const;
export type RunFileName = (typeof RUN_FILES)[number];

/** A larger report does not travel; of a log its end does. Bytes. */
const MOST: Readonly<Record<RunFileName, number>> = {
  report: 1_000_000,
  agentLog: 64_000,
  agentErrors: 16_000,
  workerLog: 16_000,
};

export function runFilePath(stateDir: string, id: RunId, name: RunFileName): string {
  return runPaths(stateDir, id)[name];
}

/** As it travels; `null`: there is nothing, or too much. */
export async function readRunFile(
  stateDir: string,
  id: RunId,
  name: RunFileName,
): Promise<Buffer | null> {
  const path = runFilePath(stateDir, id, name);
  const facts = await inspectPath(path);
  if (facts?.kind !== 'file' || facts.size === 0) return null;
  const most = MOST[name];
  if (facts.size <= most) return readBytesIfThere(path);
  if (name === 'report') return null;
  const end = await readFrom(path, facts.size - most);
  // From the first whole line on.
  const from = end.indexOf('\n') + 1;
  const cut = `[the first ${facts.size - most + from} bytes are left out]\n`;
  return Buffer.concat([Buffer.from(cut), end.subarray(from)]);
}
