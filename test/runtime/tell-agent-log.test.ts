import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { agentLogTeller } from '../../src/runtime/read-logs.ts';

const STREAM = readFileSync(new URL('../fixtures/agents/claude/toolerr.jsonl', import.meta.url));

describe('the log of an engine that prints for programs', () => {
  it('is told in words, the same however it comes in pieces', async () => {
    const whole = await agentLogTeller('claude');
    const told = (whole?.write(STREAM) ?? '') + (whole?.end() ?? '');
    expect(told).toMatch(/^== started: .*session /);
    expect(told).toContain('-> Bash: ');
    expect(told).toContain('!! Bash failed\n');
    expect(told).not.toContain('{"type"');
    const pieces = await agentLogTeller('claude');
    let cut = '';
    for (let at = 0; at < STREAM.length; at += 997)
      cut += pieces?.write(STREAM.subarray(at, at + 997)) ?? '';
    expect(cut + (pieces?.end() ?? '')).toBe(told);
  });

  it('is left as it is where it is plain text', async () => {
    expect(await agentLogTeller('command')).toBeNull();
    expect(await agentLogTeller('builtin')).toBeNull();
  });
});
