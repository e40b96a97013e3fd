#!/usr/bin/env node
/**
 * Plays Claude Code as far as its flags and its stream of JSON lines go. What each start of it does stands in a script, one
 * object a start, in the folder that FAKE_CLAUDE names; what it was started with is noted there.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const args = process.argv.slice(2);
if (args.includes('--version')) {
  console.log('2.1.329 (Claude Code)');
  process.exit(0);
}
const folder = process.env['FAKE_CLAUDE'];
const after = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : null);
const session = after('--session-id') ?? after('--resume');
const noted = join(folder, 'starts.jsonl');
const turn = existsSync(noted) ? readFileSync(noted, 'utf8').trim().split('\n').length : 0;
const prompt = readFileSync(0, 'utf8');
const start = { resumed: args.includes('--resume'), session, cwd: process.cwd(), prompt };
appendFileSync(noted, `${JSON.stringify(start)}\n`);

const script = JSON.parse(readFileSync(join(folder, 'script.json'), 'utf8'));
const act = script[Math.min(turn, script.length - 1)];
const say = (line) => console.log(JSON.stringify({ session_id: session, ...line }));
say({
  type: 'system',
  subtype: 'init',
  cwd: process.cwd(),
  tools: [],
  mcp_servers: [],
  model: 'fake-1',
});
if (act.shell !== undefined) {
  const content = [
    { type: 'tool_use', id: `t${turn}`, name: 'Bash', input: { command: act.shell } },
  ];
  say({ type: 'assistant', message: { role: 'assistant', model: 'fake-1', content } });
  execFileSync('sh', ['-ec', act.shell], { stdio: 'ignore' });
  const result = [{ type: 'tool_result', tool_use_id: `t${turn}`, content: 'done' }];
  say({ type: 'user', message: { role: 'user', content: result } });
}
for (const [name, text] of Object.entries(act.out ?? {}))
  writeFileSync(join(process.env['ROUNDSMAN_OUT'], name), text);
if (act.resetsInMs !== undefined) {
  const resetsAt = (Date.now() + act.resetsInMs) / 1000;
  say({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt } });
}
if (act.dies === true) process.exit(1);
const status = act.status ?? null;
say({
  type: 'result',
  subtype: 'success',
  is_error: status !== null,
  api_error_status: status,
  result: status === null ? 'Done.' : `API Error: ${status}`,
  num_turns: 1,
  total_cost_usd: 0.01,
  usage: { input_tokens: 100, output_tokens: 10 },
});
process.exit(status === null ? 0 : 1);
