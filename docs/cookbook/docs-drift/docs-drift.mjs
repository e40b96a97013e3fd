#!/usr/bin/env node
// Holds the Markdown pages against the repository: links to files, `npm run` scripts and paths that are not there.
// Copy it to tools/docs-drift.mjs. It needs git and Node 20, and nothing else.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1e8 }).split('\0').filter(Boolean);
const there = new Set(tracked.flatMap((path) => [path, ...path.split('/').slice(0, -1).map((_, index, steps) => steps.slice(0, index + 1).join('/'))]));
const folders = new Set(tracked.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));
const scripts = new Set(tracked.filter((path) => posix.basename(path) === 'package.json').flatMap(scriptsOf));
const pages = tracked.filter((path) => /\.(md|mdx)$/i.test(path) && !/(^|\/)changelog/i.test(path) && existsSync(path));
const findings = pages.flatMap(check);
leave({ summary: `${many(pages.length, 'page')}, ${many(findings.length, 'place')} that no longer ${findings.length === 1 ? 'holds' : 'hold'}.`, findings });

function scriptsOf(path) {
  try {
    return Object.keys(JSON.parse(readFileSync(path, 'utf8')).scripts ?? {});
  } catch {
    return [];
  }
}

function check(path) {
  const found = new Map();
  const add = (kind, what, line, title) => {
    const id = `${kind} ${what}`;
    if (!found.has(id)) found.set(id, { key: [kind, path, what], title, severity: kind === 'script' ? 'medium' : 'low', path, line });
  };
  let fence = false;
  for (const [index, text] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(text)) fence = !fence;
    const line = index + 1;
    if (scripts.size > 0) {
      for (const [, name] of text.matchAll(/\bnpm run ([\w:.-]*\w)/g)) {
        if (!scripts.has(name)) add('script', name, line, `npm run ${name} is not a script of package.json`);
      }
    }
    if (fence) continue;
    for (const [, target] of text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^()\s]+)\)/g)) {
      const file = target.split(/[#?]/)[0];
      if (file === '' || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(file)) continue;
      const place = file.startsWith('/') ? file.slice(1) : posix.join(posix.dirname(path), decode(file));
      if (!there.has(place.replace(/\/$/, '')) && place !== '.' && place !== './') add('link', file, line, `the link to ${file} leads nowhere`);
    }
    for (const [, name] of text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.\w+)`/g)) {
      if (folders.has(name.split('/')[0]) && !there.has(name) && !there.has(posix.join(posix.dirname(path), name))) add('path', name, line, `the path ${name} is not there`);
    }
  }
  return [...found.values()];
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
