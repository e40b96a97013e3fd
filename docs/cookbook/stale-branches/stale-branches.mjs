#!/usr/bin/env node
// Names the branches without a commit for a while, and says which of them are merged. It deletes nothing.
// Copy it to tools/stale-branches.mjs. Call: node tools/stale-branches.mjs [days, default 60]
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const days = Number(process.argv[2] ?? 60);
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e8 }).split('\n').filter(Boolean);
const places = ['refs/heads', 'refs/remotes'];
const merged = new Set(git('for-each-ref', '--merged=HEAD', '--format=%(refname)', ...places));
const current = git('rev-parse', 'HEAD')[0];
const branches = git('for-each-ref', '--format=%(refname)%09%(objectname)%09%(committerdate:unix)%09%(authorname)%09%(symref)', ...places)
  .map((line) => line.split('\t'))
  .filter(([ref, tip, , , symref]) => symref === '' && tip !== current && !/^refs\/heads\/roundsman\//.test(ref));
const limit = Date.now() / 1000 - days * 86_400;
const stale = branches.filter(([, , at]) => Number(at) < limit).toSorted((a, b) => a[2] - b[2]);
const findings = stale.map(([ref, tip, at, author]) => ({
  key: ['branch', ref],
  title: `${ref.replace(/^refs\/(heads|remotes)\//, '')}: last commit ${new Date(at * 1000).toISOString().slice(0, 10)} by ${author}, ${merged.has(ref) ? 'merged' : 'not merged'}`,
  body: merged.has(ref) ? 'All of it is in the base: it can go.' : `Its tip ${tip.slice(0, 10)} is in no other place that was looked at; ask its author.`,
  severity: merged.has(ref) ? 'info' : 'low',
}));
const done = stale.filter(([ref]) => merged.has(ref)).length;
leave({ summary: `${stale.length} of ${branches.length} branches without a commit for ${many(days, 'day')}; ${done} of these ${done === 1 ? 'is' : 'are'} merged.`, findings });

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
