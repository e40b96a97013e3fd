#!/usr/bin/env node
// Names exports of JavaScript and TypeScript sources whose name occurs in no other file, or in tests only.
// Copy it to tools/dead-code.mjs. Call: node tools/dead-code.mjs [folders, default everything tracked]
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folders = process.argv.slice(2);
const isTest = (path) => /(^|\/)(tests?|__tests__|spec)\/|\.(test|spec)\.[cm]?[jt]sx?$/.test(path);
const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1e8 }).split('\0').filter(Boolean);
const sources = files.filter((path) => /\.([cm]?[jt]sx?|vue|svelte|astro|html|mdx)$/.test(path) && !/\.min\.js$/.test(path) && existsSync(path)).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const users = new Map();
for (const { path, text } of sources) {
  for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g) ?? [])) users.set(word, [...(users.get(word) ?? []), path]);
}
const entries = files.filter((path) => /(^|\/)package\.json$/.test(path)).map((path) => readFileSync(path, 'utf8')).join('\n');
const examined = sources.filter(({ path }) => /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path) && !isTest(path) && inFolders(path) && !isEntry(path));
const findings = examined.flatMap(({ path, text }) =>
  exportsOf(text).flatMap(({ name, line }) => {
    const others = (users.get(name) ?? []).filter((user) => user !== path);
    const used = (text.match(/[A-Za-z_$][\w$]*/g) ?? []).filter((word) => word === name).length;
    // Used in its own file: the export may be needless, the code is not dead.
    if (used > 1 || others.some((user) => !isTest(user))) return [];
    const what = others.length > 0 ? 'is used by tests only' : 'is used nowhere';
    return [{ key: ['unused', path, name], title: `${name} ${what}`, severity: others.length > 0 ? 'info' : 'low', path, line }];
  }),
);
leave({ summary: `${many(examined.length, 'file')}, ${many(findings.length, 'export')} that nothing uses. What is only loaded by a name made at run time looks unused too.`, findings });

function inFolders(path) {
  return folders.length === 0 || folders.some((folder) => path.startsWith(`${folder.replace(/\/$/, '')}/`));
}

/** What package.json names is for others to use, and so is a configuration. */
function isEntry(path) {
  return entries.includes(path) || entries.includes(path.replace(/^src\//, '').replace(/\.\w+$/, '')) || /\.config\.[cm]?[jt]s$/.test(path);
}

function exportsOf(text) {
  const found = [];
  for (const [index, row] of text.split('\n').entries()) {
    const single = /^export\s+(?:declare\s+)?(?:async\s+)?(?:abstract\s+)?(?:function\s*\*?|class|const|let|var|interface|type|enum)\s+([A-Za-z_$][\w$]*)/.exec(row);
    if (single) found.push({ name: single[1], line: index + 1 });
    const several = /^export\s*(?:type\s*)?\{([^}]*)\}(?!\s*from)/.exec(row);
    for (const part of several?.[1].split(',') ?? []) {
      const name = part.trim().split(/\s+as\s+/).at(-1)?.replace(/^type\s+/, '') ?? '';
      if (/^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default') found.push({ name, line: index + 1 });
    }
  }
  return found;
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
