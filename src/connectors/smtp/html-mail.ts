/**
 * The HTML part of a mail: styles on the tags alone, nothing loaded, nothing that runs, colours that hold on light and dark.
 * Pure.
 */
import { markdownHtml, type Dress } from '../../markup/markdown-html.ts';
import type { MessageContent } from '../../words/message.ts';
import { escapeHtml, oneLine } from '../../words/text.ts';
import * as words from './mail-words.ts';
import type { Tone } from './mail-words.ts';
import type { MailFrame } from './plain-mail.ts';

/** How an HTML mail looks. Programs that show mail know little: styles stand on the tags, and no colour lies behind a text. */
const FONT = 'font:15px/1.5 system-ui,-apple-system,Roboto,Helvetica,Arial,sans-serif';
const CODE_FONT = 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px';

/** Seen on white and on black alike. */
const LINE = '#80808066';
const SHADE = '#80808022';
const SMALL = 'font-size:13px;opacity:.75';

/** Each 4.5 : 1 against white and against black. */
const COLOURS: Readonly<Record<Tone, string>> = {
  bad: '#d1433b',
  attention: '#a16a0e',
  good: '#2c8554',
};

const CELL = 'padding:3px 14px 3px 0;vertical-align:top;overflow-wrap:anywhere';
const GRID = `padding:4px 8px;border:1px solid ${LINE};vertical-align:top;min-width:5em;overflow-wrap:anywhere`;

const STYLES: Readonly<Record<string, string>> = {
  h3: 'font-size:17px;margin:20px 0 6px',
  h4: 'font-size:15px;margin:16px 0 4px',
  h5: 'font-size:15px;margin:12px 0 4px',
  h6: 'font-size:15px;margin:12px 0 4px',
  p: 'margin:8px 0;overflow-wrap:anywhere',
  blockquote: `margin:8px 0;padding:0 0 0 12px;border-left:3px solid ${LINE}`,
  pre: `margin:8px 0;padding:8px;background:${SHADE};white-space:pre-wrap;overflow-wrap:anywhere;${CODE_FONT}`,
  code: `overflow-wrap:anywhere;${CODE_FONT}`,
  ul: 'margin:8px 0;padding-left:24px',
  ol: 'margin:8px 0;padding-left:24px',
  table: 'border-collapse:collapse;margin:8px 0',
  th: GRID,
  td: GRID,
  hr: `border:0;border-top:1px solid ${LINE}`,
};

const DRESS: Dress = {
  attributes: (tag) => {
    const style = STYLES[tag];
    return {
      ...(style === undefined ? {} : { style }),
      ...(tag === 'th' ? { align: 'left' } : {}),
      ...(tag === 'a' ? { rel: 'noopener noreferrer nofollow' } : {}),
    };
  },
  schemes: ['http', 'https', 'mailto'],
  showTargets: true,
  folds: false,
};

export function htmlMail(
  contents: readonly MessageContent[],
  place: words.MailPlace,
  frame: MailFrame,
): string {
  const budget = words.reportBudget(Math.min(contents.length, words.MOST_SECTIONS));
  const sections = contents
    .slice(0, words.MOST_SECTIONS)
    .map((content) => section(content, place, budget));
  return [
    '<!doctype html>',
    '<html lang="en"><head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(frame.subject)}</title>`,
    '</head>',
    `<body style="margin:0;padding:16px;${FONT}">`,
    '<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="max-width:720px;margin:0 auto"><tr><td>',
    ...(contents.length === 1 ? [] : [summary(contents)]),
    ...sections,
    `<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid ${LINE};${SMALL}">${escapeHtml(frame.footer)}</p>`,
    '</td></tr></table>',
    '</body></html>',
    '',
  ].join('\n');
}

function summary(contents: readonly MessageContent[]): string {
  const beyond = words.beyondWords(contents.length);
  const rows = contents.slice(0, words.MOST_ROWS).map(({ name, title, tone }) =>
    row([
      [`${CELL};white-space:nowrap`, toneTag(tone)],
      [CELL, `<b>${escapeHtml(oneLine(name, 100))}</b>`],
      [CELL, escapeHtml(oneLine(title, 200))],
    ]),
  );
  return [
    `<h1 style="font-size:20px;margin:0 0 8px">${contents.length} things to tell</h1>`,
    `<p style="margin:8px 0">${escapeHtml(words.toneCounts(contents))}</p>`,
    '<table style="border-collapse:collapse;margin:8px 0 24px">',
    ...rows,
    '</table>',
    ...(beyond === null ? [] : [`<p style="${SMALL}">${escapeHtml(beyond)}</p>`]),
  ].join('\n');
}

function section(content: MessageContent, place: words.MailPlace, budget: number): string {
  const { tone, name, title } = content;
  const { markdown, cut } = words.cutReport(content, budget);
  const findings = words.findingsBeside(content, markdown);
  return [
    `<div style="margin:0 0 32px;padding:0 0 0 14px;border-left:4px solid ${COLOURS[tone]}">`,
    `<h2 style="font-size:20px;margin:0 0 4px">${escapeHtml(oneLine(name, 100))}</h2>`,
    `<p style="margin:0 0 12px">${toneTag(tone)}: ${escapeHtml(oneLine(title, 200))}</p>`,
    factTable(words.factsOf(content, place)),
    ...(findings.length === 0 ? [] : [findingTable(findings)]),
    markdownHtml(markdown, DRESS).trim(),
    ...(cut === null ? [] : [`<p style="margin:8px 0;${SMALL}">${escapeHtml(cut)}</p>`]),
    '</div>',
  ].join('\n');
}

function toneTag(tone: words.Tone): string {
  return `<b style="color:${COLOURS[tone]}">${escapeHtml(words.TONE_WORDS[tone])}</b>`;
}

function factTable(facts: readonly words.Fact[]): string {
  const rows = facts.map(({ label, text, href }) => {
    const shown = escapeHtml(text);
    return row([
      [`${CELL};white-space:nowrap;opacity:.75`, escapeHtml(label)],
      [CELL, href === undefined ? shown : `<a href="${escapeHtml(href)}">${shown}</a>`],
    ]);
  });
  const style = 'border-collapse:collapse;margin:0 0 12px;font-size:14px';
  return `<table style="${style}">\n${rows.join('\n')}\n</table>`;
}

function findingTable(findings: MessageContent['findings']): string {
  const head = ['Severity', 'Finding', 'Where', 'State'].map(
    (title) => `<th align="left" style="${GRID}">${title}</th>`,
  );
  const rows = findings.map(({ severity, title, path, state }) => {
    const cells = [
      oneLine(severity, 20),
      oneLine(title, 300),
      oneLine(path ?? '', 300),
      oneLine(state, 20),
    ];
    return row(cells.map((text) => [GRID, escapeHtml(text)]));
  });
  return [
    `<h3 style="${STYLES['h3'] ?? ''}">New or back</h3>`,
    '<table style="border-collapse:collapse;margin:8px 0;font-size:14px">',
    `<tr>${head.join('')}</tr>`,
    ...rows,
    '</table>',
  ].join('\n');
}

/** @param cells each a style and markup */
function row(cells: readonly (readonly [string, string])[]): string {
  return `<tr>${cells.map(([style, markup]) => `<td style="${style}">${markup}</td>`).join('')}</tr>`;
}
