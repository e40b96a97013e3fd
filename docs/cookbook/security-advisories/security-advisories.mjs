#!/usr/bin/env node
// Reports known holes in dependencies, from what `npm audit --json` printed; asks npm itself where no file is there.
// Copy it to tools/security-advisories.mjs. Call: node tools/security-advisories.mjs [file, default audit.json]
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = process.argv[2] ?? 'audit.json';
const { audit, why } = readAudit();
const found = new Map();
for (const [name, { via, fixAvailable }] of Object.entries(audit?.vulnerabilities ?? {})) {
  for (const advisory of via.filter((each) => typeof each === 'object')) {
    const id = /GHSA-[\w-]+/.exec(advisory.url ?? '')?.[0] ?? String(advisory.source);
    found.set(`${id} ${name}`, { id, name, fixAvailable, ...advisory });
  }
}
const order = ['critical', 'high', 'moderate', 'low', 'info'];
const findings = [...found.values()]
  .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
  .map(({ id, name, title, severity, range, url, fixAvailable }) => ({
    key: ['advisory', id, name],
    title: `${name} ${range ?? ''}: ${title} (${severity}, ${id})`,
    body: `${fixText(fixAvailable)} ${url ?? ''}`.trim(),
    severity: { critical: 'high', high: 'high', moderate: 'medium' }[severity] ?? 'low',
    path: 'package-lock.json',
  }));
const missing = audit === null ? [{ kind: 'data', what: file, why }] : [];
leave({ summary: `${many(findings.length, 'known hole')} in dependencies.`, findings, missing });

function readAudit() {
  if (existsSync(file)) return judge(readFileSync(file, 'utf8'), `${file} holds no answer of npm audit.`);
  if (!existsSync('package-lock.json')) return { audit: null, why: 'there is no package-lock.json to ask npm about either.' };
  const asked = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', timeout: 120_000, maxBuffer: 1e8 });
  return judge(asked.stdout ?? '', 'npm audit gave no answer: is there a network? Put its output there instead.');
}

function judge(text, why) {
  try {
    const audit = JSON.parse(text);
    return typeof audit.vulnerabilities === 'object' && audit.vulnerabilities !== null ? { audit, why } : { audit: null, why };
  } catch {
    return { audit: null, why };
  }
}

function fixText(fix) {
  if (fix === true) return 'A compatible fix is there: npm audit fix.';
  return fix ? `Fixed by ${fix.name} ${fix.version}${fix.isSemVerMajor ? ', a new major version' : ''}.` : 'No fix is there yet.';
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
