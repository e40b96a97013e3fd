/**
 * Two routines of the demo whose agents are small programs, so that it needs no account: one mends a bug and is wrong
 * about another place, one fails. Path to content, as the demo's last commit adds them.
 */
const SMALL_FIXES = `# Looks for one small bug a night and fixes it on a branch, with a test.
name: Small fixes
intent: Small bugs do not wait for a sprint

on:
  schedule: "0 3 * * 1-5"
  manual: true

agent:
  engine: command
  command: [node, tools/small-fixes.mjs] # stands in for a coding agent; try: agent.engine claude, codex, …
  prompt: |
    Find one small bug in src/ that a test can show. Fix it, add the test, and commit both. Report other places that
    look wrong as findings, and do not touch them.

workspace:
  checks: [node --test]
`;

const SMALL_FIXES_AGENT = String.raw`// Stands in for a coding agent: makes the same fix each time, and reports as an agent does.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const out = process.env.ROUNDSMAN_OUT;
const file = 'src/parcel.js';
const line = '  if (!postcode) throw new Error(${'`'}parcel ${'$'}{id} has no postcode${'`'});\n';
const fix = '  if (!kilometres) throw new Error(${'`'}parcel ${'$'}{id} has no distance${'`'});\n';
const before = readFileSync(file, 'utf8');
const findings = '\n## Findings\n\n- src/notify.js:15 counts only half a bounce. Is that a typing error?\n';

if (before.includes(fix)) {
  writeFileSync(join(out, 'report.md'), '## Summary\n\nNo small bug found tonight.\n' + findings);
} else {
  writeFileSync(file, before.replace(line, line + fix));
  writeFileSync(
    'test/parcel.test.js',
    [
      "import assert from 'node:assert/strict';",
      "import { test } from 'node:test';",
      '',
      "import { readParcel } from '../src/parcel.js';",
      '',
      "test('a parcel without a distance is refused', () => {",
      "  assert.throws(() => readParcel('P000001;1017;;4711'), /no distance/);",
      '});',
      '',
    ].join('\n'),
  );
  execFileSync('git', ['add', '--all']);
  execFileSync('git', ['commit', '--quiet', '-m', 'Refuse a parcel without a distance, instead of showing "NaN hours"']);
  writeFileSync(
    join(out, 'report.md'),
    '## Summary\n\nA line of the feed without a distance gave an estimate of "NaN to NaN hours". Such a parcel is refused now, ' +
      'like one without a postcode. A test covers it.\n' +
      findings,
  );
}

writeFileSync(
  join(out, 'findings.jsonl'),
  JSON.stringify({
    title: 'A bounce counts only half',
    body: 'src/notify.js adds 0.5 for each bounce. It looks like a typing error for 1.',
    severity: 'low',
    path: 'src/notify.js',
    line: 15,
    fingerprint: 'bounce-counts-half',
  }) + '\n',
);
`;

const FEED_CHECK = `# Reads last night's feed. It fails in the demo: the feed has a line that it does not understand.
name: Feed check
intent: A broken feed is noticed before the customers notice

on:
  schedule: "30 5 * * *"
  manual: true

agent:
  engine: command
  command: [node, tools/feed-check.mjs]
  prompt: Check that each line of the feed can be read.
`;

const FEED_CHECK_AGENT = `// Fails in the demo, so that there is a failed run to look at. Mend feed.csv, commit, and run it again.
import { readFileSync } from 'node:fs';

import { readParcel } from '../src/parcel.js';

const lines = readFileSync('feed.csv', 'utf8').trim().split('\\n');
lines.forEach((line, index) => {
  try {
    readParcel(line);
  } catch (error) {
    console.error(\`feed.csv:\${index + 1}: \${error.message}\`);
    process.exit(1);
  }
});
console.log(\`## Summary\\n\\nAll \${lines.length} lines of the feed can be read.\\n\\n## Findings\\n\\nNone.\`);
`;

const FEED = `P205601;1017;12;4711
P205602;2100;31;1882
P205603;;8;1882
P205604;1362;54;4711
`;

export const DEMO_AGENTS: Readonly<Record<string, string>> = {
  'routines/small-fixes.yaml': SMALL_FIXES,
  'tools/small-fixes.mjs': SMALL_FIXES_AGENT,
  'routines/feed-check.yaml': FEED_CHECK,
  'tools/feed-check.mjs': FEED_CHECK_AGENT,
  'feed.csv': FEED,
};
