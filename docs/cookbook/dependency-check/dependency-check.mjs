#!/usr/bin/env node
// Looks at every package.json: what is declared and never used, used and not declared, or not pinned to a range.
// Copy it to tools/dependency-check.mjs. It needs git and Node 20, and nothing else.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';

const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1e8 }).split('\0').filter(Boolean);
const manifests = tracked.filter((path) => posix.basename(path) === 'package.json').map(readManifest).filter(Boolean);
const own = new Set(manifests.map(({ json }) => json.name));
const findings = manifests.flatMap(check);
const locked = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'].some((name) => existsSync(name));
const declares = manifests.some(({ json }) => Object.keys(json.dependencies ?? {}).length > 0);
if (declares && !locked) {
  findings.push({ key: ['no-lockfile'], title: 'No lockfile: each install may bring other versions', severity: 'medium', path: 'package.json' });
}
const missing = manifests.length > 0 ? [] : [{ kind: 'data', what: 'package.json', why: 'no package.json is tracked here.' }];
leave({ summary: `${many(manifests.length, 'manifest')}, ${many(findings.length, 'finding')}. Newer versions were not looked for: that needs the network.`, findings, missing });

function readManifest(path) {
  try {
    const text = readFileSync(path, 'utf8');
    return { path, text, folder: posix.dirname(path), json: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Tracked sources that belong to this manifest and to none further in. */
function sourcesOf({ folder }) {
  const inner = manifests.map((other) => other.folder).filter((other) => other !== folder && (folder === '.' || other.startsWith(`${folder}/`)));
  return tracked.filter((path) => (folder === '.' || path.startsWith(`${folder}/`)) && !inner.some((other) => path.startsWith(`${other}/`)));
}

function check(manifest) {
  const { path, json } = manifest;
  const { dependencies: _, devDependencies: __, peerDependencies: ___, optionalDependencies: ____, ...others } = json;
  const declared = { ...json.peerDependencies, ...json.optionalDependencies, ...json.devDependencies, ...json.dependencies };
  const root = manifests.find(({ folder }) => folder === '.')?.json ?? {};
  const shared = { ...root.devDependencies, ...root.dependencies };
  const imports = new Map();
  let texts = JSON.stringify(others);
  for (const source of sourcesOf(manifest)) {
    if (/(^|\/)package(-lock)?\.json$|\.(md|lock|svg|png|jpg|woff2?)$/.test(source)) continue;
    const text = existsSync(source) ? readFileSync(source, 'utf8') : '';
    if (text.length > 2e6) continue;
    texts += `\n${text}`;
    if (!/\.[cm]?[jt]sx?$/.test(source)) continue;
    for (const [, name] of text.matchAll(/(?:^\s*(?:import|export)\b[^'"();]*?\bfrom\s*|^\s*import\s*|\bimport\s*\(\s*|\brequire\s*\(\s*)['"]((?:@[\w.-]+\/)?[a-z0-9][\w.-]*)(?:\/[^'"\n]*)?['"]/gm)) {
      if (!imports.has(name)) imports.set(name, source);
    }
  }
  const line = (name) => manifest.text.slice(0, manifest.text.indexOf(`"${name}"`)).split('\n').length;
  const unused = Object.keys(json.dependencies ?? {}).filter((name) => !imports.has(name) && !texts.includes(name));
  const undeclared = [...imports.keys()].filter((name) => !(name in declared) && !(name in shared) && !own.has(name) && !builtinModules.includes(name));
  const loose = Object.entries(declared).filter(([, range]) => /^(\*|latest|x|)$|^(git|https?|github):|^[\w-]+\/[\w.-]+(#|$)/.test(String(range)));
  return [
    ...unused.map((name) => ({ key: ['unused', path, name], title: `${name} is declared and nothing uses it`, severity: 'low', path, line: line(name) })),
    ...undeclared.map((name) => ({ key: ['undeclared', path, name], title: `${name} is used and not declared`, severity: 'medium', path: imports.get(name) })),
    ...loose.map(([name, range]) => ({ key: ['loose', path, name], title: `${name} is at "${range}": any version may come`, severity: 'medium', path, line: line(name) })),
  ];
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
