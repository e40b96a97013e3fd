#!/usr/bin/env node
// Prints one line for each incident that is open or was opened lately, the most severe first.
// Copy it to tools/on-call-summary.mjs. Call: node tools/on-call-summary.mjs [folder, default incidents] [days, default 7]
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? 'incidents';
const since = new Date(Date.now() - Number(process.argv[3] ?? 7) * 86_400_000).toISOString().slice(0, 10);
const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')).toSorted() : [];
const incidents = names
  .map((name) => readIncident(join(folder, name)))
  .filter(({ status, opened }) => !/^(closed|resolved|done)$/i.test(status) || opened >= since)
  .toSorted((a, b) => a.severity.localeCompare(b.severity) || b.opened.localeCompare(a.opened));
for (const { severity, status, opened, title, path } of incidents) console.log(`${severity} ${status} ${opened}: ${title} (${path})`);
if (names.length === 0) console.log(`No incident pages in ${folder}/: nothing was looked at.`);
else if (incidents.length === 0) console.log(`No incident is open, and none was opened since ${since} (${names.length} pages).`);

/** A page with `severity:`, `status:` and `opened:` on lines of their own, and a heading. */
function readIncident(path) {
  const text = readFileSync(path, 'utf8');
  const of = (key, otherwise) => new RegExp(`^[-*_ ]*${key}[*_]*:[*_]*\\s*(.+?)\\s*$`, 'im').exec(text)?.[1] ?? otherwise;
  return {
    path,
    title: /^#\s+(.+)$/m.exec(text)?.[1] ?? path,
    severity: of('severity', 'unknown'),
    status: of('status', 'open'),
    opened: of('opened', /\d{4}-\d\d-\d\d/.exec(path)?.[0] ?? 'undated'),
  };
}
