#!/usr/bin/env node
// Groups the errors of exported logs by cause, counts them, and names the code and the last commit behind each.
// Copy it to tools/error-triage.mjs. Call: node tools/error-triage.mjs [folder, default errors]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? 'errors';
const files = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).filter((name) => /\.(log|txt|jsonl|ndjson)$/.test(name)).toSorted() : [];
const tracked = new Set(execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1e8 }).split('\0'));
const groups = new Map();
for (const file of files) {
  let last = null;
  for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
    const error = readError(line);
    if (error !== null) last = add(error);
    else if (last !== null && /^\s+(at |File ")/.test(line)) last.place ??= placeIn(line);
    else last = null;
  }
}
const sorted = [...groups.values()].toSorted((a, b) => b.count - a.count);
const findings = sorted.map(({ cause, message, count, first, newest, place }) => ({
  key: ['error', createHash('sha256').update(cause).digest('hex').slice(0, 16)],
  title: `${message} (${count === 1 ? 'once' : `${count} times`})`,
  body: [first === '' ? '' : `From ${first} to ${newest}.`, place === null || place === undefined ? '' : lastCommit(place.path)].filter(Boolean).join(' '),
  severity: count >= 100 ? 'high' : count >= 10 ? 'medium' : 'low',
  ...(place ?? {}),
}));
const total = sorted.reduce((sum, { count }) => sum + count, 0);
const missing = files.length > 0 ? [] : [{ kind: 'data', what: `logs in ${folder}/`, why: 'export errors there as .log or .jsonl.' }];
leave({ summary: `${many(total, 'error')} of ${many(findings.length, 'kind')} in ${many(files.length, 'file')}.`, findings, missing });

function add({ message, time, stack }) {
  const cause = causeOf(message);
  const group = groups.get(cause) ?? { cause, message: message.slice(0, 200), count: 0, first: time, newest: time, place: null };
  group.count += 1;
  if (time !== '' && (group.first === '' || time < group.first)) group.first = time;
  if (time > group.newest) group.newest = time;
  group.place ??= stack.split('\n').map(placeIn).find(Boolean) ?? null;
  groups.set(cause, group);
  return group;
}

/** A JSON line with a message, or a line of text that says error; `null` for any other. */
function readError(line) {
  if (line.startsWith('{')) {
    try {
      const { message, msg, error, err, level, severity, time, timestamp, stack } = JSON.parse(line);
      const word = String(level ?? severity ?? 'error').toLowerCase();
      if (!/err|fatal|crit|50|60/.test(word)) return null;
      const inner = error ?? err ?? {};
      const text = message ?? msg ?? inner.message ?? (typeof inner === 'string' ? inner : '');
      return text === '' ? null : { message: String(text).split('\n')[0], time: String(time ?? timestamp ?? ''), stack: String(stack ?? inner.stack ?? '') };
    } catch {
      return null;
    }
  }
  const match = /^(\d{4}-\d\d-\d\d[T ][\d:.,]{5,15}Z?)?.{0,80}?\b((?:\w{0,60}(?:Error|Exception)|ERROR|FATAL|panic)\b.{0,400})/.exec(line.slice(0, 600));
  return match === null || /^\s/.test(line) ? null : { message: match[2].replace(/^(ERROR|FATAL)[\]:\s-]*/, ''), time: match[1] ?? '', stack: '' };
}

/** The message without what differs from time to time. */
function causeOf(message) {
  return message.toLowerCase().replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '<text>').replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b0x[0-9a-f]+\b|\b(?=\w*\d)[0-9a-f]{8,}\b/g, '<id>').replaceAll(/\d+/g, '<n>');
}

/** The first place of a stack line that is a file of this repository. */
function placeIn(line) {
  const match = /([\w@./-]+\.\w{1,5})(?::(\d+)|", line (\d+))/.exec(line);
  if (match === null) return undefined;
  const steps = match[1].split('/').filter((step) => step !== '' && step !== '.');
  const path = steps.map((_, index) => steps.slice(index).join('/')).find((each) => tracked.has(each));
  const number = Number(match[2] ?? match[3]);
  return path === undefined ? undefined : { path, ...(number > 0 ? { line: number } : {}) };
}

function lastCommit(path) {
  const said = execFileSync('git', ['log', '-1', '--format=%h by %an on %as: %s', '--', path], { encoding: 'utf8' }).trim();
  return said === '' ? '' : `Last change of ${path}: ${said}.`;
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
