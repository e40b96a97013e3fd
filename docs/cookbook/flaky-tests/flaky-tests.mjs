#!/usr/bin/env node
// Reads the JUnit files of several test runs, and names the tests that passed in some and failed in others.
// Copy it to tools/flaky-tests.mjs. Call: node tools/flaky-tests.mjs [folder, default test-results]
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? 'test-results';
const files = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).filter((name) => name.endsWith('.xml')).toSorted() : [];
const tests = new Map();
for (const file of files) {
  for (const { name, result } of casesOf(readFileSync(join(folder, file), 'utf8'))) {
    const seen = tests.get(name) ?? { passed: 0, failed: 0, last: '' };
    seen[result] += 1;
    if (result === 'failed') seen.last = file;
    tests.set(name, seen);
  }
}
const flaky = [...tests].filter(([, { passed, failed }]) => passed > 0 && failed > 0);
const broken = [...tests].filter(([, { passed, failed }]) => passed === 0 && failed > 1);
const findings = [
  ...flaky.toSorted((a, b) => b[1].failed - a[1].failed).map(([name, { passed, failed, last }]) => ({
    key: ['flaky', name],
    title: `${name} failed in ${failed} of ${passed + failed} runs`,
    body: `The last file in which it failed: ${last}.`,
    severity: failed * 5 > passed + failed ? 'high' : 'medium',
  })),
  ...broken.map(([name, { failed }]) => ({ key: ['broken', name], title: `${name} failed in all of ${failed} runs: broken, not flaky`, severity: 'high' })),
];
const missing = files.length > 1 ? [] : [{ kind: 'data', what: `results of two or more test runs in ${folder}/`, why: `${many(files.length, 'JUnit file')} there; put one file a run there.` }];
leave({ summary: `${many(tests.size, 'test')} in ${many(files.length, 'run')}: ${flaky.length} flaky, ${broken.length} broken.`, findings: missing.length > 0 ? [] : findings, missing });

/** One entry a test case that was not skipped. */
function casesOf(xml) {
  return xml.split(/<testcase\b/).slice(1).flatMap((part) => {
    const open = part.slice(0, part.indexOf('>') + 1);
    const inside = open.endsWith('/>') ? '' : (part.split('</testcase>')[0] ?? '');
    if (/<skipped\b/.test(inside)) return [];
    const of = (name) => decode(new RegExp(`\\b${name}="([^"]*)"`).exec(open)?.[1] ?? '');
    const name = [of('classname'), of('name')].filter(Boolean).join(' > ');
    return name === '' ? [] : [{ name, result: /<(failure|error)\b/.test(inside) ? 'failed' : 'passed' }];
  });
}

function decode(text) {
  const words = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' };
  return text.replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (entity) => words[entity]);
}

/** `1 file`, `2 files`. */
function many(count, word) {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/**
 * Leaves what docs/agent-contract.md asks for: a report, findings that are known again by their keys, and one
 * line on a night that is like the one before. Where nothing could be looked at, it says so, every time, and what
 * was found before stays open. Called by hand it prints the findings, one JSON object a line.
 * findings: [{ key: ['kind', 'name'], title, body?, severity?, path?, line? }], missing: [{ kind, what, why }]
 */
function leave({ summary, findings, missing = [] }) {
  if (process.env.ROUNDSMAN_OUT === undefined) {
    for (const { key, ...finding } of findings) console.log(JSON.stringify(finding));
    console.error([summary, ...missing.map(({ what, why }) => `${what} is missing: ${why}`)].join('\n'));
    return;
  }
  const { context } = JSON.parse(readFileSync(join(process.env.ROUNDSMAN_BRIEF, 'brief.json'), 'utf8'));
  const put = (name, text) => writeFileSync(join(process.env.ROUNDSMAN_OUT, name), text);
  const lines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  const plain = (text) => text.replaceAll(/[\\`*_[\]#|]/g, '\\$&').replaceAll(/\s+/g, ' ');
  const open = context.findings.filter(({ state }) => state !== 'resolved');
  const known = new Set(open.map(({ fingerprint }) => fingerprint));
  const blind = missing.length > 0 && findings.length === 0;
  const listed = blind
    ? open.map(({ fingerprint, title, location }) => ({ fingerprint, title, ...location }))
    : findings.slice(0, 499).map(({ key, title, ...rest }) => ({
        ...rest,
        title: title.replaceAll(/\s+/g, ' ').slice(0, 300),
        fingerprint: key.join(':').replaceAll(/[^\x21-\x7e]+/g, '-').slice(0, 200).padEnd(4, '-'),
      }));
  put('missing.jsonl', lines(missing));
  put('findings.jsonl', lines(listed));
  const same = listed.length === known.size && listed.every(({ fingerprint }) => known.has(fingerprint));
  if (same && !blind && context.reports.length > 0) {
    put('noop.json', JSON.stringify({ reason: `Nothing new. ${summary}` }));
    return;
  }
  const items = listed.map(({ title, path, line, fingerprint }) => {
    const place = path === undefined ? '' : ` (\`${path.replaceAll('`', '')}${line === undefined ? '' : `:${line}`}\`)`;
    return `- ${plain(title)}${place}${known.has(fingerprint) ? '' : ', new'}`;
  });
  const cut = blind ? 0 : findings.length - listed.length;
  const lost = missing.map(({ what, why }) => `${what} is missing: ${why}`).join(' ');
  const body = [...items, ...(cut > 0 ? [`- and ${cut} more, not listed`] : [])].join('\n') || 'None.';
  put('report.md', `## Summary\n\n${plain(blind ? `Nothing was looked at. ${lost}` : summary)}\n\n## Findings\n\n${body}\n`);
}
