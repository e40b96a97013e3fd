/** How an HTML mail looks. Programs that show mail know little: styles stand on the tags, and no colour lies behind a text. */
import type { Dress } from '../../reports/markdown-html.ts';
import type { Tone } from './mail-words.ts';

export const FONT = 'font:15px/1.5 system-ui,-apple-system,Roboto,Helvetica,Arial,sans-serif';
const CODE_FONT = 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px';
/** Seen on white and on black alike. */
export const LINE = '#80808066';
const SHADE = '#80808022';
export const SMALL = 'font-size:13px;opacity:.75';
/** Each 4.5 : 1 against white and against black. */
export const COLOURS: Readonly<Record<Tone, string>> = {
  bad: '#d1433b',
  attention: '#a16a0e',
  good: '#2c8554',
};

export const CELL = 'padding:3px 14px 3px 0;vertical-align:top;overflow-wrap:anywhere';
export const GRID = `padding:4px 8px;border:1px solid ${LINE};vertical-align:top;min-width:5em;overflow-wrap:anywhere`;

export const STYLES: Readonly<Record<string, string>> = {
  h3: 'font-size:17px;margin:20px 0 6px',
  h4: 'font-size:15px;margin:16px 0 4px',
  h5: 'font-size:15px;margin:12px 0 4px',
  h6: 'font-size:15px;margin:12px 0 4px',
  p: 'margin:8px 0;overflow-wrap:anywhere',
  blockquote: `margin:8px 0;padding:0 0 0 12px;border-left:3px solid ${LINE}`,
  pre: `margin:8px 0;padding:8px;background:${SHADE};white-space:pre-wrap;overflow-wrap:anywhere;${CODE_FONT}`,
  code: CODE_FONT,
  ul: 'margin:8px 0;padding-left:24px',
  ol: 'margin:8px 0;padding-left:24px',
  table: 'border-collapse:collapse;margin:8px 0',
  th: GRID,
  td: GRID,
  hr: `border:0;border-top:1px solid ${LINE}`,
};

export const DRESS: Dress = {
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
};
