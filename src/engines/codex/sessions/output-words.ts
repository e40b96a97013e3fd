/** What a tool of Codex gave back: text, or older JSON with text in it. */
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import {
  numberField,
  recordField,
  recordsField,
  textField,
  type Fields,
} from '../../stream-fields.ts';

export interface CodexOutput {
  readonly ok: boolean;
  readonly text: string;
  /** The command continues in the background, under this name. */
  readonly runsOnAs: string | null;
}

/** Where a result says how it went; what a program printed stands behind. */
const HEAD = 500;
const OUTPUT_LINE = '\nOutput:\n';

export function codexOutput(item: Fields): CodexOutput {
  const value = item['output'];
  if (typeof value === 'string') return fromText(value);
  if (!isRecord(value)) return fromText(textsIn(recordsField(item, 'output')));
  const text = textField(value, 'content') ?? textsIn(recordsField(value, 'content_items'));
  const told = fromText(text);
  return value['success'] === false ? { ...told, ok: false } : told;
}

function fromText(text: string): CodexOutput {
  const older = text.startsWith('{') ? tryParseJson(text) : undefined;
  if (isRecord(older) && typeof older['output'] === 'string') {
    const code = numberField(recordField(older, 'metadata'), 'exit_code');
    return { ok: (code ?? 0) === 0, text: older['output'], runsOnAs: null };
  }
  const head = text.slice(0, HEAD);
  const code = numberAfter(head, 'Process exited with code ') ?? numberAfter(head, 'Exit code: ');
  const runsOnAs = numberAfter(head, 'Process running with session ID ');
  // Only there: most outputs are long, and have no such line.
  const begin = text.slice(0, HEAD + OUTPUT_LINE.length).indexOf(OUTPUT_LINE);
  const refused =
    /^(?:exec_command failed|unsupported call|apply_patch verification failed|aborted by user)/.test(
      head,
    );
  return {
    ok: code === null ? !refused : Number(code) === 0,
    text: begin === -1 ? text : text.slice(begin + OUTPUT_LINE.length),
    runsOnAs,
  };
}

/** Of a line that begins so; looked for by plain search, for this is done for all that tools gave back. */
function numberAfter(head: string, words: string): string | null {
  const at = head.startsWith(words) ? 0 : head.indexOf(`\n${words}`) + 1;
  if (at === 0 && !head.startsWith(words)) return null;
  return /^-?\d{1,10}/.exec(head.slice(at + words.length, at + words.length + 12))?.[0] ?? null;
}

function textsIn(parts: readonly Fields[]): string {
  return parts.flatMap((part) => textField(part, 'text') ?? []).join('\n');
}
