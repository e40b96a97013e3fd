import type { FindingLine } from '../../engines/agent-contract.ts';
import { OUT_LIMITS } from '../../engines/out-limits.ts';
import { oneLine } from '../../words/text.ts';

/** What stands further down is not looked at: a mail of a megabyte is not to be copied for a line of it. */
const MAX_READ = 20_000;

/** One line of at most `max` UTF-16 units, which is what the contract's limits count; never half a character. */
export function fitLine(text: string, max: number): string {
  const flat = oneLine(text.length > MAX_READ ? text.slice(0, MAX_READ) : text, max);
  if (flat.length <= max) return flat;
  let cut = '';
  for (const character of flat) {
    if (cut.length + character.length > max - 1) break;
    cut += character;
  }
  return `${cut}…`;
}

// As many findings as the contract's file takes: the bodies go before any finding does.

/** Some room is left for the last line. */
const MAX_BYTES = OUT_LIMITS.maxFileBytes - 10_000;

export function fitFindings(findings: readonly FindingLine[]): readonly FindingLine[] {
  const whole = withinBytes(findings);
  return whole.length === findings.length
    ? whole
    : withinBytes(findings.map((finding) => ({ ...finding, body: '' })));
}

function withinBytes(findings: readonly FindingLine[]): readonly FindingLine[] {
  let bytes = 0;
  const tooMuch = findings.findIndex((finding) => {
    bytes += new TextEncoder().encode(JSON.stringify(finding)).length + 1;
    return bytes > MAX_BYTES;
  });
  return tooMuch === -1 ? findings : findings.slice(0, tooMuch);
}
