import { textNow } from './read-now.ts';

/** Names of the variables that a process was started with, without empty ones; `null` where this system does not tell. */
export function processVariables(pid: number): ReadonlySet<string> | null {
  const text = textNow(`/proc/${pid}/environ`);
  if (text === null) return null;
  return new Set(text.split('\0').flatMap((entry) => /^([^=]+)=./s.exec(entry)?.[1] ?? []));
}
