/** As many findings as the contract's file takes: the bodies go before any finding does. */
import type { FindingLine } from '../../engines/agent-contract.ts';
import { OUT_LIMITS } from '../../engines/out-limits.ts';

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
