/** What the YAML parser complains about, in words that say what to write. */
import type { YAMLError } from 'yaml';

import { oneLine } from '../../words/text.ts';
import type { Problem } from './problem.ts';

export function syntaxProblem(
  error: YAMLError,
  text: string,
): Pick<Problem, 'code' | 'message' | 'hint'> {
  const first = text.charAt(error.pos[0]);
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return {
        code: 'tab-indent',
        message: 'the line is indented with a tab',
        hint: 'Indent with spaces.',
      };
    case 'MULTIPLE_DOCS':
      return {
        code: 'several-documents',
        message: 'a second YAML document begins here',
        hint: 'Keep one document a file; remove the line `---`.',
      };
    case 'BAD_ALIAS':
    case 'BAD_SCALAR_START':
      return {
        code: 'needs-quotes',
        message: `a plain value cannot begin with ${oneLine(first, 5)} here`,
        hint: 'Put the value in quotes, such as "*/5 * * * *".',
      };
    case 'RESOURCE_EXHAUSTION':
      return {
        code: 'too-deep',
        message: 'the file is nested too deeply from here on',
        hint: 'Write it flat.',
      };
    case 'BAD_INDENT':
    case 'MISSING_CHAR':
    case 'BAD_DIRECTIVE':
    case 'ALIAS_PROPS':
    case 'BAD_COLLECTION_TYPE':
    case 'BAD_DQ_ESCAPE':
    case 'BAD_PROP_ORDER':
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'BLOCK_IN_FLOW':
    case 'DUPLICATE_KEY':
    case 'IMPOSSIBLE':
    case 'KEY_OVER_1024_CHARS':
    case 'MULTILINE_IMPLICIT_KEY':
    case 'MULTIPLE_ANCHORS':
    case 'MULTIPLE_TAGS':
    case 'NON_STRING_KEY':
    case 'TAG_RESOLVE_FAILED':
    case 'UNEXPECTED_TOKEN':
      return {
        code: 'syntax',
        message: `this is not YAML: ${oneLine(error.message, 160)}`,
        hint: hintFor(error),
      };
  }
}

/** The two slips that the parser names in words of its own trade. */
function hintFor({ message }: YAMLError): string {
  if (message.startsWith('Nested mappings')) {
    return 'A value with `: ` in it needs quotes: name: "a: b".';
  }
  if (message.startsWith('A block sequence may not')) {
    return 'Let every `-` of a list begin in the same column.';
  }
  return 'Check the indentation, brackets and quotes around this place.';
}
