import { codeBlock } from '../words/text.ts';

const LONGEST_RUN = 30;

/** A fenced block that its content cannot close, and whose fences a hostile content cannot make long. */
export function fence(text: string, language = 'text'): string {
  return codeBlock(text.replaceAll(/`{31,}/g, '`'.repeat(LONGEST_RUN)), language);
}
