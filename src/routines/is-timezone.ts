import { oneLine } from '../words/text.ts';
import type { Problem } from './rules/problem.ts';

/** Whether the platform's time zone database knows a name. */
export function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // The only thing that makes it throw here is the name.
    return false;
  }
}

/** What to say of one that it does not know. */
export function unknownTimezone(name: string): Pick<Problem, 'message' | 'hint'> & {
  readonly code: 'unknown-timezone';
} {
  return {
    code: 'unknown-timezone',
    message: `there is no time zone "${oneLine(name, 60)}"`,
    hint: 'Write an IANA name such as Europe/Berlin or UTC.',
  };
}
