#!/usr/bin/env node
// Names the files whose test coverage is below a limit, from a coverage summary (Istanbul, c8, vitest) or an lcov.info.
// Copy it to tools/coverage.mjs. Call: node tools/coverage.mjs [percent of lines, default 80] [folder, default coverage]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';

const limit = Number(process.argv[2] ?? 80);
const folder = process.argv[3] ?? 'coverage';
const files = fromSummary(join(folder, 'coverage-summary.json')) ?? fromLcov(join(folder, 'lcov.info')) ?? [];
const percent = ({ covered, total }) => (total === 0 ? 100 : Math.floor((covered / total) * 1000) / 10);
const low = files.filter((file) => percent(file) < limit).toSorted((a, b) => percent(a) - percent(b));
const findings = low.map((file) => ({
  key: ['coverage', file.path],
  title: `${percent(file)} % of the lines of ${file.path} are covered (${file.total - file.covered} are not)`,
  severity: percent(file) < limit / 2 ? 'medium' : 'low',
  path: file.path,
}));
const sum = files.reduce((all, { covered, total }) => ({ covered: all.covered + covered, total: all.total + total }), { covered: 0, total: 0 });
const missing = files.length > 0 ? [] : [{ kind: 'data', what: `${folder}/coverage-summary.json or ${folder}/lcov.info`, why: 'let the tests write one, and include it.' }];
leave({ summary: `${percent(sum)} % of ${many(sum.total, 'line')} in ${many(files.length, 'file')}; ${low.length} below ${limit} %.`, findings, missing });

/** Absolute paths are those of the machine that measured: the part that is a file here counts. */
function here(path) {
  if (!isAbsolute(path)) return path;
  const inside = relative(process.cwd(), path);
  if (!inside.startsWith('..')) return inside;
  const steps = path.split('/').filter(Boolean);
  return steps.map((_, index) => steps.slice(index).join('/')).find((each) => existsSync(each)) ?? path;
}

function fromSummary(file) {
  if (!existsSync(file)) return null;
  return Object.entries(JSON.parse(readFileSync(file, 'utf8')))
    .filter(([path]) => path !== 'total')
    .map(([path, { lines }]) => ({ path: here(path), covered: lines.covered, total: lines.total }));
}

function fromLcov(file) {
  if (!existsSync(file)) return null;
  return readFileSync(file, 'utf8').split('end_of_record').flatMap((record) => {
    const of = (name) => new RegExp(`^${name}:(.*)$`, 'm').exec(record)?.[1].trim();
    return of('SF') === undefined ? [] : [{ path: here(of('SF')), covered: Number(of('LH') ?? 0), total: Number(of('LF') ?? 0) }];
  });
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
