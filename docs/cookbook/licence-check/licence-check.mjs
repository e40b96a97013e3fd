#!/usr/bin/env node
// Holds the licences in package-lock.json against a list of allowed ones. It needs no network and no node_modules.
// Copy it to tools/licence-check.mjs. Call: node tools/licence-check.mjs [allowed, separated by commas]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const usual = 'MIT,MIT-0,ISC,0BSD,BSD-2-Clause,BSD-3-Clause,Apache-2.0,CC0-1.0,CC-BY-4.0,Unlicense,BlueOak-1.0.0,Python-2.0,Zlib';
const allowed = new Set((process.argv[2] ?? usual).split(',').map((name) => name.trim().toLowerCase()));
const file = 'package-lock.json';
const packages = Object.entries((existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}).packages ?? {}).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);
const findings = packages.flatMap(([path, { version, license, dev }]) => {
  const name = path.slice(path.lastIndexOf('node_modules/') + 13);
  const licence = typeof license === 'string' ? license : '';
  if (licence !== '' && isAllowed(licence)) return [];
  return [
    {
      key: ['licence', name, licence === '' ? 'unknown' : licence],
      title: `${name} ${version ?? ''} ${licence === '' ? 'names no licence' : `is under ${licence}`}${dev === true ? ' (development only)' : ''}`,
      severity: dev === true ? 'low' : licence === '' ? 'medium' : 'high',
      path: file,
    },
  ];
});
const unique = [...new Map(findings.map((finding) => [finding.key.join(':'), finding])).values()];
const missing = packages.length > 0 ? [] : [{ kind: 'data', what: `${file} of version 2 or 3`, why: 'the licences are read from it; `npm install --package-lock-only` writes one.' }];
leave({ summary: `${many(packages.length, 'package')}, ${unique.length} outside of the allowed licences.`, findings: unique, missing });

/** `MIT`, `(MIT OR GPL-3.0)`, `Apache-2.0 AND MIT`: one side of each OR is enough, all of an AND are needed. */
function isAllowed(expression) {
  return expression
    .replaceAll(/[()]/g, ' ')
    .split(/\sOR\s/i)
    .some((side) => side.split(/\sAND\s/i).every((name) => allowed.has(name.trim().toLowerCase())));
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
